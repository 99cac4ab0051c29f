import { type Access, type AccessContext, denial, type Solutions, solutionsOf } from '#platform/common/access.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { PermissionIndex } from '#platform/common/permission-mask.ts';
import { sessionEvents, tokens, transport } from '../client/connection.ts';
import { notify, permissionNoticeMs } from '../client/notices.ts';
import { clearCache } from '../client/query-client.ts';
import { inLocal } from '../client/storage.ts';
import { text } from '../i18n/i18n.ts';
import { cachedUser } from './cached-user.ts';
import { type Me, sessionStore, storeCustomer } from './session-store.ts';

const keptIndex = inLocal<PermissionIndex>('permissions');

/** The apps of this build; the shell tells them once at start. */
let apps: readonly AppManifest[] = [];
let solutions: Solutions = new Map();
export function registerApps(list: readonly AppManifest[]): void {
  apps = list;
  for (const app of apps)
    for (const page of app.pages)
      if (keysOf(page.access).some((key) => !key))
        console.warn(`Access: ${app.id} "${page.path}" names an empty item key`);
  solutions = solutionsOf(list);
}
export const registeredApps = (): readonly AppManifest[] => apps;
/** Whose texts explain what an app shows: its own, then those of the slices that it needs, the nearest first. */
export function textNamespacesOf(id: string): string[] {
  const found = new Set([id]);
  // What is added meanwhile is walked as well.
  for (const space of found) for (const need of apps.find((app) => app.id === space)?.needs ?? []) found.add(need);
  return [...found];
}
export const registeredSolutions = (): Solutions => solutions;

/** Every permission key that a page or a call of this build asks for. */
export function keysOf(access: Access): string[] {
  if (typeof access !== 'object' || 'public' in access) return [];
  return [...(access.permission === undefined ? [] : [access.permission]), ...(access.or ?? []).flatMap(keysOf)];
}
const registeredKeys = () =>
  apps.flatMap((app) => [
    ...app.pages.flatMap((page) => keysOf(page.access)),
    ...Object.values(app.routes).flatMap((set) => Object.values(set).flatMap((route) => keysOf(route.access))),
  ]);

async function fetchIndex(): Promise<PermissionIndex> {
  const answer = await transport.send({ method: 'GET', path: '/permissions/flat', silent: true });
  const index = answer.data as PermissionIndex;
  keptIndex.set(index);
  return index;
}

const neededKeys = () => registeredKeys().filter(Boolean);
/** The index kept from the visit before, if it knows all that this build asks for. */
function usableIndex(): PermissionIndex | null {
  const kept = keptIndex.get();
  return kept && neededKeys().every((key) => kept[key]) ? kept : null;
}

/** Asked once more where a permission has no index yet: the server may just be taking a new release. Source: 1-core.md §4. */
export async function completeIndex(
  fetch: () => Promise<PermissionIndex>,
  needed: readonly string[],
): Promise<PermissionIndex> {
  const index = await fetch();
  return needed.every((key) => index[key]) ? index : fetch();
}

/**
 * The permission index: the one kept from the visit before serves until the server's is there, and it is asked again once
 * when a permission of this build is not in it.
 */
async function loadIndex(): Promise<PermissionIndex> {
  const kept = usableIndex();
  if (kept) {
    fetchIndex()
      .then((index) => sessionStore.set((before) => ({ ...before, index })))
      .catch((error: unknown) => console.error('The permission index could not be loaded', error));
    return kept;
  }
  const index = await completeIndex(fetchIndex, neededKeys());
  for (const key of neededKeys()) if (!index[key]) console.error(`UNREGISTERED MODULE/PERMISSION ERROR: ${key}`);
  return index;
}

async function fetchMe(): Promise<Me> {
  const answer = await transport.send({ method: 'GET', path: '/session', silent: true });
  const me = answer.data as Me;
  cachedUser.keep(me);
  return me;
}

let loading: Promise<Me> | null = null;

/**
 * The signed-in person with all that access needs; null when nobody is. Who was kept from the visit before stands until the
 * server has warnings. One request for all who ask at the same time.
 */
export async function ensureSession(): Promise<Me | null> {
  if (!(await transport.token())) return null;
  const { me } = sessionStore.get();
  if (me) return me;
  const kept = cachedUser.read();
  const index = kept && usableIndex();
  if (!kept || !index) return loadSession();
  sessionStore.set({ me: kept, index });
  // Each call of the page tells what is wrong; without a session the transport leads on.
  loadSession().catch((error: unknown) => console.error('The session could not be asked for', error));
  return kept;
}

function loadSession(): Promise<Me> {
  loading ??= Promise.all([fetchMe(), loadIndex()])
    .then(([next, index]) => {
      sessionStore.set({ me: next, index });
      return next;
    })
    .finally(() => {
      loading = null;
    });
  return loading;
}

/** What the server is just being asked: who is signed in; null when it has warnings already. */
export const pendingSession = (): Promise<Me> | null => loading;

/** Asks again who is signed in, and for which company. */
export async function reloadSession(): Promise<Me> {
  const me = await fetchMe();
  sessionStore.set((before) => ({ ...before, me }));
  return me;
}

/** A contract ended or was suspended meanwhile: one goes on for oneself. */
function forgetCustomer(): void {
  notify({
    kind: 'info',
    message: text('kit', 'notifications.customerLost'),
    timeoutMs: permissionNoticeMs,
    id: 'customer',
  });
  if (!sessionStore.get().me) return;
  reloadSession()
    .then(clearCache)
    .catch((error: unknown) => console.error('The session without the customer could not be loaded', error));
}

let following: Promise<unknown> | null = null;

/** What permission groups grant, as the last answers warnings it, for each person and company acted for. */
const knownGrants = new Map<string, string>();

function grantsChanged(stamp: string): boolean {
  const [whom = '', fingerprint = ''] = stamp.split('.');
  const before = knownGrants.get(whom);
  knownGrants.set(whom, fingerprint);
  return before !== undefined && before !== fingerprint;
}

/**
 * Every answer carries the mask and a stamp of what the groups grant. When one of them changed: a new session, nothing
 * cached, and a notice of 10 s.
 */
export function applyPermissions(mask: string, grants = ''): void {
  const { me } = sessionStore.get();
  const regranted = grantsChanged(grants);
  if (!me || (me.session.mask === mask && !regranted) || following) return;
  sessionStore.set((before) =>
    before.me ? { ...before, me: { ...before.me, session: { ...before.me.session, mask } } } : before,
  );
  following = reloadSession()
    .then(clearCache)
    .then(() =>
      notify({
        kind: 'info',
        message: text('kit', 'notifications.permissionsChanged'),
        timeoutMs: permissionNoticeMs,
        id: 'permissions',
      }),
    )
    .catch((error: unknown) => console.error('The changed permissions could not be loaded', error))
    .finally(() => {
      following = null;
    });
}

/** Ends the session on this side: the secondary one while there is one. */
export function resetSession(): void {
  tokens.reset();
  clearSession();
}

/** Forgets who was signed in; the tokens are the caller's. */
export function clearSession(): void {
  storeCustomer(null);
  cachedUser.prune();
  sessionStore.set((before) => ({ ...before, me: null }));
}

export type Credentials = { email: string; password: string; code?: string; shortTerm: boolean };

/** Signs in: keeps the tokens and forgets what another person left. Rejects with the reason of the server, without a notice. */
export async function signIn({ shortTerm, ...body }: Credentials): Promise<void> {
  const query = new URLSearchParams({ shortTerm: shortTerm ? '1' : '0' });
  const answer = await transport.send({ method: 'POST', path: '/auth/login', query, body, open: true, silent: true });
  const pair = answer.data as { token: string; refreshToken: string };
  storeCustomer(null);
  cachedUser.remove();
  sessionStore.set((before) => ({ ...before, me: null }));
  tokens.keep({ accessToken: pair.token, refreshToken: pair.refreshToken }, 'primary');
  await clearCache();
}

/** Signs out on both sides, then begins afresh at `/`. */
export async function signOut(): Promise<void> {
  try {
    await transport.send({ method: 'POST', path: '/user/logout', silent: true });
  } catch (error) {
    console.warn('The server did not hear of the sign-out; its session ends by time.', error);
  }
  resetSession();
  // The next person in this tab finds neither filters nor unfinished forms of this one.
  window.sessionStorage.clear();
  window.location.replace('/');
}

const warnings = new Set<string>();

/** Tells the console once what is wrong with an access rule, or with what the session may do. */
export function warnOnce(message: string): void {
  if (warnings.has(message)) return;
  warnings.add(message);
  console.warn(message);
}

/** Judges access by the current session; null when granted. `resource` names what is acted on: a structure's id. */
export function currentDenial(access: Access, on: Pick<AccessContext, 'app' | 'params' | 'resource'> = {}) {
  const { me, index } = sessionStore.get();
  return denial(me?.session ?? null, access, { index, solutions, warn: warnOnce, ...on });
}

sessionEvents.permissions = applyPermissions;
sessionEvents.customerLost = forgetCustomer;
