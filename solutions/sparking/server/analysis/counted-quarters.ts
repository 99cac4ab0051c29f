import { sql } from 'kysely';
import { storedEvents, storedReadings } from '#core/telemetry/server/api.ts';
import { clipped, type StateSpan } from '#platform/common/time/state-spans.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { passSensors } from '../counters/count-passages.ts';
import { groupTallies } from '../counters/group-tallies.ts';
import { counterSilenceMs, quarterMs } from '../stays/times.ts';
import { instantOf, isClosing, ms, type OpenSpan } from './bay-spans.ts';
import type { CountedQuarter } from './quarter-sums.ts';

/** Vehicles that came and left at a time, or by how many a person corrected the count, in ms since 1970. */
type Step = { at: number; arrivals: number; departures: number; by: number };
/** A group that is counted at its gates. `raw`: its count after these steps. */
type Counted = { capacity: number; raw: number | null; steps: readonly Step[]; heard: readonly StateSpan[] };

const intersected = (spans: readonly StateSpan[], others: readonly StateSpan[]): StateSpan[] =>
  spans.flatMap((span) => clipped(others, span));

/** The time outside of spans, which are in the order of their beginnings. */
function outside(spans: readonly StateSpan[]): StateSpan[] {
  let from = Number.NEGATIVE_INFINITY;
  const gaps = spans.flatMap((span) => {
    const gap = { from, to: span.from };
    from = Math.max(from, span.to);
    return gap.from < gap.to ? [gap] : [];
  });
  return [...gaps, { from, to: Number.POSITIVE_INFINITY }];
}

/**
 * When all counters had something to say, by the times of their reports. A gate that another app watches is silent as well
 * when nobody passes: without counters of its own a group is known.
 */
const heardSpans = (times: readonly (readonly number[])[]): StateSpan[] =>
  times.map(spansOfReports).reduce(intersected, [{ from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }]);

function spansOfReports(times: readonly number[]): StateSpan[] {
  const spans: StateSpan[] = [];
  for (const at of times.toSorted((a, b) => a - b)) {
    const last = spans.at(-1);
    if (last && at <= last.to) last.to = at + counterSilenceMs;
    else spans.push({ from: at, to: at + counterSilenceMs });
  }
  return spans;
}

const second = (at: number): number => Math.floor(at / 1000);

/** The sums of a quarter of a group that is counted at its gates, in the seconds of its places. */
function quarterOfCounts({ capacity, raw, steps, heard }: Counted, at: number, open: readonly StateSpan[]) {
  const quarter = { from: at, to: at + quarterMs };
  const openNow = clipped(open, quarter);
  const known = raw === null ? [] : intersected(openNow, heard);
  const later = steps.filter((step) => step.at >= quarter.from);
  const within = later.filter((step) => step.at < quarter.to);
  let level = (raw ?? 0) - later.reduce((sum, { by }) => sum + by, 0);
  let [occupied, knownSeconds, max] = [0, 0, 0];
  const times = [quarter.from, ...within.map((step) => step.at), quarter.to];
  for (const [n, from] of times.slice(0, -1).entries()) {
    if (n > 0) level += within[n - 1]?.by ?? 0;
    const shown = Math.min(Math.max(level, 0), capacity);
    for (const span of clipped(known, { from, to: times[n + 1] ?? quarter.to })) {
      const seconds = second(span.to) - second(span.from);
      occupied += shown * seconds;
      knownSeconds += seconds;
      max = Math.max(max, shown);
    }
  }
  const openSeconds = openNow.reduce((sum, { from, to }) => sum + second(to) - second(from), 0);
  return {
    open: capacity * openSeconds,
    occupied,
    free: capacity * knownSeconds - occupied,
    arrivals: within.reduce((sum, { arrivals }) => sum + arrivals, 0),
    departures: within.reduce((sum, { departures }) => sum + departures, 0),
    max,
  };
}

/** The quarters of a period of all groups of locations that are counted at their gates. */
export async function countedQuarters(
  tx: Tx,
  locations: readonly number[],
  { period, open }: { period: StateSpan; open: readonly OpenSpan[] },
): Promise<CountedQuarter[]> {
  const groups = await groupTallies(tx, 'location_id', locations, ['counters']);
  if (groups.length === 0) return [];
  const ids = groups.map(({ id }) => id);
  const within = (column: string) =>
    sql`${sql.raw(column)} >= ${instantOf(period.from)} AND ${sql.raw(column)} < ${instantOf(period.to)}`;
  const steps = await sql<Step & { groupId: number }>`
    SELECT f.group_id, ${ms('f.at')} AS at, f.passed_in AS arrivals, f.passed_out AS departures, f.passed_in - f.passed_out AS "by"
      FROM sparking_flow f WHERE f.group_id = ANY (${ids}::integer[]) AND ${within('f.at')}
     UNION ALL SELECT c.group_id, ${ms('c.at')}, 0, 0, c.after - c.before FROM sparking_correction c
      WHERE c.group_id = ANY (${ids}::integer[]) AND ${within('c.at')} ORDER BY 2`.execute(tx);
  const later = await sql<{ groupId: number; by: number }>`
    SELECT g.id AS group_id, coalesce((SELECT sum(f.passed_in - f.passed_out) FROM sparking_flow f WHERE f.group_id = g.id AND f.at >= ${instantOf(period.to)}), 0)::float8
             + coalesce((SELECT sum(c.after - c.before) FROM sparking_correction c WHERE c.group_id = g.id AND c.at >= ${instantOf(period.to)}), 0)::float8 AS "by"
      FROM unnest(${ids}::integer[]) AS g (id)`.execute(tx);
  const heard = await sql<{ groupId: number; times: number[] }>`
    SELECT c.group_id, coalesce((SELECT array_agg(${ms('w.time')}) FROM (
             SELECT r.time FROM ${sql.raw(storedReadings)} r WHERE r.device_id = c.device_id AND r.sensor_id = ANY (${Object.values(passSensors)}::integer[])
                AND r.time >= ${instantOf(period.from - counterSilenceMs)} AND r.time < ${instantOf(period.to)}
             UNION ALL SELECT e.time FROM ${sql.raw(storedEvents)} e WHERE e.device_id = c.device_id
                AND e.time >= ${instantOf(period.from - counterSilenceMs)} AND e.time < ${instantOf(period.to)}) w), '{}') AS times
      FROM sparking_counter c WHERE c.group_id = ANY (${ids}::integer[]) AND c.device_id IS NOT NULL`.execute(tx);
  const closings = await sql<StateSpan & { groupId: number }>`
    SELECT g.id AS group_id, ${ms('r.from_at')} AS "from", ${ms('r.until_at')} AS "to" FROM sparking_group g JOIN sparking_reservation r ON ${isClosing('g')}
     WHERE g.id = ANY (${ids}::integer[]) AND r.from_at < ${instantOf(period.to)} AND r.until_at > ${instantOf(period.from)} ORDER BY r.from_at`.execute(
    tx,
  );
  const closingsOf = Map.groupBy(closings.rows, ({ groupId }) => groupId);
  const stepsOf = Map.groupBy(steps.rows, ({ groupId }) => groupId);
  const laterOf = new Map(later.rows.map(({ groupId, by }) => [groupId, by]));
  const heardOf = Map.groupBy(heard.rows, ({ groupId }) => groupId);
  const quarters = Array.from({ length: (period.to - period.from) / quarterMs }, (_, n) => period.from + n * quarterMs);
  return groups.flatMap(({ id, companyId, locationId, capacity, raw }) => {
    const ofLocation = open.filter((span) => span.locationId === locationId);
    const spans = intersected(ofLocation, outside(closingsOf.get(id) ?? []));
    const times = (heardOf.get(id) ?? []).map((counter) => counter.times);
    const atEnd = raw === null ? null : raw - (laterOf.get(id) ?? 0);
    const group = { capacity, raw: atEnd, steps: stepsOf.get(id) ?? [], heard: heardSpans(times) };
    return quarters.map((at) => ({ locationId, groupId: id, companyId, at, ...quarterOfCounts(group, at, spans) }));
  });
}
