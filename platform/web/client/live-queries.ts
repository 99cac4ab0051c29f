import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/*
 * An answer that is on its way when an event arrives may have been read before what the event tells of. Laid over the
 * kept answer it would undo the event, and nothing would ever correct it.
 */

type Patch = (data: never) => unknown;
/** What has to be done to an answer on its way once it is there. */
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
    // A request that begins now reads what every event so far told of.
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
 * Changes the kept answers whose key begins so by what an event tells, and those that are on their way once they are
 * there: `patch` may meet an answer that knows the event already.
 */
export function patchQueries<Data>(client: QueryClient, queryKey: QueryKey, patch: (data: Data) => Data): void {
  for (const query of client.getQueryCache().findAll({ queryKey })) {
    if (query.state.fetchStatus === 'fetching') noteLater(client, query).patches.push(patch as Patch);
    if (query.state.data !== undefined) client.setQueryData<Data>(query.queryKey, (data) => data && patch(data));
  }
}

/** Reads answers again because an event told of a change. One that is on its way is read once more after it. */
export function refetchQueries(client: QueryClient, queryKey: QueryKey): void {
  for (const query of client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' }))
    noteLater(client, query).again = true;
  void client.invalidateQueries({ queryKey, predicate: ({ state }) => state.fetchStatus !== 'fetching' });
}
