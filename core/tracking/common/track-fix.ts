/** A place at a time in milliseconds since 1970, in degrees. */
export type TrackPoint = { time: number; lat: number; lng: number };
/**
 * A position that counts: neither coarse nor an outlier. Speed in km/h. What the device last reported at its time: whether
 * the ignition is on, and the odometer in metres; null or absent if that is unknown.
 */
export type TrackFix = TrackPoint & {
  speed: number | null;
  motion: boolean | null;
  ignition?: boolean | null | undefined;
  odometer?: number | null | undefined;
};

export const pointOf = ({ time, lat, lng }: TrackPoint): TrackPoint => ({ time, lat, lng });
export const secondsBetween = (a: TrackPoint, b: TrackPoint): number => (b.time - a.time) / 1000;

/** The speed in km/h at the end of a move: as reported, else that of the move. */
export const speedAt = (to: Pick<TrackFix, 'speed'>, metres: number, seconds: number): number =>
  to.speed ?? (metres / Math.max(1, seconds)) * 3.6;
