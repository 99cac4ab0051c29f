import { sql } from 'kysely';
import { dueBatch } from '#platform/server/due.ts';
import { joinedQuarters } from '../stays/kept-past.ts';
import { quarterMs } from '../stays/times.ts';
import { instantOf, ms } from './bay-spans.ts';
import { countQuarters } from './count-quarters.ts';

const locationsAtOnce = 200;
const recountsAtOnce = 500;
/** So many quarters are counted in one transaction: a car park may have been left alone for years. */
export const quartersAtOnce = 96;
/** Reports of the end of a quarter arrive a little later. */
export const afterMs = 120_000;

type Location = { id: number; countedUntil: string };

/** Counts the quarters that have ended, of all locations that are as far as each other in one go. */
export const dueQuarters = dueBatch<Location>(
  'quarters of car parks',
  { table: 'sparking_counted', at: 'due_at' },
  locationsAtOnce,
  async ({ tx }, taken) => {
    const ended = Math.floor((Date.now() - afterMs) / quarterMs) * quarterMs;
    for (const [from, locations] of Map.groupBy(taken, ({ countedUntil }) => Date.parse(countedUntil))) {
      const to = Math.max(from, Math.min(ended, from + quartersAtOnce * quarterMs));
      const ids = locations.map(({ id }) => id);
      await countQuarters(tx, ids, { from, to });
      await sql`
        UPDATE sparking_counted SET counted_until = ${instantOf(to)}, due_at = ${instantOf(to + quarterMs + afterMs)} WHERE id = ANY (${ids}::integer[])`.execute(
        tx,
      );
    }
  },
);

type Recount = { id: number; locationId: number };
type Span = { from: number; to: number; locationId: number };

/**
 * Counts quarters again of which late reports say something new, once for all reports about a location that have come by
 * then. What was not counted yet is left to its time.
 */
export const dueRecounts = dueBatch<Recount>(
  'late reports of car parks',
  { table: 'sparking_recount', at: 'due_at' },
  recountsAtOnce,
  async ({ tx }, taken) => {
    const ids = [...new Set(taken.map(({ locationId }) => locationId))];
    await sql`SELECT FROM sparking_counted c WHERE c.id = ANY (${ids}::integer[]) ORDER BY c.id FOR UPDATE`.execute(tx);
    const { rows } = await sql<Span>`
      WITH gone AS (DELETE FROM sparking_recount WHERE location_id = ANY (${ids}::integer[]) RETURNING location_id, from_at, to_at)
      SELECT g.location_id, ${ms('s.from_at')} AS "from", ${ms('s.to_at')} AS "to"
        FROM gone g JOIN sparking_counted c ON c.id = g.location_id
       CROSS JOIN LATERAL (SELECT min(h.from_at) AS from_at FROM sparking_hours h WHERE h.location_id = g.location_id) h
       CROSS JOIN LATERAL (SELECT greatest(g.from_at, h.from_at) AS from_at, least(g.to_at, c.counted_until) AS to_at) s
       WHERE s.from_at < s.to_at ORDER BY g.location_id, s.from_at`.execute(tx);
    const spans = [...Map.groupBy(rows, ({ locationId }) => locationId).values()]
      .flatMap(joinedQuarters)
      .flatMap(parts);
    const alike = Map.groupBy(spans, ({ from, to }) => `${from} ${to}`);
    for (const [first, ...others] of alike.values())
      if (first)
        await countQuarters(
          tx,
          [first, ...others].map(({ locationId }) => locationId),
          first,
        );
  },
);

/** The parts of a span that are counted with one statement each. */
function parts({ from, to, locationId }: Span): Span[] {
  const step = quartersAtOnce * quarterMs;
  return Array.from({ length: Math.ceil((to - from) / step) }, (_, n) => ({
    locationId,
    from: from + n * step,
    to: Math.min(to, from + (n + 1) * step),
  }));
}
