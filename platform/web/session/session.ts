import { type Access, type AccessContext, denial, type Solutions, solutionsOf } from '#platform/common/access.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { PermissionIndex } from '#platform/common/permission-mask.ts';
import { sessionEvents, tokens, transport } from '../client/connection.ts';
import { notify, permissionNoticeMs } from '../client/notices.ts';
import { clearCache, forgetPages } from '../client/query-client.ts';
import { RequestError } from '../client/request-error.ts';
import { inLocal } from '../client/storage.ts';
import { text } from '../i18n/i18n.ts';
import { restorePages } from '../offline/start-offline.ts';
import { loadChunk } from '../shell/failures/chunk-failure.ts';
import { cachedUser } from './cached-user.ts';
import { completeManifests } from './late-manifests.ts';
import { type Me, sessionStore, storeCustomer } from './session-store.ts';

const storedIndex = inLocal<PermissionIndex>('permissions');

/** The apps of this build; the shell registers them once at start. */
let apps: readonly AppManifest[] = [];
let solutions: Solutions = new Map();
export function registerApps(list: readonly AppManifest[]): void {
  apps = list;
  for (const app of apps)
    for (const page of app.pages)
      if (accessKeys(page.access).some((key) => !key))
        console.warn(`Access: ${app.id} "${page.path}" names an empty item key`);
  solutions = solutionsOf(list);
}
export const registeredApps = (): readonly AppManifest[] => apps;
/** The text namespaces of an app: its own, then those of the slices that it needs, the nearest first. */
export function textNamespacesOf(id: string): string[] {
  const found = new Set([id]);
  // A Set iterates over elements that are added during the iteration.
  for (const space of found) for (const need of apps.find((app) => app.id === space)?.needs ?? []) found.add(need);
  return [...found];
}
export const registeredSolutions = (): Solutions => solutions;

/** The permission keys that an access requires. */
export function accessKeys(access: Access): string[] {
  if (typeof access !== 'object' || 'public' in access) return [];
  return [...(access.permission === undefined ? [] : [access.permission]), ...(access.or ?? []).flatMap(accessKeys)];
}
const registeredKeys = () =>
  apps.flatMap((app) => [
    ...app.pages.flatMap((page) => accessKeys(page.access)),
    ...Object.values(app.routes).flatMap((set) => Object.values(set).flatMap((route) => accessKeys(route.access))),
  ]);

async function fetchIndex(): Promise<PermissionIndex> {
  const answer = await transport.send({ method: 'GET', path: '/permissions/flat', silent: true });
  const index = answer.data as PermissionIndex;
  storedIndex.set(index);
  return index;
}

const neededKeys = () => registeredKeys().filter(Boolean);
/** The cached index, if it contains every key that this build needs. */
function usableIndex(): PermissionIndex | null {
  const cached = storedIndex.get();
  return cached && neededKeys().every((key) => cached[key]) ? cached : null;
}

/**
 * Fetches the index again if a permission is missing: the server may be switching to a new release.
 */
export async function completeIndex(
  fetch: () => Promise<PermissionIndex>,
  needed: readonly string[],
): Promise<PermissionIndex> {
  const index = await fetch();
  return needed.every((key) => index[key]) ? index : fetch();
}

/**
 * Returns the cached permission index while a new one loads. If the cache lacks a permission of this build, it waits
 * for the server.
 */
async function loadIndex(): Promise<PermissionIndex> {
  const cached = usableIndex();
  if (cached) {
    fetchIndex()
      .then((index) => sessionStore.set((before) => ({ ...before, index })))
      .catch((error: unknown) => console.error('The permission index could not be loaded', error));
    return cached;
  }
  const index = await completeIndex(fetchIndex, neededKeys());
  for (const key of neededKeys()) if (!index[key]) console.error(`UNREGISTERED MODULE/PERMISSION ERROR: ${key}`);
  return index;
}

/** Completes the manifests of the apps that a person holds. */
const completeHeld = ({ session }: Me): Promise<void> =>
  loadChunk(() => completeManifests(apps.filter(({ id }) => session.apps.includes(id))));

async function fetchMe(): Promise<Me> {
  const answer = await transport.send({ method: 'GET', path: '/session', silent: true });
  const me = answer.data as Me;
  await completeHeld(me);
  cachedUser.keep(me);
  return me;
}

let loading: Promise<Me> | null = null;

/**
 * Returns the signed-in person, or null. A cached person is returned until the server replies. Concurrent callers share
 * one request.
 */
export async function ensureSession(): Promise<Me | null> {
  const { me } = sessionStore.get();
  const cached = me ? null : cachedUser.read();
  const index = cached && usableIndex();
  try {
    if (!(await transport.token())) return null;
  } catch (error) {
    // A kept page opens without the server; each of its calls reports that.
    if (!(isUnreachable(error) && (me || index))) throw error;
  }
  if (me) return me;
  if (!cached || !index) return loadSession();
  await completeHeld(cached);
  sessionStore.set({ me: cached, index });
  await restorePages();
  // Each call of the page reports its own error; without a session the transport redirects.
  loadSession().catch((error: unknown) => console.error('The session could not be loaded', error));
  return cached;
}

const isUnreachable = (error: unknown) => error instanceof RequestError && error.status === 0;

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

/** The running request for the session; null when there is none. */
export const pendingSession = (): Promise<Me> | null => loading;

/** Reloads the signed-in person and the current company. */
export async function reloadSession(): Promise<Me> {
  const me = await fetchMe();
  sessionStore.set((before) => ({ ...before, me }));
  return me;
}

/** The contract with the customer ended or was suspended: the person continues without a customer. */
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

let applying: Promise<void> | null = null;

/** The last grants fingerprint of each person and current company. */
const knownGrants = new Map<string, string>();

function grantsChanged(stamp: string): boolean {
  const [whom = '', fingerprint = ''] = stamp.split('.');
  const before = knownGrants.get(whom);
  knownGrants.set(whom, fingerprint);
  return before !== undefined && before !== fingerprint;
}

/**
 * Handles the permission mask and grants stamp of every reply. On a change it reloads the session, clears the cache and
 * shows a notice for 10 s.
 */
export function applyPermissions(mask: string, grants = ''): void {
  const { me } = sessionStore.get();
  const regranted = grantsChanged(grants);
  if (!me || (me.session.mask === mask && !regranted) || applying) return;
  sessionStore.set((before) =>
    before.me ? { ...before, me: { ...before.me, session: { ...before.me.session, mask } } } : before,
  );
  void loadPermissions(() =>
    notify({
      kind: 'info',
      message: text('kit', 'notifications.permissionsChanged'),
      timeoutMs: permissionNoticeMs,
      id: 'permissions',
    }),
  );
}

/** Loads the permissions that an action of the person has changed, without the notice of a change by somebody else. */
export const loadPermissions = (onLoaded: () => void = () => {}): Promise<void> => {
  applying = reloadSession()
    .then(clearCache)
    .then(onLoaded)
    .catch((error: unknown) => console.error('The changed permissions could not be loaded', error))
    .finally(() => {
      applying = null;
    });
  return applying;
};

/** Removes the tokens (the secondary pair first) and the person. */
export function resetSession(): void {
  tokens.reset();
  clearSession();
}

/** Removes the signed-in person; the caller handles the tokens. */
export function clearSession(): void {
  storeCustomer(null);
  cachedUser.prune();
  void forgetPages();
  sessionStore.set((before) => ({ ...before, me: null }));
}

const warnings = new Set<string>();

/** Logs each warning about an access rule or session once. */
export function warnOnce(message: string): void {
  if (warnings.has(message)) return;
  warnings.add(message);
  console.warn(message);
}

/** Evaluates access for the current session; null when granted. `resource` is the id of the record's structure. */
export function currentDenial(access: Access, on: Pick<AccessContext, 'app' | 'params' | 'resource'> = {}) {
  const { me, index } = sessionStore.get();
  return denial(me?.session ?? null, access, { index, solutions, warn: warnOnce, ...on });
}

sessionEvents.permissions = applyPermissions;
sessionEvents.customerLost = forgetCustomer;
