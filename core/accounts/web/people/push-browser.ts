import { inLocal } from '#platform/web/client/storage.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { api } from '../api.ts';

/** Whether the browser can show notifications of this page while it is closed, or why not. */
export type PushSupport = 'supported' | 'insecure' | 'install' | 'unsupported';

export function pushSupport(): PushSupport {
  if (!window.isSecureContext) return 'insecure';
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return 'supported';
  // Safari on a phone offers them only to installed apps.
  return /iPhone|iPad/.test(navigator.userAgent) ? 'install' : 'unsupported';
}

/** The person who has switched notifications on in this browser. */
const switchedOn = inLocal<number>('push-person');

const worker = async () =>
  pushSupport() === 'supported' ? await navigator.serviceWorker.getRegistration() : undefined;

/** The subscription of this browser; null without one. */
export async function currentSubscription(): Promise<PushSubscription | null> {
  return (await (await worker())?.pushManager.getSubscription()) ?? null;
}

const isFor = ({ options: { applicationServerKey } }: PushSubscription, publicKey: string): boolean =>
  applicationServerKey !== null &&
  btoa(String.fromCharCode(...new Uint8Array(applicationServerKey)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '') === publicKey;

/** Subscribes this browser with the key of the installation; throws if it cannot reach its notification service. */
async function subscribe(publicKey: string): Promise<PushSubscription> {
  const registration = await worker();
  if (!registration) throw new Error('The service worker is not registered');
  const before = await registration.pushManager.getSubscription();
  if (before && isFor(before, publicKey)) return before;
  await before?.unsubscribe();
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

async function register(publicKey: string, silent: boolean): Promise<void> {
  const { endpoint, keys = {} } = (await subscribe(publicKey)).toJSON();
  const { p256dh = '', auth = '' } = keys;
  await api.push.register.send({
    body: { endpoint: endpoint ?? '', keys: { p256dh, auth } },
    silent: silent || 'success',
  });
}

/** Switches notifications on in this browser. Asks the person for the permission of the browser. */
export async function switchPushOn(publicKey: string): Promise<'on' | 'blocked' | 'unavailable'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'blocked';
  try {
    await register(publicKey, false);
  } catch (error) {
    console.warn('Notifications could not be switched on', error);
    return 'unavailable';
  }
  switchedOn.set(sessionStore.get().me?.user.id ?? 0);
  return 'on';
}

export async function switchPushOff(): Promise<void> {
  switchedOn.remove();
  await (await currentSubscription())?.unsubscribe();
}

/** Registers this browser for a new session of the person who had switched notifications on. */
export async function resumePush(): Promise<void> {
  const { me } = sessionStore.get();
  if (!me || me.asOwner || switchedOn.get() !== me.user.id) return;
  if (pushSupport() !== 'supported' || Notification.permission !== 'granted') return;
  const { publicKey } = await api.push.key.send({ silent: true });
  await register(publicKey, true);
}
