import { sql } from 'kysely';
import { zoneOfCompany } from '#core/accounts/server/api.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { type Bucket, bucketDays, type Timelines } from '../../common/analysis/analysis.ts';
import { armingSignals, disarmingSignals } from './arming-signals.ts';
import { type Asking, assertPeriod, incidents, isOfGroups, isWithin, panels } from './asked.ts';
import { bucketStarts, hourOfWeek } from './time-buckets.ts';

/** How many there were in a quarter of an hour: clocks of all zones differ by whole quarters. */
export type Slot = { at: number; series: string; count: number };
const quarter = 900;

const slotOf = (column: string) =>
  sql`(floor(extract(epoch FROM ${sql.ref(column)}) / ${quarter}) * ${quarter} * 1000)::float8`;

/** Sums slots by the buckets and hours of a zone. Each slot is in exactly one bucket. */
export function sumSlots(
  slots: readonly Slot[],
  { from, to, bucket, zone }: { from: number; to: number; bucket: Bucket; zone: string },
): Pick<Timelines, 'buckets' | 'hours'> {
  const starts = bucketStarts(from, to, bucket, zone);
  const sums = starts.map((start) => ({
    start: new Date(Math.max(start, from)).toISOString(),
    ...{ raised: {} as Record<string, number>, closed: 0, arms: 0, disarms: 0 },
  }));
  const hours = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  for (const { at, series, count } of slots) {
    // The first quarter may begin before the period.
    const n = starts.findLastIndex((start) => start <= Math.max(at, from));
    const sum = sums[Math.max(n, 0)];
    if (!sum) continue;
    if (series === 'closed' || series === 'arms' || series === 'disarms') {
      sum[series] += count;
      continue;
    }
    sum.raised[series] = (sum.raised[series] ?? 0) + count;
    const { day, hour } = hourOfWeek(at, zone);
    const ofDay = hours[day];
    if (ofDay) ofDay[hour] = (ofDay[hour] ?? 0) + count;
  }
  return { buckets: sums, hours };
}

/** What happened over time, by the clocks of the company. */
export async function timelines(context: Asking & { query: { bucket: Bucket } }): Promise<Timelines> {
  const { tx, actor, query } = context;
  assertPeriod(query, bucketDays[query.bucket]);
  const zone = await zoneOfCompany(tx, actor.session.actingFor);
  // A company that watches panels does not see their devices.
  const { rows } = await bypassRls(tx, actor.scope, () =>
    sql<Slot>`
    WITH i AS MATERIALIZED (SELECT x.kind, x.first_at, x.closed_at FROM ${incidents(context)} x WHERE ${isWithin('x.first_at', context)} OR ${isWithin('x.closed_at', context)})
    SELECT ${slotOf('i.first_at')} AS at, i.kind AS series, count(*)::integer AS count FROM i WHERE ${isWithin('i.first_at', context)} GROUP BY 1, 2
     UNION ALL
    SELECT ${slotOf('i.closed_at')}, 'closed', count(*)::integer FROM i WHERE ${isWithin('i.closed_at', context)} GROUP BY 1
     UNION ALL
    SELECT ${slotOf('e.at')}, CASE WHEN e.code || ' ' || e.qualifier = ANY (${armingSignals}::text[]) THEN 'arms' ELSE 'disarms' END, count(*)::integer
      FROM defcon_event e JOIN ${panels(context)} p ON p.id = e.panel_id
     WHERE ${isWithin('e.at', context)} AND ${isOfGroups(context)} AND e.code || ' ' || e.qualifier = ANY (${[...armingSignals, ...disarmingSignals]}::text[]) GROUP BY 1, 2`.execute(
      tx,
    ),
  );
  const period = { from: Date.parse(query.from), to: Date.parse(query.to) };
  return { zone, ...sumSlots(rows, { ...period, bucket: query.bucket, zone }) };
}
