import { metresBetween } from '#core/places/common/geofence.ts';
import { type Cuts, partsOf, slotOf } from './movement/slot-times.ts';
import { secondsBetween, speedAt, type TrackFix, type TrackPoint } from './track-fix.ts';

/** A slot of a way: when it begins there, the metres and the highest speed in km/h. */
export type WayPart = readonly [from: number, metres: number, topSpeed: number];

/** What a device has covered since it set off. */
export type Way = {
  metres: number;
  topSpeed: number;
  fixes: number;
  /** The farthest from its begin, in metres. */
  away: number;
  /** The positions at more than `towSpeed`. */
  fast: number;
  /** The ignition was off at all positions. */
  isOff: boolean;
  /** The odometer at its end in metres; null if unknown. */
  odometer: number | null;
  parts: readonly WayPart[];
};

/** km/h; drift of a receiver is slower. */
export const towSpeed = 10;

export const noWay: Way = {
  metres: 0,
  topSpeed: 0,
  fixes: 1,
  away: 0,
  fast: 0,
  isOff: true,
  odometer: null,
  parts: [],
};

type Leg = { begin: TrackPoint; from: TrackFix; to: TrackFix; metres: number };

/** The way with one more leg. */
export function extendWay(way: Way, { begin, from, to, metres }: Leg, cuts: Cuts): Way {
  const speed = speedAt(to, metres, secondsBetween(from, to));
  return {
    metres: way.metres + metres,
    topSpeed: Math.max(way.topSpeed, speed),
    fixes: way.fixes + 1,
    away: Math.max(way.away, metresBetween(begin, to)),
    fast: way.fast + (speed > towSpeed ? 1 : 0),
    isOff: way.isOff && to.ignition === false,
    odometer: to.odometer ?? null,
    parts: extendParts(way.parts, { from, to, metres, speed }, cuts),
  };
}

function extendParts(
  parts: readonly WayPart[],
  { from, to, metres, speed }: Omit<Leg, 'begin'> & { speed: number },
  cuts: Cuts,
): WayPart[] {
  const extended = [...parts];
  for (const part of partsOf(from.time, to.time, cuts)) {
    const share = (metres * (part.to - part.from)) / (to.time - from.time);
    const top = part.to === to.time ? speed : 0;
    const last = extended.at(-1);
    if (last && slotOf(last[0], cuts) === slotOf(part.from, cuts))
      extended[extended.length - 1] = [last[0], last[1] + share, Math.max(last[2], top)];
    else extended.push([part.from, share, top]);
  }
  return extended;
}

/**
 * The metres of a way by its odometer, if that is known at both ends and plausible, else along its positions. Rounded
 * once, so that all figures add up to them.
 */
export function measured(
  { metres, odometer }: Pick<Way, 'metres' | 'odometer'>,
  odometerBefore: number | null,
): { metres: number; source: 'gps' | 'odometer' } {
  const difference = odometer === null || odometerBefore === null ? 0 : odometer - odometerBefore;
  const isPlausible = difference > 0 && difference >= metres / 2 && difference <= metres * 2;
  return isPlausible
    ? { metres: Math.round(difference), source: 'odometer' }
    : { metres: Math.round(metres), source: 'gps' };
}
