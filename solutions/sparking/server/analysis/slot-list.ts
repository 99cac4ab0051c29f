import { type RawBuilder, sql } from 'kysely';
import type { ListQuery } from '#platform/common/list.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import {
  binMinutes,
  type SlotFigures,
  type SlotSort,
  type SlotSums,
  slotFigureList,
  slotSorts,
} from '../../common/analysis.ts';
import { knownShare, meanStay, occupiedShare } from '../../common/shares.ts';
import { type Asked, isAsked } from './asked.ts';
import { baySpans, instantOf, openAt, secondsOf } from './bay-spans.ts';
import { overstays } from './overstays.ts';

/**
 * The stays `y` of a FROM clause with what `stayColumns` counts: whether they began and ended in the period, how long they
 * lasted, and in which bin that is. OFFSET keeps PostgreSQL from computing it again for each count.
 */
export function stayFigures({ from, to }: Asked['period'], stays: RawBuilder<unknown>): RawBuilder<unknown> {
  const within = (column: 'from_at' | 'to_at') =>
    sql`y.counted AND y.${sql.ref(column)} >= ${instantOf(from)} AND y.${sql.ref(column)} < ${instantOf(to)}`;
  const seconds = sql`date_part('epoch', y.to_at - y.from_at)`;
  return sql`(
    SELECT y.slot_id, y.from_at, ${within('from_at')} AS began, ${within('to_at')} AS ended, ${seconds} AS seconds,
           width_bucket(${seconds} / 60, ${sql.lit(`{${binMinutes.join()}}`)}::float8[]) AS bin
      FROM ${stays} OFFSET 0)`;
}

const ofBins = [...binMinutes, null].map(
  (_, bin) => sql`(count(*) FILTER (WHERE y.ended AND y.bin = ${sql.lit(bin)}))::integer`,
);
/** Columns about `stayFigures` as `y`: those that began in the period, and those that ended in it. */
export const stayColumns = sql`(count(*) FILTER (WHERE y.began))::integer AS stays, (count(*) FILTER (WHERE y.ended))::integer AS ended,
  coalesce(sum(y.seconds) FILTER (WHERE y.ended), 0) AS ended_seconds,
  ARRAY[${sql.join(ofBins)}] AS bins,
  max(y.from_at) FILTER (WHERE y.began) AS last_stay_at`;

/** A condition on the stay `y` and the version `v` of its bay in which it began. */
export const isItsVersion = sql<boolean>`(v.slot_id = y.slot_id AND v.from_at <= y.from_at AND (v.to_at IS NULL OR v.to_at > y.from_at))`;
/** A condition on the stay `y`: some of it is in the period. */
export const isWithin = ({ from, to }: Asked['period']) =>
  sql<boolean>`(y.from_at < ${instantOf(to)} AND (y.to_at IS NULL OR y.to_at >= ${instantOf(from)}))`;

/** The sums of each bay, exact to the second, with as many statements for one as for all. */
export async function slotSums(tx: Tx, asked: Asked, slots: readonly number[] | null = null): Promise<SlotFigures[]> {
  const open = await openAt(tx, asked.ids, asked.period);
  const isOne = sql`(${slots}::integer[] IS NULL OR v.slot_id = ANY (${slots}::integer[]))`;
  const ofBays = sql`sparking_stay y JOIN sparking_slot_version v ON ${isItsVersion} AND ${isAsked(asked)} AND ${isOne}
    WHERE y.location_id = ANY (${asked.ids}::integer[]) AND ${isWithin(asked.period)}`;
  const { rows } = await sql<Omit<SlotFigures, 'overstaySeconds'>>`
    WITH ${baySpans(open, asked.period, sql`${isAsked(asked)} AND ${isOne}`)},
    parts AS (
      SELECT s.slot_id, sum(${secondsOf('s.spans')}) AS open, sum(${secondsOf("s.spans * coalesce(k.occupied, '{}')")}) AS occupied,
             sum(${secondsOf("s.spans * coalesce(k.free, '{}')")}) AS free
        FROM service s LEFT JOIN known k USING (slot_id) GROUP BY s.slot_id),
    stays AS (
      SELECT y.slot_id, ${stayColumns} FROM ${stayFigures(asked.period, ofBays)} y GROUP BY y.slot_id)
    SELECT t.id, t.number, t.location_id, t.group_id, p.open, p.occupied, p.free, p.open - p.occupied - p.free AS unknown,
           coalesce(y.stays, 0) AS stays, coalesce(y.ended, 0) AS ended, coalesce(y.ended_seconds, 0) AS ended_seconds,
           coalesce(y.bins, array_fill(0, ARRAY[${sql.lit(binMinutes.length + 1)}])) AS bins, y.last_stay_at
      FROM parts p JOIN sparking_slot t ON t.id = p.slot_id LEFT JOIN stays y ON y.slot_id = t.id ORDER BY t.number, t.id`.execute(
    tx,
  );
  const over = new Map((await overstays(tx, asked, slots)).map(({ slotId, seconds }) => [slotId, seconds]));
  return rows.map((row) => ({ ...row, overstaySeconds: over.get(row.id) ?? 0 }));
}

/** A page of bays in the order of their numbers: only its own figures are read, however many bays there are. */
export async function slotsByNumber(tx: Tx, asked: Asked, { sort, skip, limit }: ListQuery) {
  const open = await openAt(tx, asked.ids, asked.period);
  const opened = [...new Set(open.map(({ locationId }) => locationId))];
  const direction = sql.raw(sort?.direction === 'desc' ? 'DESC' : 'ASC');
  const { rows } = await sql<{ ids: number[]; count: number }>`
    WITH bay AS (
      SELECT DISTINCT t.id, t.number COLLATE "C" AS number FROM sparking_slot_version v JOIN sparking_slot t ON t.id = v.slot_id
       WHERE v.location_id = ANY (${opened}::integer[]) AND v.from_at < ${instantOf(asked.period.to)} AND (v.to_at IS NULL OR v.to_at > ${instantOf(asked.period.from)})
         AND v.from_at < coalesce(v.to_at, 'infinity') AND ${isAsked(asked)})
    SELECT ARRAY(SELECT b.id FROM bay b ORDER BY b.number ${direction}, b.id LIMIT ${limit} OFFSET ${skip}) AS ids, (SELECT count(*)::integer FROM bay) AS count`.execute(
    tx,
  );
  const { ids = [], count = 0 } = rows[0] ?? {};
  const byId = new Map((ids.length === 0 ? [] : await slotSums(tx, asked, ids)).map((bay) => [bay.id, bay]));
  return { data: ids.flatMap((id) => byId.get(id) ?? []), totalRecords: count };
}

const ratios = { occupancy: occupiedShare, coverage: knownShare, meanStay };
const isRatio = (field: SlotSort): field is keyof typeof ratios => field in ratios;

/** Sorts bays by one of their figures; those without it are last in both directions. */
export function sortedSlots(all: readonly SlotFigures[], sort: ListQuery['sort']): readonly SlotFigures[] {
  const field = slotSorts.find((one) => one === sort?.field) ?? slotFigureList.defaultSort[0];
  const sign = sort?.direction === 'desc' ? -1 : 1;
  const keyOf = (bay: SlotFigures) => (isRatio(field) ? ratios[field](bay) : bay[field]);
  return all.toSorted((one, other) => {
    const [a, b] = [keyOf(one), keyOf(other)];
    if (a === b) return 0;
    if (a === null) return 1;
    return b === null ? -1 : (a < b ? -1 : 1) * sign;
  });
}

/** All of them together. */
export function addedSlots(all: readonly SlotSums[]): SlotSums {
  const sum = (of: (one: SlotSums) => number): number => all.reduce((total, one) => total + of(one), 0);
  return {
    open: sum(({ open }) => open),
    occupied: sum(({ occupied }) => occupied),
    free: sum(({ free }) => free),
    unknown: sum(({ unknown }) => unknown),
    stays: sum(({ stays }) => stays),
    ended: sum(({ ended }) => ended),
    endedSeconds: sum(({ endedSeconds }) => endedSeconds),
    overstaySeconds: sum(({ overstaySeconds }) => overstaySeconds),
    bins: Array.from({ length: binMinutes.length + 1 }, (_, n) => sum(({ bins }) => bins[n] ?? 0)),
  };
}
