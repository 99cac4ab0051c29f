import { sql } from 'kysely';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import {
  type analysisRoutes,
  type Bucket,
  bucketDays,
  maxSlotIds,
  type ParkingPeriod,
  type PlaceSums,
  slotFigureList,
} from '../../common/analysis.ts';
import { type Asked, type Asking, askedFor, idsOf, withPeriod } from './asked.ts';
import { instantOf } from './bay-spans.ts';
import { added, type Part, placeSums, weekHours } from './place-sums.ts';
import { ranking } from './ranking.ts';
import { addedSlots, slotSums, slotsByNumber, sortedSlots } from './slot-list.ts';
import { stayCounts } from './stay-counts.ts';

/** Until when all of the car parks are counted. */
const countedUntil = ({ locations }: Asked): string | null =>
  locations.map((one) => one.countedUntil).toSorted()[0] ?? null;

const inBuckets = (rows: readonly (PlaceSums & { start: string })[]) =>
  [...Map.groupBy(rows, ({ start }) => start)].map(([start, ofStart]) => ({ start, ...added(ofStart) }));

/** The sums of places by bucket, of all of them together by bucket, and of the period. */
async function occupation(context: Asking, query: ParkingPeriod & { bucket: Bucket }, part: Part) {
  const { tx } = context;
  const asked = await askedFor(context, query, { mostDays: bucketDays[query.bucket], byQuarters: true });
  const rows = await placeSums(tx, asked, part, query.bucket);
  const shown = { zone: asked.zone, countedUntil: countedUntil(asked), total: added(rows), buckets: inBuckets(rows) };
  return { asked, rows, shown };
}

export const analysisHandlers: Handlers<typeof analysisRoutes> = {
  async locationOccupation(context) {
    const { asked, rows, shown } = await occupation(context, context.query, 'location');
    const hours = await weekHours(context.tx, asked);
    return { ...shown, rows: rows.map(({ locationId: _, ...row }) => row), hours };
  },
  async groupOccupation(context) {
    const { rows, shown } = await occupation(context, context.query, 'group');
    return { ...shown, rows };
  },
  async slotOccupation(context) {
    const { tx, query } = context;
    const slots = [...new Set(idsOf(query.slotIds) ?? [])];
    if (slots.length > maxSlotIds) throw invalid('slotIds', 'tooMany');
    const asked = await askedFor(context, query);
    const sums = await slotSums(tx, asked, slots);
    if (sums.length < slots.length) throw refuse(404, 'not-found');
    const { from, to } = asked.period;
    type Row = {
      slotId: number;
      from: string;
      to: string;
      occupied: boolean;
      quality: 'measured' | 'bounded' | 'corrected';
    };
    const { rows } = await sql<Row>`
      SELECT i.slot_id, greatest(i.from_at, ${instantOf(from)}) AS "from", least(i.to_at, ${instantOf(to)}) AS "to", i.occupied, i.quality
        FROM sparking_interval i WHERE i.slot_id = ANY (${slots}::integer[]) AND i.from_at < ${instantOf(to)} AND (i.to_at IS NULL OR i.to_at > ${instantOf(from)})
       ORDER BY i.slot_id, i.from_at`.execute(tx);
    const intervals = Map.groupBy(rows, ({ slotId }) => slotId);
    return {
      rows: sums.map(({ id, number, open, occupied, free, unknown }) => ({
        ...{ id, number, open, occupied, free, unknown },
        intervals: (intervals.get(id) ?? []).map(({ slotId: _, ...one }) => one),
      })),
    };
  },
  async slotOccupationList(context) {
    const { tx, query, list } = context;
    const asked = await askedFor(context, withPeriod(query));
    if ((list.sort?.field ?? slotFigureList.defaultSort[0]) === 'number') return slotsByNumber(tx, asked, list);
    const all = await slotSums(tx, asked);
    return { data: sortedSlots(all, list.sort).slice(list.skip, list.skip + list.limit), totalRecords: all.length };
  },
  async slotOccupationTotal(context) {
    return addedSlots(await slotSums(context.tx, await askedFor(context, context.query)));
  },
  async parkingCount(context) {
    const { tx, query } = context;
    const asked = await askedFor(context, query, { mostDays: bucketDays[query.bucket], byQuarters: true });
    // As far as the quarters of the other calls.
    const to = Math.min(asked.period.to, Date.parse(countedUntil(asked) ?? query.to));
    const period = { from: asked.period.from, to: Math.max(to, asked.period.from) };
    return { zone: asked.zone, ...(await stayCounts(tx, { ...asked, period }, query.bucket)) };
  },
  async mostOccupation(context) {
    const { tx, query } = context;
    const asked = await askedFor(context, query, { byQuarters: query.by !== 'slot' });
    return ranking(tx, asked, query);
  },
};
