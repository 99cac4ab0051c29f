import { metresBetween } from '#core/places/common/geofence.ts';

type Located = { lat: number; lng: number };

/** With fewer devices there is no main group. */
const least = 4;
/** A device is away if it is this many times as far from the middle as half of the devices are, and at least so far. */
const away = { times: 8, metres: 100_000 };

const medianOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** The places that are near each other, without single ones far away, which would make the others one dot on a map. */
export function mainGroup<Place extends Located>(places: readonly Place[]): readonly Place[] {
  if (places.length < least) return places;
  const middle = { lat: medianOf(places.map(({ lat }) => lat)), lng: medianOf(places.map(({ lng }) => lng)) };
  const distances = places.map((place) => metresBetween(place, middle));
  const most = Math.max(away.metres, medianOf(distances) * away.times);
  return places.filter((_, at) => (distances[at] ?? 0) <= most);
}
