import { metresBetween } from '#core/places/common/geofence.ts';
import { pointOf, type TrackPoint } from './track-fix.ts';

/** Where a device is or was last stationary. `maybe`: where it may be stationary now, by one position. */
export type Standing = { at: TrackPoint; maybe: TrackPoint | null };

/** The state after the next position that counts. */
export function stepStanding(
  before: Standing | null,
  fix: TrackPoint,
  stop: { metres: number; seconds: number },
): Standing {
  if (!before) return { at: pointOf(fix), maybe: null };
  const { at, maybe } = before;
  if (metresBetween(at, fix) <= stop.metres) return maybe ? { at, maybe: null } : before;
  if (!maybe || metresBetween(maybe, fix) > stop.metres) return { at, maybe: pointOf(fix) };
  return fix.time - maybe.time >= stop.seconds * 1000 ? { at: maybe, maybe: null } : before;
}
