import { type DehydratedState, dehydrate, hydrate, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { openRecord } from './record-store.ts';

/**
 * The replies that the last pages of the person showed, kept for starts without a network: in IndexedDB, for one person
 * and customer, within limits of age and size.
 */

export type KeptQueries = { owner: string; at: number; queries: DehydratedState['queries'] };
type Entry = DehydratedState['queries'][number];

const maxAgeMs = 3 * 24 * 3_600_000;
const maxCount = 200;
/** In characters of JSON. */
const maxSize = { one: 300_000, all: 3_000_000 };
const gatherMs = 1000;

/** What is secret, or may contain secrets, by the names of calls and fields. */
const secretCall = /secret|credential|password|session|two-?step|recovery|provisioning|claim|invitation|api-?key/i;
const secretField = /"[^"]*(?:secret|password|recovery|privateKey)[^"]*":(?!null|"")/i;

/** Whether a body or reply contains a field that may be secret. */
export const hasSecret = (data: unknown): boolean => secretField.test(JSON.stringify(data) ?? '');

const nameOf = (key: QueryKey): string => key.filter((part) => typeof part === 'string').join('.');

/** The queries that are kept, the newest first, within the limits. */
export function keptOf(queries: readonly Entry[], now: number): Entry[] {
  let size = 0;
  return queries
    .filter(({ state, queryKey }) => now - state.dataUpdatedAt < maxAgeMs && !secretCall.test(nameOf(queryKey)))
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .slice(0, maxCount)
    .filter(({ state }) => {
      const text = JSON.stringify(state.data) ?? '';
      if (secretField.test(text) || text.length > maxSize.one || size + text.length > maxSize.all) return false;
      size += text.length;
      return true;
    });
}

const record = openRecord<KeptQueries>('queries');

/** Restores what was kept for this owner, for queries that have no newer data. Returns the number of queries. */
export async function restoreQueries(client: QueryClient, owner: string, now = Date.now()): Promise<number> {
  const kept = await record.get();
  if (kept?.owner !== owner) return 0;
  const queries = keptOf(kept.queries, now);
  // Unused queries stay as long as the page: without a network they cannot be read again.
  hydrate(client, { mutations: [], queries }, { defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } });
  return queries.length;
}

/** Keeps the successful queries of the client for this owner, besides those that were kept before. */
export async function keepQueries(client: QueryClient, owner: string, now = Date.now()): Promise<void> {
  const { queries } = dehydrate(client, {
    // Images and files are not kept.
    shouldDehydrateQuery: ({ state }) => state.status === 'success' && !(state.data instanceof Blob),
  });
  const removalsBefore = removals;
  const before = await record.get();
  if (removals !== removalsBefore) return;
  const earlier = before?.owner === owner ? before.queries : [];
  const byHash = new Map([...earlier, ...queries].map((query) => [query.queryHash, query]));
  await record.set({ owner, at: now, queries: JSON.parse(JSON.stringify(keptOf([...byHash.values()], now))) });
}

/** How often everything was removed: what was read before is not kept afterwards. */
let removals = 0;

export function forgetQueries(): Promise<void> {
  removals += 1;
  return record.remove();
}

/** Keeps the queries of the owner a second after they change. `owner` is null when nothing may be kept. */
export function followQueries(client: QueryClient, owner: () => string | null): void {
  let due = false;
  const save = () => {
    due = false;
    const current = owner();
    if (current) keepQueries(client, current).catch((error: unknown) => console.warn('Pages are not kept', error));
  };
  client.getQueryCache().subscribe(({ type, ...event }) => {
    if (due || type !== 'updated' || !('action' in event) || event.action.type !== 'success') return;
    due = true;
    setTimeout(save, gatherMs);
  });
}
