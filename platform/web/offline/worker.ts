import { createStore } from '../client/store.ts';

/** The service worker of a newer version that waits for the page; null when the page is the newest. */
export const newVersion = createStore<ServiceWorker | null>(null);

/** Sends the worker the files that the page loaded before it was controlled. */
function cacheLoadedFiles(worker: ServiceWorker): void {
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === window.location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname);
  worker.postMessage({ type: 'keep', files });
}

/**
 * Has the active worker keep the files of slices (`alarms`) and their texts (`alarms/en`), without running them. Resolves
 * once they are kept; rejects if one could not be fetched.
 */
export async function storeAhead(parts: readonly string[]): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  if (!active) throw new Error('No service worker is active');
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise<{ failed?: string }>((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data), { once: true });
  });
  port1.start();
  active.postMessage({ type: 'ahead', parts }, [port2]);
  const { failed } = await answered;
  port1.close();
  if (failed !== undefined) throw new Error(failed);
}

function follow(registration: ServiceWorkerRegistration): void {
  // The page was just loaded and is of the newest version.
  registration.waiting?.postMessage({ type: 'update' });
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && navigator.serviceWorker.controller) newVersion.set(worker);
    });
  });
  document.addEventListener('visibilitychange', () => {
    // Without a network there is no newer version to be found.
    if (!document.hidden) registration.update().catch(() => undefined);
  });
}

/** Registers the service worker, which opens the app without a network. Browsers have none on insecure addresses. */
export async function startWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  follow(await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }));
  const { active } = await navigator.serviceWorker.ready;
  if (active) cacheLoadedFiles(active);
}

/** Reloads the page with the new version. */
export function openNewVersion(): void {
  const worker = newVersion.get();
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true });
  worker?.postMessage({ type: 'update' });
}
