import { sql } from 'kysely';
import { fittingSpans } from '#core/fittings/server/api.ts';
import { addSums, noSums } from '#core/tracking/common/movement/slots.ts';
import { type BucketSums, quarterSums, subjectSums, trackSegments } from '#core/tracking/server/api.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { analysisRoutes, Bucketed, JourneyStatistics } from '../../common/analysis.ts';
import { shownPlate } from '../vehicles/shown-plate.ts';
import { countStatuses } from '../vehicles/vehicle-metadata.ts';
import { vehicleAvailabilities } from './availability.ts';
import { type Asking, isSelected, lastDays, periodOf, selectedVehicles, subjectsOf, zoneOf } from './selected.ts';

/** The sums of the selected vehicles by buckets of a period. */
async function sumsOf(context: Asking, query: Bucketed) {
  const { tx, actor } = context;
  const { from, to } = periodOf(query);
  const zone = await zoneOf(context);
  const subjects = subjectsOf(await selectedVehicles(context, query));
  const { buckets, previous } = await bypassRls(tx, actor.scope, async () => ({
    buckets: await quarterSums(tx, { subjects, from, to, bucket: query.bucket, zone }),
    previous: await quarterSums(tx, { subjects, from: from - (to - from), to: from, bucket: 'total', zone }),
  }));
  const total = buckets.reduce((sum, bucket) => addSums(sum, bucket), noSums);
  return { zone, subjects, buckets, total, previous: previous[0] ?? noSums };
}

const shown = ({ from, to, metres }: BucketSums) => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
  metres,
});

/** The longest of the journeys that began in a period. */
async function longestOf({ tx, actor }: Asking, ids: readonly number[], { from, to }: Bucketed) {
  const { rows } = await bypassRls(tx, actor.scope, () =>
    sql<NonNullable<JourneyStatistics['longest']>>`
      SELECT jsonb_build_object('id', t.id, 'name', t.name, 'plate', ${shownPlate}) AS vehicle, s.started_at AS at, round(s.metres)::float8 AS metres
        FROM fleet_vehicle t
        JOIN ${sql.raw(fittingSpans)} f ON f.company_id = t.company_id AND f.subject_type = 'vehicle' AND f.subject_id = t.id AND f.main
        JOIN ${sql.raw(trackSegments)} s ON s.device_id = f.device_id AND s.kind = 'trip' AND s.started_at >= f.from_at AND (f.to_at IS NULL OR s.started_at < f.to_at)
       WHERE t.id = ANY (${ids}::integer[]) AND s.started_at >= ${from}::timestamptz AND s.started_at < ${to}::timestamptz
       ORDER BY s.metres DESC, s.started_at LIMIT 1`.execute(tx),
  );
  const [longest] = rows;
  return longest ? { ...longest, at: new Date(longest.at).toISOString() } : null;
}

const kmhOf = (metres: number, seconds: number) => (seconds > 0 ? (metres / seconds) * 3.6 : null);

export const analysisHandlers: Handlers<typeof analysisRoutes> = {
  async distance(context) {
    const { zone, buckets, total, previous } = await sumsOf(context, context.query);
    return {
      total: total.metres,
      gap: total.gapMetres,
      previous: previous.metres,
      zone,
      buckets: buckets.map(shown),
    };
  },
  async statuses(context) {
    const counts = await countStatuses(context, await isSelected(context, context.query));
    const of = new Map(counts.map(({ value, count }) => [value, count]));
    const found = {
      moving: of.get('moving') ?? 0,
      idle: of.get('idle') ?? 0,
      stopped: of.get('stopped') ?? 0,
      offline: of.get('offline') ?? 0,
      suspended: of.get('suspended') ?? 0,
      noDevice: of.get('no-device') ?? 0,
    };
    return { ...found, total: Object.values(found).reduce((sum, count) => sum + count, 0) };
  },
  async journeys(context) {
    const { zone, subjects, buckets, total } = await sumsOf(context, context.query);
    const { starts: count, metres, drivingS, idleS, maxSpeed } = total;
    return {
      ...{ count, metres, drivingS, idleS, maxSpeed, zone },
      avgMetres: count > 0 ? metres / count : null,
      avgDriving: count > 0 ? drivingS / count : null,
      avgSpeed: kmhOf(metres, drivingS),
      longest: await longestOf(context, subjects.ids, context.query),
      buckets: buckets.map((one) => ({
        ...shown(one),
        count: one.starts,
        drivingS: one.drivingS,
        idleS: one.idleS,
      })),
    };
  },
  availabilities: (context) => vehicleAvailabilities(context, context.query),
  async vehicles(context) {
    const { tx, actor, list, query } = context;
    const { from, to } = periodOf({ ...lastDays(), ...query });
    const vehicles = await selectedVehicles(context, query);
    const subjects = subjectsOf(vehicles);
    const sums = await bypassRls(tx, actor.scope, () => subjectSums(tx, { subjects, from, to }));
    const rows = vehicles.map(({ companyId, vehicle }) => {
      const { metres, starts, drivingS, idleS, maxSpeed } = sums.get(vehicle.id) ?? noSums;
      return { companyId, vehicle, metres, journeys: starts, drivingS, idleS, maxSpeed };
    });
    const sorted = rows.sort((a, b) => b.metres - a.metres || a.vehicle.id - b.vehicle.id);
    return {
      data: sorted.slice(list.skip, list.skip + list.limit),
      totalRecords: list.total ? rows.length : null,
    };
  },
};
