import { z } from 'zod';
import type { Kit } from '#platform/server/kit.ts';
import type { Place } from '../common/roads.ts';

export type RoadsKit = { log: Pick<Kit['log'], 'warn'>; settings: Pick<Kit['settings'], 'routingUrl'> };

const answerWithinMs = 5000;

/** OSRM writes longitude first. */
const position = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]);
const amount = z.number().nonnegative();
const leg = z.object({ distance: amount, duration: amount });
const routes = z.object({
  code: z.literal('Ok'),
  routes: z
    .array(leg.extend({ legs: z.array(leg), geometry: z.object({ coordinates: z.array(position).min(2) }) }))
    .min(1),
});
const table = z.object({
  code: z.literal('Ok'),
  distances: z.array(z.array(amount)),
  durations: z.array(z.array(amount)),
});
/** A call of the road server and the shape of its answer. */
type Call<Answer extends z.ZodType> = { name: 'route' | 'table'; answer: Answer };
export const osrmRoute = { name: 'route', answer: routes } as const satisfies Call<z.ZodType>;
export const osrmTable = { name: 'table', answer: table } as const satisfies Call<z.ZodType>;

/**
 * Calls the road server of the installation (OSRM HTTP API). Returns null without one, and if it does not answer in time or
 * as expected, which is logged. It waits up to five seconds: not to be called within a transaction.
 */
export async function askOsrm<Answer extends z.ZodType>(
  kit: RoadsKit,
  { name, answer }: Call<Answer>,
  places: readonly Place[],
  query: Record<string, string>,
  withinMs = answerWithinMs,
): Promise<z.output<Answer> | null> {
  const base = kit.settings.routingUrl;
  if (!base) return null;
  try {
    const answered = await fetch(callUrl(base, name, places, query), {
      signal: AbortSignal.timeout(withinMs),
      headers: { accept: 'application/json' },
    });
    if (!answered.ok) {
      await answered.body?.cancel();
      throw new Error(`status ${answered.status}`);
    }
    return answer.parse(await answered.json());
  } catch (error) {
    // The URL can contain a key of the provider, so only the reason is logged.
    kit.log.warn({ reason: reasonOf(error) }, 'the road server did not answer: ways are straight lines');
    return null;
  }
}

/** The URL of a call. The base can have a path and a query, such as a key. */
function callUrl(base: string, call: string, places: readonly Place[], query: Record<string, string>): URL {
  const url = new URL(base);
  const at = places.map(({ lat, lng }) => `${lng},${lat}`).join(';');
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${call}/v1/driving/${at}`;
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError)
    return `its answer has another shape at ${error.issues[0]?.path.join('.') || 'the top'}`;
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
