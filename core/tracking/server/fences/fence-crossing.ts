import { metresBetween } from '#core/places/common/geofence.ts';
import type { Fix } from '#core/telemetry/common/position.ts';
import { canShow } from '../../common/fence-machine.ts';
import type { FenceGeometry } from './fence-geometry.ts';

type Location = { lat: number; lng: number };

/** Two positions that are further apart do not show the way between them. */
const longestMs = 5 * 60_000;
/** A corner that is cut by less than this is ignored. */
const leastMetres = 5;
const mostSteps = 200;

/**
 * Whether a device has crossed a geofence between two positions outside it. The line is walked in steps of the distance
 * to the edge: nothing can be nearer than that.
 */
export function crossesFence(from: Fix, to: Fix, { distance, radius }: FenceGeometry): boolean {
  if (to.time - from.time > longestMs || !canShow(from, radius) || !canShow(to, radius)) return false;
  if (distance(from) <= 0 || distance(to) <= 0) return false;
  const length = metresBetween(from, to);
  let walked = 0;
  for (let step = 0; step < mostSteps && walked < length; step++) {
    const edge = distance(between(from, to, walked / length));
    if (edge <= 0) return true;
    walked += Math.max(edge, leastMetres);
  }
  return false;
}

const between = (a: Location, b: Location, share: number): Location => ({
  lat: a.lat + (b.lat - a.lat) * share,
  lng: a.lng + (b.lng - a.lng) * share,
});
