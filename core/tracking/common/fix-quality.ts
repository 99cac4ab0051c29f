import { metresBetween } from '#core/places/common/geofence.ts';
import type { Fix } from '#core/telemetry/common/position.ts';
import { errorOf } from './fence-machine.ts';

/** Flags of stored positions, as bits. */
export const coarse = 1;
export const outlier = 2;
export const late = 4;
/** Stored only because the person called for help. */
export const sos = 8;

const coarseMetres = 500;
const leastSeconds = 1;

export const isCoarse = ({ accuracy, source }: Pick<Fix, 'accuracy' | 'source'>): boolean =>
  accuracy === null ? source === 'cell' || source === 'lora' : accuracy > coarseMetres;

type Timed = Pick<Fix, 'time' | 'lat' | 'lng' | 'accuracy' | 'source'>;

/** The least speed in km/h that explains both fixes, whatever their errors are. */
export function impliedSpeed(a: Timed, b: Timed): number {
  const metres = Math.max(0, metresBetween(a, b) - errorOf(a) - errorOf(b));
  const seconds = Math.max(leastSeconds, Math.abs(b.time - a.time) / 1000);
  return (metres / seconds) * 3.6;
}
