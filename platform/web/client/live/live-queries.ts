import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * A request that is running when an event arrives may have read the data before the change. Its reply would undo the
 * event in the cache, and nothing would correct it.
 */

type Patch = (data: never) => unknown;
/** What to do with a reply once it arrives. */
type PendingWork = { patches: Patch[]; refetch: boolean };
type PendingByQuery = WeakMap<Query, PendingWork>;

const clients = new WeakMap<QueryClient, PendingByQuery>();
/** When the latest request of a query was sent, in ms since 1970. */
const requestedAt = new WeakMap<Query, number>();

function pendingOf(client: QueryClient): PendingByQuery {
  const existing = clients.get(client);
  if (existing) return existing;
  const pending: PendingByQuery = new WeakMap();
  clients.set(client, pending);
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    if (action.type === 'fetch') requestedAt.set(query, Date.now());
    const ended = action.type === 'error' || (action.type === 'success' && !action.manual);
    // A request that starts now reads all changes so far.
    if (!ended && action.type !== 'fetch') return;
    const work = pending.get(query);
    pending.delete(query);
    if (!work || !ended) return;
    if (action.type === 'success' && work.patches.length > 0)
      client.setQueryData(query.queryKey, (data: never) =>
        work.patches.reduce((patched: unknown, patch) => patch(patched as never), data),
      );
    if (work.refetch) void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  });
  return pending;
}

/** Remembers from now on when queries of the client are requested. */
export const watchRequests = (client: QueryClient): void => void pendingOf(client);

/** When the oldest data of the displayed queries with this key prefix was requested; Infinity if none is displayed. */
export function oldestRequest(client: QueryClient, queryKey: QueryKey): number {
  const displayed = client
    .getQueryCache()
    .findAll({ queryKey, type: 'active' })
    .filter(({ state }) => state.data !== undefined || state.fetchStatus === 'fetching');
  return Math.min(...displayed.map((query) => requestedAt.get(query) ?? 0));
}

/** Marks the queries with this key prefix that are not displayed: they are reloaded once they are displayed again. */
export const expireHidden = (client: QueryClient, queryKey: QueryKey): void =>
  void client.invalidateQueries({ queryKey, type: 'inactive', refetchType: 'none' });

function pendingWorkOf(client: QueryClient, query: Query): PendingWork {
  const pending = pendingOf(client);
  const work = pending.get(query) ?? { patches: [], refetch: false };
  pending.set(query, work);
  return work;
}

/**
 * Patches the cached queries with this key prefix, and those being fetched once they arrive: `patch` may get a reply
 * that already contains the event.
 */
export function patchQueries<Data>(client: QueryClient, queryKey: QueryKey, patch: (data: Data) => Data): void {
  for (const query of client.getQueryCache().findAll({ queryKey })) {
    if (query.state.fetchStatus === 'fetching') pendingWorkOf(client, query).patches.push(patch as Patch);
    if (query.state.data !== undefined) client.setQueryData<Data>(query.queryKey, (data) => data && patch(data));
  }
}

/** Refetches queries because of an event. A query that is being fetched is fetched again afterwards. */
export function refetchQueries(client: QueryClient, queryKey: QueryKey): void {
  for (const query of client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' }))
    pendingWorkOf(client, query).refetch = true;
  void client.invalidateQueries({ queryKey, predicate: ({ state }) => state.fetchStatus !== 'fetching' });
}
