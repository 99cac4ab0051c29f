import { type DehydratedState, dehydrate, hydrate, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { openRecord } from './record-store.ts';

/**
 * The replies that the last pages of the person showed, kept for starts without a network: in IndexedDB, for one person
 * and customer, within limits of age and size.
 */

/** A reply as it is kept: its data as JSON. */
type KeptReply = { queryKey: QueryKey; queryHash: string; at: number; text: string };
/** `replies` is absent in what an earlier version has kept. */
type KeptReplies = { owner: string; at: number; replies?: KeptReply[] };
type Query = DehydratedState['queries'][number];

const maxAgeMs = 3 * 24 * 3_600_000;
const maxCount = 200;
/** In characters of JSON. */
const maxSize = { one: 300_000, all: 3_000_000 };
const gatherMs = 1000;

/** The names of calls and fields that are secret, or may contain secrets. */
const secretCall = /secret|credential|password|session|two-?step|recovery|provisioning|claim|invitation|api-?key/i;
const secretField = /"[^"]*(?:secret|password|recovery|privateKey)[^"]*":(?!null|"")/i;

/** Whether a body or reply contains a field that may be secret. */
export const hasSecret = (data: unknown): boolean => secretField.test(JSON.stringify(data) ?? '');

const nameOf = (key: QueryKey): string => key.filter((part) => typeof part === 'string').join('.');

/**
 * Whether the JSON of a value is certainly longer than this. Counting stops there, because a value may contain ten
 * thousand devices.
 */
function isLonger(value: unknown, length: number): boolean {
  let left = length;
  const count = (one: unknown): boolean => {
    if (typeof one === 'string') left -= one.length + 2;
    else if (typeof one !== 'object' || one === null) left -= 1;
    else if (Array.isArray(one)) return one.some((part) => count(part));
    else
      for (const [name, part] of Object.entries(one)) {
        left -= name.length + 3;
        if (count(part)) return true;
      }
    return left < 0;
  };
  return count(value);
}

/** Null for what may not be kept. Replies are never changed in place, so that each is turned into text once. */
const texts = new WeakMap<object, string | null>();

function textOf(data: unknown): string | null {
  const object = typeof data === 'object' && data !== null ? data : undefined;
  const before = object && texts.get(object);
  if (before !== undefined) return before;
  const whole = isLonger(data, maxSize.one) ? null : (JSON.stringify(data) ?? null);
  const text = whole === null || whole.length > maxSize.one || secretField.test(whole) ? null : whole;
  if (object) texts.set(object, text);
  return text;
}

/** A successful query as it is kept; undefined for one that may not be kept. */
function replyOf({ queryKey, queryHash, state }: Query): KeptReply | undefined {
  if (secretCall.test(nameOf(queryKey))) return undefined;
  const text = textOf(state.data);
  return text === null ? undefined : { queryKey, queryHash, at: state.dataUpdatedAt, text };
}

/** The replies that are kept, the newest first, within the limits. */
export function keptOf(replies: readonly KeptReply[], now: number): KeptReply[] {
  let size = 0;
  return replies
    .filter(({ at }) => now - at < maxAgeMs)
    .toSorted((a, b) => b.at - a.at)
    .slice(0, maxCount)
    .filter(({ text }) => {
      if (size + text.length > maxSize.all) return false;
      size += text.length;
      return true;
    });
}

const record = openRecord<KeptReplies>('queries');

const restored = {
  status: 'success',
  fetchStatus: 'idle',
  dataUpdateCount: 1,
  error: null,
  errorUpdateCount: 0,
  errorUpdatedAt: 0,
  fetchFailureCount: 0,
  fetchFailureReason: null,
  fetchMeta: null,
  isInvalidated: false,
} as const;

/** Restores what was kept for this owner, for queries that have no newer data. Returns the number of queries. */
export async function restoreQueries(client: QueryClient, owner: string, now = Date.now()): Promise<number> {
  const kept = await record.get();
  if (kept?.owner !== owner) return 0;
  const replies = keptOf(kept.replies ?? [], now);
  const queries = replies.map(({ queryKey, queryHash, at, text }) => ({
    queryKey,
    queryHash,
    dehydratedAt: at,
    state: { ...restored, data: JSON.parse(text) as unknown, dataUpdatedAt: at },
  }));
  // Unused queries stay as long as the page: without a network they cannot be read again.
  hydrate(client, { mutations: [], queries }, { defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } });
  return replies.length;
}

/** The successful queries of the client that may be kept. Images and files are not. */
export const repliesIn = (client: QueryClient): KeptReply[] =>
  dehydrate(client, {
    shouldDehydrateQuery: ({ state }) => state.status === 'success' && !(state.data instanceof Blob),
  }).queries.flatMap((query) => replyOf(query) ?? []);

/** Stores the successful queries of the client for this owner, in addition to those stored before. */
async function storeQueries(client: QueryClient, owner: string, now = Date.now()): Promise<void> {
  const newer = repliesIn(client);
  const removalsBefore = removals;
  const before = await record.get();
  if (removals !== removalsBefore) return;
  const earlier = before?.owner === owner ? (before.replies ?? []) : [];
  const byHash = new Map([...earlier, ...newer].map((reply) => [reply.queryHash, reply]));
  await record.set({ owner, at: now, replies: keptOf([...byHash.values()], now) });
}

/** How often everything was removed: replies read before a removal are not stored after it. */
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
    if (current) storeQueries(client, current).catch((error: unknown) => console.warn('Pages are not kept', error));
  };
  client.getQueryCache().subscribe(({ type, ...event }) => {
    if (due || type !== 'updated' || !('action' in event) || event.action.type !== 'success') return;
    due = true;
    setTimeout(save, gatherMs);
  });
}
