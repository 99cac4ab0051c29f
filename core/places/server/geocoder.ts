import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';

type GeocoderContext = Pick<Kit, 'people' | 'log' | 'publicUrl' | 'settings'>;

const answerWithinMs = 4000;
/** Requests that would wait longer for their turn are not answered. */
const maxWaitMs = 2000;
const maxCached = 500;
const cacheMs = 24 * 3_600_000;
export const maxResults = 8;

const degrees = (most: number) => z.coerce.number().min(-most).max(most);
const geocoderResult = z.object({
  lat: degrees(90),
  lon: degrees(180),
  display_name: z.string(),
  address: z.object({ country_code: z.string().length(2).toUpperCase().optional() }).optional(),
});
export type GeocoderResult = z.infer<typeof geocoderResult>;
const answers = {
  search: z.array(geocoderResult),
  // Nominatim answers unknown locations, such as at sea, with status 200 and an error.
  reverse: z.union([geocoderResult, z.object({ error: z.unknown() }).transform(() => null)]),
};
type Call = keyof typeof answers;
type Answer<C extends Call> = z.infer<(typeof answers)[C]>;

/** Answers of the last day by URL, the oldest first. */
const cachedAnswers = new Map<string, { answer: unknown; until: number }>();

/**
 * Calls the geocoder of the installation (Nominatim API), with a cache. Returns null without a geocoder, with too many
 * requests, and for errors, which are logged. Waits up to six seconds: not to be called within a transaction.
 */
export async function askGeocoder<C extends Call>(
  kit: GeocoderContext,
  call: C,
  query: Record<string, string>,
): Promise<Answer<C> | null> {
  const base = kit.settings.geocoderUrl;
  if (!base) return null;
  const url = callUrl(base, call, query);
  const cached = cachedAnswers.get(url.href);
  if (cached && cached.until > Date.now()) return cached.answer as Answer<C>;
  const wait = await reserveTurn(kit);
  if (wait === null) {
    kit.log.warn('the geocoder is needed more often than once a second: some searches find only cities');
    return null;
  }
  try {
    await pause(wait);
    const answer = answers[call].parse(await fetchJson(url, kit.publicUrl)) as Answer<C>;
    cacheAnswer(url.href, answer);
    return answer;
  } catch (error) {
    // The URL can contain a key of the provider, so only the reason is logged.
    kit.log.warn({ reason: reasonOf(error as Error) }, 'the geocoder did not answer: searches find only cities');
    return null;
  }
}

/** The URL of a call. The base can have a path and a query, such as a key. */
function callUrl(base: string, call: Call, query: Record<string, string>): URL {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${call}`;
  for (const [name, value] of Object.entries({ ...query, format: 'jsonv2', addressdetails: '1' }))
    url.searchParams.set(name, value);
  return url;
}

async function fetchJson(url: URL, publicUrl: string): Promise<unknown> {
  const reply = await fetch(url, {
    signal: AbortSignal.timeout(answerWithinMs),
    // Required by the usage policy of Nominatim.
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

function cacheAnswer(url: string, answer: unknown): void {
  cachedAnswers.delete(url);
  cachedAnswers.set(url, { answer, until: Date.now() + cacheMs });
  const [oldest] = cachedAnswers.keys();
  if (cachedAnswers.size > maxCached && oldest !== undefined) cachedAnswers.delete(oldest);
}

/** Reserves a turn, one per second across all processes. Returns the time to wait in milliseconds; null if it is too long. */
async function reserveTurn(kit: GeocoderContext): Promise<number | null> {
  const reserved = await inSystem(kit.people.db, (tx) =>
    sql<{ wait: number }>`
      UPDATE geocoder_turn SET next_at = greatest(next_at, clock_timestamp()) + interval '1 second'
       WHERE next_at <= clock_timestamp() + ${maxWaitMs} * interval '1 millisecond'
      RETURNING greatest(0, extract(epoch FROM next_at - interval '1 second' - clock_timestamp()) * 1000)::float8 AS wait`.execute(
      tx,
    ),
  );
  return reserved.rows[0]?.wait ?? null;
}
