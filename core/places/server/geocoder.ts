import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import { inSystem } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';

type Asking = Pick<Kit, 'people' | 'log' | 'publicUrl' | 'settings'>;

const answerWithinMs = 4000;
/** Who would wait longer for their turn gets no answer instead. */
const longestWaitMs = 2000;
const maxCached = 500;
const keptMs = 24 * 3_600_000;
export const mostResults = 8;

const degrees = (most: number) => z.coerce.number().min(-most).max(most);
const found = z.object({
  lat: degrees(90),
  lon: degrees(180),
  display_name: z.string(),
  address: z.object({ country_code: z.string().length(2).toUpperCase().optional() }).optional(),
});
export type Found = z.infer<typeof found>;
const answers = {
  search: z.array(found),
  // Nominatim says so with status 200 where it knows nothing, such as at sea.
  reverse: z.union([found, z.object({ error: z.unknown() }).transform(() => null)]),
};
type Call = keyof typeof answers;
type Answer<C extends Call> = z.infer<(typeof answers)[C]>;

/** Answers of the last day by their whole question, the oldest first. */
const kept = new Map<string, { answer: unknown; until: number }>();

/**
 * Asks the installation's geocoder (Nominatim's interface) for what it has not told yet; null without one, while too
 * many ask, and when it fails, which the log tells. Waits up to six seconds: never to be called within a transaction.
 */
export async function askGeocoder<C extends Call>(
  kit: Asking,
  call: C,
  query: Record<string, string>,
): Promise<Answer<C> | null> {
  const base = kit.settings.geocoderUrl;
  if (!base) return null;
  const url = addressOf(base, call, query);
  const known = kept.get(url.href);
  if (known && known.until > Date.now()) return known.answer as Answer<C>;
  const wait = await nextTurn(kit);
  if (wait === null) {
    kit.log.warn('the geocoder is asked more often than once a second: some searches find cities only');
    return null;
  }
  try {
    await pause(wait);
    const answer = answers[call].parse(await fetched(url, kit.publicUrl)) as Answer<C>;
    keep(url.href, answer);
    return answer;
  } catch (error) {
    // The address may carry a key of the provider: the log gets the reason alone.
    kit.log.warn({ reason: reasonOf(error as Error) }, 'the geocoder did not answer: searches find cities only');
    return null;
  }
}

/** The base may have a path and a query of its own, such as a key. */
function addressOf(base: string, call: Call, query: Record<string, string>): URL {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${call}`;
  for (const [name, value] of Object.entries({ ...query, format: 'jsonv2', addressdetails: '1' }))
    url.searchParams.set(name, value);
  return url;
}

async function fetched(url: URL, publicUrl: string): Promise<unknown> {
  const reply = await fetch(url, {
    signal: AbortSignal.timeout(answerWithinMs),
    // Nominatim's policy asks for the name of who asks.
    headers: { 'user-agent': `Rasid (${publicUrl})`, accept: 'application/json' },
  });
  if (!reply.ok) {
    await reply.body?.cancel();
    throw new Error(`status ${reply.status}`);
  }
  return reply.json();
}

const reasonOf = (error: Error): string =>
  error instanceof z.ZodError
    ? `its answer is of another shape at ${error.issues[0]?.path.join('.') || 'the top'}`
    : error.cause instanceof Error
      ? error.cause.message
      : error.message;

function keep(question: string, answer: unknown): void {
  kept.delete(question);
  kept.set(question, { answer, until: Date.now() + keptMs });
  const [oldest] = kept.keys();
  if (kept.size > maxCached && oldest !== undefined) kept.delete(oldest);
}

/** How long to wait (ms) for the turn that this reserves, one a second over all processes; null while too many wait. */
async function nextTurn(kit: Asking): Promise<number | null> {
  const taken = await inSystem(kit.people.db, (tx) =>
    sql<{ wait: number }>`
      UPDATE geocoder_turn SET next_at = greatest(next_at, clock_timestamp()) + interval '1 second'
       WHERE next_at <= clock_timestamp() + ${longestWaitMs} * interval '1 millisecond'
      RETURNING greatest(0, extract(epoch FROM next_at - interval '1 second' - clock_timestamp()) * 1000)::float8 AS wait`.execute(
      tx,
    ),
  );
  return taken.rows[0]?.wait ?? null;
}
