import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import { invalid } from '#platform/server/refuse.ts';
import type { Actor } from '#platform/server/serve.ts';
import type { ListedRoute, StoredRoute } from '../../common/routes/route.ts';
import type { NewRouteStop, PlannedStop, ShownRouteStop } from '../../common/routes/route-stop.ts';
import { seenVehicle } from '../vehicles/may.ts';
import type { PlannedRoute } from './plan-route.ts';

type Reading = { tx: Tx; actor: Actor };
type Written = { id: number; companyId: number };

/** New stops with their names and places: one at a point of interest has those of the point. */
export async function placedStops(
  { tx }: Pick<Reading, 'tx'>,
  companyId: number,
  stops: readonly NewRouteStop[],
): Promise<PlannedStop[]> {
  const points = await tx
    .selectFrom('fleetPointOfInterest')
    .select(['id', 'name', 'lat', 'lng'])
    .where('id', '=', anyOf(stops.flatMap(({ pointId }) => pointId ?? [])))
    .where('companyId', '=', companyId)
    .execute();
  const byId = new Map(points.map((point) => [point.id, point]));
  return stops.map(({ pointId = null, window = null, serviceMinutes = 0, ...place }, n) => {
    const point = pointId === null ? undefined : byId.get(pointId);
    if (pointId !== null && !point) throw invalid(`stops.${n}.pointId`, 'unknown');
    const { name, location } = point ? { name: point.name, location: { lat: point.lat, lng: point.lng } } : place;
    if (name === undefined) throw invalid(`stops.${n}.name`, 'Required');
    if (location === undefined) throw invalid(`stops.${n}.location`, 'Required');
    return { name, location, pointId, window, serviceMinutes };
  });
}

/** The stops of a route in their order. */
export async function stopsOf({ tx }: Pick<Reading, 'tx'>, routeId: number): Promise<ShownRouteStop[]> {
  const rows = await tx
    .selectFrom('fleetRouteStop')
    .selectAll()
    .where('routeId', '=', routeId)
    .orderBy('seq')
    .execute();
  return rows.map(({ id, name, lat, lng, pointId, windowFrom, windowTo, serviceMinutes, metres, seconds }) => ({
    ...{ id, name, location: { lat, lng }, pointId, serviceMinutes, metres, seconds },
    window: windowFrom !== null && windowTo !== null ? { from: windowFrom, to: windowTo } : null,
  }));
}

/** Replaces the stops of a route and the line through them. */
export async function writePlan(
  { tx }: Pick<Reading, 'tx'>,
  { id: routeId, companyId }: Written,
  { stops, geometry }: Pick<PlannedRoute, 'stops' | 'geometry'>,
): Promise<void> {
  await tx.deleteFrom('fleetRouteStop').where('routeId', '=', routeId).execute();
  await tx
    .insertInto('fleetRouteStop')
    .values(
      stops.map(({ name, location, pointId, window, serviceMinutes, metres, seconds }, n) => ({
        ...{ companyId, routeId, seq: n + 1, name, ...location, pointId, serviceMinutes, metres, seconds },
        windowFrom: window?.from ?? null,
        windowTo: window?.to ?? null,
      })),
    )
    .execute();
  const points = JSON.stringify(geometry.map(({ lat, lng }) => [lat, lng]));
  await tx.deleteFrom('fleetRouteLine').where('routeId', '=', routeId).execute();
  await tx.insertInto('fleetRouteLine').values({ companyId, routeId, points }).execute();
}

export async function lineOf({ tx }: Pick<Reading, 'tx'>, routeId: number): Promise<[number, number][]> {
  const line = await tx.selectFrom('fleetRouteLine').select('points').where('routeId', '=', routeId).executeTakeFirst();
  return line?.points ?? [];
}

/** Gives a route these vehicles. Those that the caller may not see stay. */
export async function replaceVehicles(
  { tx, actor }: Reading,
  { id: routeId, companyId }: Written,
  asked: readonly number[],
): Promise<void> {
  const found = await sql<{ id: number }>`
    SELECT t.id FROM fleet_vehicle t WHERE t.company_id = ${companyId} AND ${seenVehicle(actor)}`.execute(tx);
  const seen = new Set(found.rows.map(({ id }) => id));
  const unknown = asked.findIndex((id) => !seen.has(id));
  if (unknown >= 0) throw invalid(`vehicleIds.${unknown}`, 'unknown');
  const wanted = new Set(asked);
  await tx
    .deleteFrom('fleetRouteVehicle')
    .where('routeId', '=', routeId)
    .where('vehicleId', '=', anyOf([...seen].filter((id) => !wanted.has(id))))
    .execute();
  if (wanted.size === 0) return;
  await tx
    .insertInto('fleetRouteVehicle')
    .values([...wanted].map((vehicleId) => ({ companyId, routeId, vehicleId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Routes with the number of their stops and the vehicles that the caller may see, for any number of routes. */
export async function listedRoutes({ tx, actor }: Reading, rows: readonly StoredRoute[]): Promise<ListedRoute[]> {
  const ids = rows.map(({ id }) => id);
  const counts = await tx
    .selectFrom('fleetRouteStop')
    .select(({ fn }) => ['routeId', fn.countAll<string>().as('count')])
    .where('routeId', '=', anyOf(ids))
    .groupBy('routeId')
    .execute();
  const { rows: vehicles } = await sql<{ routeId: number; id: number; name: string }>`
    SELECT v.route_id, t.id, t.name FROM fleet_route_vehicle v JOIN fleet_vehicle t ON t.id = v.vehicle_id
     WHERE v.route_id = ANY (${ids}::integer[]) AND ${seenVehicle(actor)} ORDER BY t.name, t.id`.execute(tx);
  const countOf = new Map(counts.map(({ routeId, count }) => [routeId, Number(count)]));
  const groups = Map.groupBy(vehicles, ({ routeId }) => routeId);
  return rows.map((row) => ({
    ...row,
    stopCount: countOf.get(row.id) ?? 0,
    vehicles: (groups.get(row.id) ?? []).map(({ id, name }) => ({ id, name })),
  }));
}

/** How many routes stop at a point of interest. */
export async function routesThrough({ tx }: Pick<Reading, 'tx'>, pointId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('fleetRouteStop')
    .select(({ fn }) => fn.count<string>('routeId').distinct().as('count'))
    .where('pointId', '=', pointId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
