import { create as contentDisposition } from 'content-disposition';
import { sql } from 'kysely';
import { activeDevices, deviceFacts, visibleDevice } from '#core/devices/server/api.ts';
import { geofenceShapes } from '#core/places/server/api.ts';
import { positionSources } from '#core/telemetry/common/position.ts';
import { tokenActive } from '#core/telemetry/server/api.ts';
import { resourcesWith } from '#platform/common/ability-resources.ts';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import { bypassRls, inTenant, type Scope, type Tx } from '#platform/server/postgres/database.ts';
import { invalid } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import { coarse, outlier } from '../common/fix-quality.ts';
import {
  type LocatedDevice,
  maxDevicesOnMap,
  maxPositions,
  maxTrailDays,
  type TrackingMap,
  type TrailPoint,
  type trackingRoutes,
} from '../common/tracking.ts';
import { movementOf } from './movement/movement-of-device.ts';
import { assertMayLook, visiblePeople } from './people/guard.ts';
import { recordLooks } from './people/looks.ts';
import { personModels } from './people/person-models.ts';
import { positionsAsCsv, positionsAsGpx, type StoredPosition } from './position-file.ts';
import { noQuality, qualityOf } from './quality.ts';
import { simplifyTrail } from './simplify-trail.ts';
import { tripsOf } from './trips.ts';
import { usageOf } from './usage.ts';

type Reading = Pick<Context, 'tx' | 'kit' | 'actor' | 'may'>;
/** The worst severity of the active alarms of devices; the alarms slice depends on this one. */
export type WorstOfDevices = (
  context: Reading,
  devices: readonly number[],
) => Promise<Map<number, NonNullable<LocatedDevice['worst']>>>;

/** Commits and clocks differ: devices that moved shortly before an answer are repeated in the next one. */
const overlapSeconds = 10;

/** Serves `trackingRoutes` of an app. */
export function trackingHandlers(app: string, worstOf: WorstOfDevices): Handlers<ReturnType<typeof trackingRoutes>> {
  return {
    map: (context) => mapOf(context, app, worstOf),
    async trail(context) {
      const { tx, kit, params, query, actor } = context;
      const device = await visibleDevice(tx, actor, app, params.id);
      const { from, to } = periodOf(query);
      await assertMayLook(context, device, 'trail', { from, to });
      if (!(await tokenActive(kit, device.id)))
        return { hidden: 'no-active-token' as const, total: 0, simplified: false, points: [] };
      return bypassRls(tx, actor.scope, async () => {
        const points = await readTrail(tx, device.id, from, to);
        const ends = await segmentEnds(tx, device.id, from, to);
        const shown = simplifyTrail(points, query.limit, new Set(ends));
        return { hidden: null, total: points.length, simplified: shown.length < points.length, points: shown };
      });
    },
    async file(context) {
      const { kit, params, query, actor, reply } = context;
      const { device, positions } = await inTenant(kit.people.db, actor.scope, async (tx) => {
        const device = await visibleDevice(tx, actor, app, params.id);
        const { from, to } = periodOf(query);
        await assertMayLook({ ...context, tx }, device, 'file', { from, to });
        const shown = await tokenActive(kit, device.id);
        const positions = shown ? await bypassRls(tx, actor.scope, () => readPositions(tx, device.id, from, to)) : [];
        return { device, positions };
      });
      const name = `${device.name} ${query.from.slice(0, 10)}.${query.format}`;
      const gpx = query.format === 'gpx';
      return reply
        .header('content-disposition', contentDisposition(name))
        .header('x-content-type-options', 'nosniff')
        .type(gpx ? 'application/gpx+xml; charset=utf-8' : 'text/csv; charset=utf-8')
        .send(gpx ? positionsAsGpx(device.name, positions) : positionsAsCsv(positions));
    },
    async usage(context) {
      const { tx, kit, params, query, actor } = context;
      const device = await visibleDevice(tx, actor, app, params.id);
      const { from, to } = periodOf(query);
      await assertMayLook(context, device, 'trips', { from, to });
      if (!(await tokenActive(kit, device.id)))
        return {
          hidden: 'no-active-token' as const,
          lastMovedAt: null,
          utilisation: 0,
          movingMs: 0,
          fences: [],
          structures: [],
        };
      const seen = resourcesWith(actor.session, app, 'device', 'read');
      return bypassRls(tx, actor.scope, () => usageOf(tx, device, { from, to }, seen));
    },
    movement: (context) => movementOf(context, app),
    async quality(context) {
      const { tx, kit, params, query, actor } = context;
      const device = await visibleDevice(tx, actor, app, params.id);
      const { from, to } = periodOf(query);
      await assertMayLook(context, device, 'trips', { from, to });
      if (!(await tokenActive(kit, device.id))) return { hidden: 'no-active-token' as const, ...noQuality };
      return bypassRls(tx, actor.scope, () => qualityOf(tx, device.id, from, to));
    },
    async trips(context) {
      const { tx, kit, params, query, actor } = context;
      const device = await visibleDevice(tx, actor, app, params.id);
      const { from, to } = periodOf(query);
      await assertMayLook(context, device, 'trips', { from, to });
      if (!(await tokenActive(kit, device.id)))
        return { hidden: 'no-active-token' as const, segments: [], fences: [], truncated: false };
      return bypassRls(tx, actor.scope, () => tripsOf(tx, device, from, to));
    },
  };
}

function periodOf(query: { from: string; to: string }): { from: number; to: number } {
  const [from, to] = [Date.parse(query.from), Date.parse(query.to)];
  if (to <= from) throw invalid('to', 'toAfterFrom');
  if (to - from > maxTrailDays * dayMs) throw invalid('to', 'daysCount');
  return { from, to };
}

const inPeriod = (from: number, to: number) =>
  sql`time >= to_timestamp(${from}::float8 / 1000) AND time < to_timestamp(${to}::float8 / 1000)`;
const milliseconds = sql`round(extract(epoch FROM time) * 1000)::float8`;

const numbersOfPoint = 5;
const bytesOfNumber = 8;

/** As big-endian doubles in one value: parsing the texts of that many numbers would take longer than reading them. */
async function readTrail(tx: Tx, device: number, from: number, to: number): Promise<TrailPoint[]> {
  const { rows } = await sql<{ points: Buffer | null }>`
    SELECT string_agg(float8send(t) || float8send(lat) || float8send(lng) || float8send(speed) || float8send(heading), '') AS points
      FROM (SELECT round(date_part('epoch', time) * 1000) AS t, lat, lng, coalesce(speed, 'NaN') AS speed, coalesce(heading, 'NaN') AS heading
              FROM device_position
             WHERE device_id = ${device} AND ${inPeriod(from, to)} AND flags & ${coarse | outlier} = 0 ORDER BY time LIMIT ${maxPositions}) p`.execute(
    tx,
  );
  const bytes = rows[0]?.points;
  if (!bytes) return [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Stored with single precision.
  const measured = (value: number) => (Number.isNaN(value) ? null : Math.round(value * 1000) / 1000);
  return Array.from({ length: bytes.byteLength / bytesOfNumber / numbersOfPoint }, (_, point): TrailPoint => {
    const number = (at: number) => view.getFloat64((point * numbersOfPoint + at) * bytesOfNumber);
    return [number(0), number(1), number(2), measured(number(3)), measured(number(4))];
  });
}

async function segmentEnds(tx: Tx, device: number, from: number, to: number): Promise<number[]> {
  const { rows } = await sql<{ at: number }>`
    SELECT DISTINCT round(extract(epoch FROM e.at) * 1000)::float8 AS at FROM track_segment s, LATERAL (VALUES (s.started_at), (s.ended_at)) AS e(at)
     WHERE s.device_id = ${device} AND s.started_at < to_timestamp(${to}::float8 / 1000) AND s.ended_at >= to_timestamp(${from}::float8 / 1000)`.execute(
    tx,
  );
  return rows.map(({ at }) => at);
}

async function readPositions(tx: Tx, device: number, from: number, to: number): Promise<StoredPosition[]> {
  const { rows } = await sql<Omit<StoredPosition, 'source'> & { source: number }>`
    SELECT ${milliseconds} AS time, lat, lng, accuracy, speed, heading, altitude, satellites, source, flags FROM device_position
     WHERE device_id = ${device} AND ${inPeriod(from, to)} ORDER BY device_position.time LIMIT ${maxPositions}`.execute(
    tx,
  );
  return rows.map(({ source, ...position }) => ({ ...position, source: positionSources[source] ?? 'gnss' }));
}

const inCompanies = ({ companies }: Scope) =>
  companies === 'all' ? sql`true` : sql`d.company_id = ANY (${companies}::integer[])`;

type MapContext = Reading & {
  query: { bbox?: string | undefined; solutionId?: number | undefined; since?: string | undefined };
};
type PlacedRow = Omit<LocatedDevice, 'worst' | 'source'> & { source: number };

async function mapOf(context: MapContext, app: string, worstOf: WorstOfDevices): Promise<TrackingMap> {
  const { tx, kit, actor, query } = context;
  const structures = resourcesWith(actor.session, app, 'device', 'read');
  const worn = [...personModels(kit.apps).keys()];
  const people = await visiblePeople(context, app);
  const conditions = [
    sql`(d.hardware_id <> ALL (${worn}::integer[]) OR d.id = ANY (${people}::integer[]))`,
    inCompanies(actor.scope),
    sql`d.app = ${app} AND d.state = 'installed'`,
    ...(structures === null ? [] : [sql`d.structure_id = ANY (${structures}::integer[])`]),
    ...(query.solutionId === undefined ? [] : [sql`d.solution_id = ${query.solutionId}`]),
    ...(query.since === undefined ? [] : [sql`p.moved_at > ${query.since}`]),
    ...inBox(query.bbox),
  ];
  const placed = sql`FROM ${sql.raw(deviceFacts)} d JOIN ${sql.raw(activeDevices)} a ON a.id = d.id JOIN device_place p ON p.device_id = d.id WHERE ${sql.join(conditions, sql` AND `)}`;
  const { rows, clusters, until } = await bypassRls(tx, actor.scope, async () => {
    const found = await sql<PlacedRow>`
      SELECT d.id, d.name, d.solution_id, d.company_id, d.connection, p.lat, p.lng, p.time AS at, p.accuracy, p.speed, p.heading, p.source,
             coalesce((SELECT jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) ORDER BY g.name) FROM device_fence f JOIN ${sql.raw(geofenceShapes)} g ON g.id = f.geofence_id
                        WHERE f.device_id = d.id AND f.inside), '[]') AS fences
        FROM (SELECT d.id ${placed} LIMIT ${maxDevicesOnMap + 1}) i
        JOIN ${sql.raw(deviceFacts)} d ON d.id = i.id JOIN device_place p ON p.device_id = d.id`.execute(tx);
    const time = await sql<{ until: string }>`SELECT now() - ${overlapSeconds} * interval '1 second' AS until`.execute(
      tx,
    );
    const until = new Date(time.rows[0]?.until ?? 0).toISOString();
    const shown = found.rows.map(({ id }) => id).filter((id) => people.includes(id));
    await recordLooks(context, shown, 'place');
    if (found.rows.length <= maxDevicesOnMap) return { rows: found.rows, clusters: [], until };
    const counted = await sql<TrackingMap['clusters'][number]>`
      SELECT avg(p.lat) AS lat, avg(p.lng) AS lng, count(*)::integer AS devices ${placed} GROUP BY ${cell(query.bbox)}`.execute(
      tx,
    );
    return { rows: [], clusters: counted.rows, until };
  });
  const worst = await worstOf(
    context,
    rows.map(({ id }) => id),
  );
  const devices = rows.map(({ source, at, ...row }) => ({
    ...row,
    at: new Date(at).toISOString(),
    source: positionSources[source] ?? 'gnss',
    worst: worst.get(row.id) ?? null,
  }));
  return { devices, clusters, until };
}

const boxOf = (bbox: string): [number, number, number, number] =>
  bbox.split(',').map(Number) as [number, number, number, number];

function inBox(bbox: string | undefined) {
  if (bbox === undefined) return [];
  const [west, south, east, north] = boxOf(bbox);
  // A box across the 180th meridian is two.
  const lngs = west <= east ? sql`p.lng BETWEEN ${west} AND ${east}` : sql`(p.lng >= ${west} OR p.lng <= ${east})`;
  return [sql`p.lat BETWEEN ${south} AND ${north}`, lngs];
}

/** Forty cells across the map. */
function cell(bbox: string | undefined) {
  const [west, south, east, north] = bbox === undefined ? [-180, -85, 180, 85] : boxOf(bbox);
  const wide = (west <= east ? east - west : east - west + 360) / 40;
  return sql`floor(p.lng / ${Math.max(wide, 1e-6)}::float8), floor(p.lat / ${Math.max((north - south) / 40, 1e-6)}::float8)`;
}
