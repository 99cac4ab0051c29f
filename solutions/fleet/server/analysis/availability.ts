import { sql } from 'kysely';
import { quarterMs, quarterOf } from '#core/tracking/common/movement/slot-times.ts';
import { quarterSums } from '#core/tracking/server/api.ts';
import { instantOf } from '#platform/common/time/wall-clock.ts';
import { present } from '#platform/server/clock.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import type { Bucketed, VehicleAvailabilities } from '../../common/analysis.ts';
import {
  type Availability,
  type AvailabilitySeconds,
  availabilities,
  excludedSpans,
  fixedSeconds,
  type Span,
  type VehicleTimes,
} from '../../common/availability.ts';
import { papersNow, statusNow } from '../vehicles/vehicle-status.ts';
import { type Asking, isSelected, periodOf, zoneOf } from './selected.ts';

type Step = { at: number; state: string };
type Stored = { id: number; createdAt: number; papersUntil: string | null; steps: Step[] };

const forEach = (of: (name: Availability) => number): AvailabilitySeconds => ({
  suspended: of('suspended'),
  unfit: of('unfit'),
  offline: of('offline'),
  inUse: of('inUse'),
  available: of('available'),
});

const quarterAfter = (at: number) => quarterOf(at + quarterMs - 1);

/** The steps of a vehicle as spans of whole quarters. A retired vehicle is in the fleet no more. */
function timesOf({ createdAt, papersUntil, steps }: Stored, to: number, zone: string): VehicleTimes {
  const retired = steps.find(({ state }) => state === 'retired');
  const life = { from: quarterAfter(createdAt), to: retired ? Math.min(to, quarterAfter(retired.at)) : to };
  const suspended = steps.flatMap(({ at, state }, n): Span[] => {
    const span = { from: quarterAfter(at), to: Math.min(life.to, quarterAfter(steps[n + 1]?.at ?? life.to)) };
    return state === 'suspended' && span.to > span.from ? [span] : [];
  });
  const dayAfter = papersUntil === null ? null : Date.parse(`${papersUntil}T00:00Z`) + 96 * quarterMs;
  return { life, suspended, unfitFrom: dayAfter === null ? null : quarterAfter(instantOf(dayAfter, zone)) };
}

/** How long the selected vehicles were suspended, unfit, offline, in use and available, by buckets of a period. */
export async function vehicleAvailabilities(context: Asking, query: Bucketed): Promise<VehicleAvailabilities> {
  const { tx, actor } = context;
  const asked = periodOf(query);
  const zone = await zoneOf(context);
  const where = await isSelected(context, query);
  // The quarter of an hour that has begun is not over.
  const to = Math.min(asked.to, quarterOf(present().getTime()));
  const { stored, now, sums } = await bypassRls(tx, actor.scope, async () => {
    const vehicles = await sql<Stored>`
      SELECT t.id, extract(epoch FROM t.created_at) * 1000 AS created_at, t.papers_until::text AS papers_until,
             (SELECT coalesce(jsonb_agg(jsonb_build_object('at', extract(epoch FROM l.at) * 1000, 'state', l.state_after) ORDER BY l.id), '[]') FROM fleet_vehicle_step l
               WHERE l.subject_id = t.id AND l.state_after IS NOT NULL) AS steps
        FROM fleet_vehicle t WHERE ${where}`.execute(tx);
    const counts = await sql<{ value: Availability; count: number }>`
      SELECT CASE WHEN n.status = 'suspended' THEN 'suspended' WHEN n.papers = 'expired' THEN 'unfit' WHEN n.status IN ('offline', 'no-device') THEN 'offline'
                  WHEN n.status = 'moving' THEN 'inUse' ELSE 'available' END AS value, count(*)::integer AS count
        FROM (SELECT ${statusNow} AS status, ${papersNow} AS papers FROM fleet_vehicle t WHERE ${where} AND t.state <> 'retired') n GROUP BY 1`.execute(
      tx,
    );
    const times = vehicles.rows.map((row) => ({
      ...timesOf({ ...row, createdAt: Number(row.createdAt) }, to, zone),
      id: row.id,
    }));
    const excluded = times.flatMap(({ id, ...of }) => excludedSpans(of).map((span) => ({ id, ...span })));
    const subjects = { type: 'vehicle', ids: times.map(({ id }) => id) };
    const buckets =
      to > asked.from
        ? await quarterSums(tx, { subjects, from: asked.from, to, bucket: query.bucket, zone, excluded })
        : [];
    return { stored: times, now: counts.rows, sums: buckets };
  });
  const buckets = sums.map((bucket) => {
    const fixed = stored.map((times) => fixedSeconds(times, bucket));
    const sum = (of: (one: (typeof fixed)[number]) => number) => fixed.reduce((all, one) => all + of(one), 0);
    const seconds = { suspended: sum((one) => one.suspended), unfit: sum((one) => one.unfit) };
    const inUse = bucket.drivingS;
    const available = bucket.idleS + bucket.stoppedS;
    const total = sum((one) => one.total);
    // Also the time without a tracker.
    const offline = total - seconds.suspended - seconds.unfit - inUse - available;
    return {
      from: new Date(bucket.from).toISOString(),
      to: new Date(bucket.to).toISOString(),
      seconds: { ...seconds, offline, inUse, available },
    };
  });
  const sumOf = (name: Availability) => buckets.reduce((all, { seconds }) => all + seconds[name], 0);
  const byState = forEach(sumOf);
  const counted = new Map(now.map(({ value, count }) => [value, count]));
  return {
    zone,
    byState,
    total: availabilities.reduce((all, name) => all + byState[name], 0),
    now: forEach((name) => counted.get(name) ?? 0),
    buckets,
  };
}
