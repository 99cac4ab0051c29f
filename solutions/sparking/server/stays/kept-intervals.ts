import { sql } from 'kysely';
import type { Quality } from '#core/states/common/state-interval.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { msSql } from '#platform/server/postgres/values.ts';
import type { BayState } from './derive-stays.ts';
import { waverMs } from './times.ts';

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

/** `wanted`: all that is known now; `keep`: what of that is new, or other than it was. */
type Change = { wanted: Interval[]; keep: Interval[]; gone: Interval[]; from: number; to: number };

/** How the intervals of a bay since `start` are brought up to date. */
export function changeOf(stored: readonly Interval[], { start, states }: Pick<Known, 'start' | 'states'>): Change {
  const fresh = states.flatMap(intervalOf).filter(({ to }) => to === null || to > start);
  // One that was known before and went on is kept whole.
  const first = Math.min(start, fresh[0]?.from ?? start);
  const before = stored.filter(({ from }) => from < first).map((one) => cut(one, first));
  const wanted = joined([...before, ...fresh]);
  const isSame = (one: Interval, other: Interval) =>
    one.from === other.from && one.to === other.to && one.occupied === other.occupied && one.quality === other.quality;
  const keep = wanted.filter((one) => !stored.some((other) => isSame(one, other)));
  const gone = stored.filter((one) => !wanted.some(({ from }) => from === one.from));
  return { wanted, keep, gone, ...differingTime(stored, wanted) };
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
 * Returns where the past has changed, and the intervals of each bay, those of the last minutes at least. Runs as the role
 * that sees all rows.
 */
export async function storeIntervals(
  tx: Tx,
  all: readonly Known[],
): Promise<{ differing: Differing[]; intervals: ReadonlyMap<number, readonly Interval[]> }> {
  const stored = await intervalsSince(tx, all);
  const changes = all.map((one) => ({ ...one, ...changeOf(stored.get(one.slotId) ?? [], one) }));
  const kept = changes.map(({ slotId, companyId, keep }) => {
    const known = new Set(stored.get(slotId)?.map(({ from }) => from));
    const rows = keep.map((one) => ({ slotId, companyId, ...one }));
    return Object.groupBy(rows, ({ from }) => (known.has(from) ? 'known' : 'fresh'));
  });
  await deleteRows(
    tx,
    changes.flatMap(({ slotId, gone }) => gone.map(({ from }) => ({ slotId, from }))),
  );
  await updateRows(
    tx,
    kept.flatMap(({ known = [] }) => known),
  );
  await insertRows(
    tx,
    kept.flatMap(({ fresh = [] }) => fresh),
  );
  return {
    differing: changes.flatMap(({ companyId, locationId, from, to }) =>
      from < to ? [{ companyId, locationId, from, to }] : [],
    ),
    intervals: new Map(changes.map(({ slotId, wanted }) => [slotId, wanted])),
  };
}

type Stored = Interval & { slotId: number; companyId: number };

async function deleteRows(tx: Tx, rows: readonly Pick<Stored, 'slotId' | 'from'>[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    DELETE FROM sparking_interval i USING unnest(${rows.map(({ slotId }) => slotId)}::integer[], ${rows.map(({ from }) => from)}::float8[]) AS n (slot_id, "from")
     WHERE i.slot_id = n.slot_id AND i.from_at = to_timestamp(n."from" / 1000)`.execute(tx);
}

async function updateRows(tx: Tx, rows: readonly Stored[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    UPDATE sparking_interval i SET to_at = to_timestamp(n."to" / 1000), occupied = n.occupied, quality = n.quality
      FROM unnest(${rows.map(({ slotId }) => slotId)}::integer[], ${rows.map(({ from }) => from)}::float8[], ${rows.map(({ to }) => to)}::float8[],
                  ${rows.map(({ occupied }) => occupied)}::boolean[], ${rows.map(({ quality }) => quality)}::text[]) AS n (slot_id, "from", "to", occupied, quality)
     WHERE i.slot_id = n.slot_id AND i.from_at = to_timestamp(n."from" / 1000)`.execute(tx);
}

async function insertRows(tx: Tx, rows: readonly Stored[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    INSERT INTO sparking_interval (slot_id, company_id, from_at, to_at, occupied, quality)
    SELECT n.slot_id, n.company_id, to_timestamp(n."from" / 1000), to_timestamp(n."to" / 1000), n.occupied, n.quality
      FROM unnest(${rows.map(({ slotId }) => slotId)}::integer[], ${rows.map(({ companyId }) => companyId)}::integer[], ${rows.map(({ from }) => from)}::float8[],
                  ${rows.map(({ to }) => to)}::float8[], ${rows.map(({ occupied }) => occupied)}::boolean[], ${rows.map(({ quality }) => quality)}::text[])
           AS n (slot_id, company_id, "from", "to", occupied, quality)
     ORDER BY n.slot_id, n."from"`.execute(tx);
}

/** Of each bay the intervals of the last minutes, those that begin since its start or the first of its states, and the last one before. */
async function intervalsSince(tx: Tx, all: readonly Known[]): Promise<Map<number, Row[]>> {
  const recent = Date.now() - waverMs;
  const since = all.map(({ slotId, start, states }) => ({
    slotId,
    start: Math.min(recent, start, ...states.filter(({ to }) => to === null || to > start).map(({ from }) => from)),
  }));
  const { rows } = await sql<Row>`
    SELECT i.slot_id, ${sql.raw(msSql('i.from_at'))} AS "from", ${sql.raw(msSql('i.to_at'))} AS "to", i.occupied, i.quality
      FROM unnest(${since.map(({ slotId }) => slotId)}::integer[], ${since.map(({ start }) => start)}::float8[]) AS n (slot_id, start)
     CROSS JOIN LATERAL (
       (SELECT * FROM sparking_interval b WHERE b.slot_id = n.slot_id AND b.from_at < to_timestamp(n.start / 1000) ORDER BY b.from_at DESC LIMIT 1)
       UNION ALL SELECT * FROM sparking_interval a WHERE a.slot_id = n.slot_id AND a.from_at >= to_timestamp(n.start / 1000)) i
     ORDER BY i.slot_id, i.from_at`.execute(tx);
  return Map.groupBy(rows, ({ slotId }) => slotId);
}
