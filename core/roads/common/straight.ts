import { metresBetween } from '#core/places/common/geofence.ts';
import { type Leg, type Matrix, type Place, sumOf, type Way } from './roads.ts';

/** Roads are longer than the great circle by about this factor. */
const detour = 1.35;
/** The average speed in a town with its traffic lights, 38 km/h. */
const metresPerSecond = 38 / 3.6;

export function straightLeg(from: Place, to: Place): Leg {
  const metres = metresBetween(from, to) * detour;
  return { metres: Math.round(metres), seconds: Math.round(metres / metresPerSecond) };
}

/** The way through places without a road network. */
export function straightWay(places: readonly Place[]): Way {
  const legs = places.slice(1).map((to, n) => straightLeg(places[n] ?? to, to));
  return {
    engine: 'straight',
    ...sumOf(legs),
    legs,
    geometry: places.map(({ lat, lng }) => ({ lat, lng })),
  };
}

export function straightMatrix(from: readonly Place[], to: readonly Place[]): Matrix {
  const legs = from.map((start) => to.map((end) => straightLeg(start, end)));
  return {
    engine: 'straight',
    metres: legs.map((row) => row.map(({ metres }) => metres)),
    seconds: legs.map((row) => row.map(({ seconds }) => seconds)),
  };
}
