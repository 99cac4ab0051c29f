import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { BayState, DerivedStay } from './derive-stays.ts';
import { type Differing, type Interval, storeIntervals } from './kept-intervals.ts';
import type { NewStay, StoredStay } from './stored-stays.ts';
import { quarterMs, settleMs } from './times.ts';

/** A bay whose states have been derived again since `start`, with its stays as they were stored and as they are. */
type Kept = {
  slot: { id: number; companyId: number; locationId: number };
  start: number;
  states: readonly BayState[];
  before: readonly StoredStay[];
  stays: readonly DerivedStay[];
};

/**
 * Keeps what is known of bays since their start, and has the quarters counted again of which that says something new.
 * Returns the intervals of each bay, those of the last minutes at least.
 */
export async function storePast(
  tx: Tx,
  derived: readonly Kept[],
  changed: readonly NewStay[],
): Promise<ReadonlyMap<number, readonly Interval[]>> {
  const { differing, intervals } = await storeIntervals(
    tx,
    derived.map(({ slot, start, states }) => ({
      slotId: slot.id,
      companyId: slot.companyId,
      locationId: slot.locationId,
      start,
      states,
    })),
  );
  const bySlot = Map.groupBy(changed, ({ slotId }) => slotId);
  const ofStays = derived.flatMap(({ slot: { id, companyId, locationId }, before, stays }) => {
    const fresh = bySlot.get(id) ?? [];
    const gone = before.filter(({ from }) => !stays.some((stay) => stay.from === from));
    return changedTimes(before, fresh, gone).map((from) => ({ companyId, locationId, from, to: from + 1 }));
  });
  await queueRecounts(tx, [...differing, ...ofStays]);
  return intervals;
}

/** The times at which stays begin or end otherwise than was known. */
function changedTimes(before: readonly StoredStay[], fresh: readonly NewStay[], gone: readonly StoredStay[]): number[] {
  const ends = ({ from, to }: Pick<StoredStay, 'from' | 'to'>) => (to === null ? [from] : [from, to]);
  return [
    ...gone.flatMap(ends),
    ...fresh.flatMap((stay) => {
      const known = before.find(({ from }) => from === stay.from);
      if (!known || known.counted !== stay.counted) return ends(stay);
      return known.to === stay.to ? [] : [known.to, stay.to].filter((at) => at !== null);
    }),
  ];
}

/** Has the past quarters of locations counted again, once what arrives late has arrived. */
async function queueRecounts(tx: Tx, differing: readonly Differing[]): Promise<void> {
  const now = Date.now();
  const current = Math.floor(now / quarterMs) * quarterMs;
  const past = differing.filter(({ from }) => from < current);
  if (past.length === 0) return;
  const rows = [...Map.groupBy(past, ({ locationId }) => locationId).values()].flatMap((ofLocation) =>
    joinedQuarters(ofLocation.map((one) => ({ ...one, to: Math.min(one.to, current) }))),
  );
  await sql`
    INSERT INTO sparking_recount (company_id, location_id, from_at, to_at, due_at)
    SELECT "companyId", "locationId", coalesce(to_timestamp("from" / 1000), '-infinity'), to_timestamp("to" / 1000), now() + ${settleMs}::float8 * interval '1 millisecond'
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS n ("companyId" integer, "locationId" integer, "from" float8, "to" float8)`.execute(
    tx,
  );
}

/** The whole quarters that contain these times; those that touch are one. */
export function joinedQuarters<Span extends { from: number; to: number }>(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const from = Math.floor(span.from / quarterMs) * quarterMs;
    const to = Math.ceil(span.to / quarterMs) * quarterMs;
    const last = joined.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else joined.push({ ...span, from, to });
  }
  return joined;
}
