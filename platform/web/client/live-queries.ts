import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * A request that is running when an event arrives may have been read before the change. Its reply would undo the event
 * in the cache, and nothing would correct it.
 */

type Patch = (data: never) => unknown;
/** What to do with a reply once it arrives. */
type Later = { patches: Patch[]; again: boolean };
type LaterByQuery = WeakMap<Query, Later>;

const clients = new WeakMap<QueryClient, LaterByQuery>();

function laterOf(client: QueryClient): LaterByQuery {
  const known = clients.get(client);
  if (known) return known;
  const later: LaterByQuery = new WeakMap();
  clients.set(client, later);
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    const ended = action.type === 'error' || (action.type === 'success' && !action.manual);
    // A request that starts now reads all changes so far.
    if (!ended && action.type !== 'fetch') return;
    const due = later.get(query);
    later.delete(query);
    if (!due || !ended) return;
    if (action.type === 'success' && due.patches.length > 0)
      client.setQueryData(query.queryKey, (data: never) =>
        due.patches.reduce((patched: unknown, patch) => patch(patched as never), data),
      );
    if (due.again) void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  });
  return later;
}

function noteLater(client: QueryClient, query: Query): Later {
  const later = laterOf(client);
  const noted = later.get(query) ?? { patches: [], again: false };
  later.set(query, noted);
  return noted;
}

/**
 * Patches the cached queries with this key prefix, and those being fetched once they arrive: `patch` may get a reply
 * that already contains the event.
 */
export function patchQueries<Data>(client: QueryClient, queryKey: QueryKey, patch: (data: Data) => Data): void {
  for (const query of client.getQueryCache().findAll({ queryKey })) {
    if (query.state.fetchStatus === 'fetching') noteLater(client, query).patches.push(patch as Patch);
    if (query.state.data !== undefined) client.setQueryData<Data>(query.queryKey, (data) => data && patch(data));
  }
}

/** Refetches queries because of an event. A query that is being fetched is fetched again afterwards. */
export function refetchQueries(client: QueryClient, queryKey: QueryKey): void {
  for (const query of client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' }))
    noteLater(client, query).again = true;
  void client.invalidateQueries({ queryKey, predicate: ({ state }) => state.fetchStatus !== 'fetching' });
}
