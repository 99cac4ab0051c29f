import { lineString } from '@turf/helpers';
import { simplify } from '@turf/simplify';
import { type BestOrder, bestOrder } from '../common/best-order.ts';
import type { OrderProblem } from '../common/order-cost.ts';
import { type Engine, type Matrix, maxGeometry, type Place, type Way } from '../common/roads.ts';
import { straightMatrix, straightWay } from '../common/straight.ts';
import { askOsrm, osrmRoute, osrmTable, type RoadsKit } from './osrm.ts';

/** The way by road through places in their order. It asks the road server: not to be called within a transaction. */
export async function routeThrough(kit: RoadsKit, places: readonly Place[]): Promise<Way> {
  const query = { overview: 'full', geometries: 'geojson', steps: 'false' };
  const [found] = (places.length < 2 ? null : await askOsrm(kit, osrmRoute, places, query))?.routes ?? [];
  // A server that leaves places out has not answered the question.
  if (found?.legs.length !== places.length - 1) return straightWay(places);
  return {
    engine: 'osrm',
    metres: Math.round(found.distance),
    seconds: Math.round(found.duration),
    legs: found.legs.map(({ distance, duration }) => ({ metres: Math.round(distance), seconds: Math.round(duration) })),
    geometry: thinned(found.geometry.coordinates),
  };
}

/** How far it is from each place to each other one. It asks the road server: not to be called within a transaction. */
export async function matrix(kit: RoadsKit, from: readonly Place[], to: readonly Place[]): Promise<Matrix> {
  const indexes = (of: readonly Place[], first: number) => of.map((_, n) => first + n).join(';');
  const found =
    from.length === 0 || to.length === 0
      ? null
      : await askOsrm(kit, osrmTable, [...from, ...to], {
          annotations: 'duration,distance',
          sources: indexes(from, 0),
          destinations: indexes(to, from.length),
        });
  const isWhole = (rows: readonly (readonly number[])[]) =>
    rows.length === from.length && rows.every((row) => row.length === to.length);
  if (!found || !isWhole(found.distances) || !isWhole(found.durations)) return straightMatrix(from, to);
  return { engine: 'osrm', metres: found.distances, seconds: found.durations };
}

/** The best order of stops by road. It asks the road server: not to be called within a transaction. */
export async function orderStops(
  kit: RoadsKit,
  places: readonly Place[],
  options: Omit<OrderProblem, 'seconds'>,
): Promise<BestOrder & { engine: Engine }> {
  const { engine, seconds } = await matrix(kit, places, places);
  return { engine, ...bestOrder({ ...options, seconds }) };
}

/** About ten metres in degrees. */
const finest = 1e-4;

/** At most as many points as a way may have. */
function thinned(line: readonly (readonly [number, number])[]): Place[] {
  let points = line.map(([lng, lat]) => [lng, lat]);
  for (let tolerance = finest; points.length > maxGeometry; tolerance *= 2)
    points = simplify(lineString(points), { tolerance, highQuality: false }).geometry.coordinates;
  return points.map(([lng = 0, lat = 0]) => ({ lat, lng }));
}
