import { sumOf } from '#core/roads/common/roads.ts';
import { straightWay } from '#core/roads/common/straight.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { AddedVehicle } from './demo-vehicles.ts';
import type { points } from './vehicle-data.ts';

type DemoStop = {
  point: (typeof points)[number]['name'];
  window?: readonly [from: string, to: string];
  minutes: number;
};
type DemoRoute = {
  name: string;
  corridor: number;
  active: boolean;
  vehicles: readonly string[];
  stops: readonly DemoStop[];
};

const routes: readonly DemoRoute[] = [
  {
    ...{ name: 'Morning round, Dubai', corridor: 200, active: true, vehicles: ['Van 1', 'Van 2'] },
    stops: [
      { point: 'Business Bay workshop', minutes: 10 },
      { point: 'فرع السوق', window: ['09:00', '11:00'], minutes: 20 },
      { point: 'Marina branch', window: ['10:00', '13:00'], minutes: 20 },
      { point: 'Port gate 3', minutes: 45 },
    ],
  },
  {
    ...{ name: 'خط الميناء – أبوظبي', corridor: 500, active: true, vehicles: ['Reefer 1', 'شاحنة 4'] },
    stops: [
      { point: 'Port gate 3', minutes: 60 },
      { point: 'Corniche hotel', window: ['12:00', '15:00'], minutes: 30 },
    ],
  },
  {
    ...{ name: 'Evening returns', corridor: 300, active: false, vehicles: ['Truck 7'] },
    stops: [
      { point: 'Marina branch', minutes: 15 },
      { point: 'فرع السوق', minutes: 15 },
      { point: 'Business Bay workshop', minutes: 0 },
    ],
  },
];

/** Rounds through the points of interest, measured in straight lines: the demo asks no road server. */
export async function addDemoRoutes(tx: Tx, companyId: number, vehicles: readonly AddedVehicle[]): Promise<void> {
  const places = await tx
    .selectFrom('fleetPointOfInterest')
    .select(['id', 'name', 'lat', 'lng'])
    .where('companyId', '=', companyId)
    .execute();
  const byName = new Map(places.map((place) => [place.name, place]));
  const vehicleIds = new Map(vehicles.map(({ id, name }) => [name, id]));
  for (const { name, corridor, active, stops, vehicles: driven } of routes) {
    const placed = stops.flatMap(({ point, ...times }) => {
      const found = byName.get(point);
      return found ? [{ ...found, ...times }] : [];
    });
    const way = straightWay(placed);
    const { id: routeId } = await tx
      .insertInto('fleetRoute')
      .values({ companyId, name, corridor, active, engine: way.engine, ...sumOf(way.legs) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('fleetRouteStop')
      .values(
        placed.map(({ id: pointId, name: stop, lat, lng, window, minutes }, n) => ({
          ...{ companyId, routeId, seq: n + 1, name: stop, lat, lng, pointId, serviceMinutes: minutes },
          ...{ windowFrom: window?.[0] ?? null, windowTo: window?.[1] ?? null, ...way.legs[n - 1] },
        })),
      )
      .execute();
    await tx
      .insertInto('fleetRouteLine')
      .values({ companyId, routeId, points: JSON.stringify(way.geometry.map(({ lat, lng }) => [lat, lng])) })
      .execute();
    const drivenBy = (of: string) => {
      const vehicleId = vehicleIds.get(of);
      return vehicleId === undefined ? [] : [{ companyId, routeId, vehicleId }];
    };
    await tx
      .insertInto('fleetRouteVehicle')
      .values(driven.flatMap((of) => drivenBy(of)))
      .execute();
  }
}
