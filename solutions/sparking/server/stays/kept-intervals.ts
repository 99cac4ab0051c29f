import { sql } from 'kysely';
import type { Quality } from '#core/states/common/state-interval.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { BayState } from './derive-stays.ts';

/** A time in which a bay was known to be occupied or free, in ms since 1970; `to` is null if it lasts. */
export type Interval = { from: number; to: number | null; occupied: boolean; quality: Quality };

/** The states of a bay from a time on, -Infinity for all. */
export type Known = {
  slotId: number;
  companyId: number;
  locationId: number;
  start: number;
  states: readonly BayState[];
};
/** From when until when the past of a bay is another than was known. */
export type Differing = { companyId: number; locationId: number; from: number; to: number };

type Row = Interval & { slotId: number };

const intervalOf = ({ from, to, value, quality }: BayState): Interval[] =>
  value === null ? [] : [{ from, to, occupied: value > 0, quality }];

/** What follows on itself is one interval: a person who confirms a state begins no other one. */
function joined(all: readonly Interval[]): Interval[] {
  const result: Interval[] = [];
  for (const one of all) {
    const last = result.at(-1);
    if (last && last.to === one.from && last.occupied === one.occupied) last.to = one.to;
    else result.push({ ...one });
  }
  return result;
}

type Change = { keep: Interval[]; gone: Interval[]; from: number; to: number };

/** How the intervals of a bay since `start` are brought up to date; null if nothing is other than it was. */
export function changeOf(
  stored: readonly Interval[],
  { start, states }: Pick<Known, 'start' | 'states'>,
): Change | null {
  const fresh = states.flatMap(intervalOf).filter(({ to }) => to === null || to > start);
  // One that was known before and went on is kept whole.
  const first = Math.min(start, fresh[0]?.from ?? start);
  const before = stored.filter(({ from }) => from < first).map((one) => cut(one, first));
  const wanted = joined([...before, ...fresh]);
  const isSame = (one: Interval, other: Interval) =>
    one.from === other.from && one.to === other.to && one.occupied === other.occupied && one.quality === other.quality;
  const keep = wanted.filter((one) => !stored.some((other) => isSame(one, other)));
  const gone = stored.filter((one) => !wanted.some(({ from }) => from === one.from));
  if (keep.length === 0 && gone.length === 0) return null;
  return { keep, gone, ...differingTime(stored, wanted) };
}

const cut = (one: Interval, at: number): Interval => (one.to === null || one.to > at ? { ...one, to: at } : one);

/** From when until when two histories of a bay differ, by what they say at each time; Infinity: until now and later. */
function differingTime(one: readonly Interval[], other: readonly Interval[]): { from: number; to: number } {
  const times = [...new Set([...one, ...other].flatMap(({ from, to }) => [from, to ?? Number.POSITIVE_INFINITY]))].sort(
    (a, b) => a - b,
  );
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [n, at] of times.entries()) {
    if (stateAt(one, at) === stateAt(other, at)) continue;
    from = Math.min(from, at);
    to = times[n + 1] ?? Number.POSITIVE_INFINITY;
  }
  return { from, to };
}

const stateAt = (all: readonly Interval[], at: number): boolean | undefined =>
  all.find(({ from, to }) => from <= at && (to === null || to > at))?.occupied;

/**
 * Keeps the states of bays, which the caller has locked, from a time on, with as many statements for one as for all.
 * Returns where the past has changed. Runs as the role that sees all rows.
 */
export async function storeIntervals(tx: Tx, all: readonly Known[]): Promise<Differing[]> {
  const stored = await intervalsSince(tx, all);
  const changes = all.flatMap((one) => {
    const change = changeOf(stored.get(one.slotId) ?? [], one);
    return change ? [{ ...one, ...change }] : [];
  });
  const gone = changes.flatMap(({ slotId, gone: old }) => old.map(({ from }) => ({ slotId, from })));
  if (gone.length > 0)
    await sql`
      DELETE FROM sparking_interval i USING jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) AS n ("slotId" integer, "from" float8)
       WHERE i.slot_id = n."slotId" AND i.from_at = to_timestamp(n."from" / 1000)`.execute(tx);
  const rows = changes.flatMap(({ slotId, companyId, keep }) => keep.map((one) => ({ slotId, companyId, ...one })));
  await sql`
    INSERT INTO sparking_interval (slot_id, from_at, to_at, company_id, occupied, quality)
    SELECT "slotId", to_timestamp("from" / 1000), to_timestamp("to" / 1000), "companyId", occupied, quality
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS n ("slotId" integer, "from" float8, "to" float8, "companyId" integer, occupied boolean, quality text)
     ORDER BY "slotId", "from"
    ON CONFLICT (slot_id, from_at) DO UPDATE SET to_at = excluded.to_at, occupied = excluded.occupied, quality = excluded.quality`.execute(
    tx,
  );
  return changes.flatMap(({ companyId, locationId, from, to }) =>
    from < to ? [{ companyId, locationId, from, to }] : [],
  );
}

/** Of each bay the intervals that begin since its start or the first of its states, and the last one before. */
async function intervalsSince(tx: Tx, all: readonly Known[]): Promise<Map<number, Row[]>> {
  const since = all.map(({ slotId, start, states }) => ({
    slotId,
    start: Math.min(start, ...states.filter(({ to }) => to === null || to > start).map(({ from }) => from)),
  }));
  const { rows } = await sql<Row>`
    SELECT i.slot_id, round(extract(epoch FROM i.from_at) * 1000)::float8 AS "from", round(extract(epoch FROM i.to_at) * 1000)::float8 AS "to", i.occupied, i.quality
      FROM unnest(${since.map(({ slotId }) => slotId)}::integer[], ${since.map(({ start }) => start)}::float8[]) AS n (slot_id, start)
     CROSS JOIN LATERAL (
       (SELECT * FROM sparking_interval b WHERE b.slot_id = n.slot_id AND b.from_at < to_timestamp(n.start / 1000) ORDER BY b.from_at DESC LIMIT 1)
       UNION ALL SELECT * FROM sparking_interval a WHERE a.slot_id = n.slot_id AND a.from_at >= to_timestamp(n.start / 1000)) i
     ORDER BY i.slot_id, i.from_at`.execute(tx);
  return Map.groupBy(rows, ({ slotId }) => slotId);
}
