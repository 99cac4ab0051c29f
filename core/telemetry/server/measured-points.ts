import type { DeviceEvent } from '../common/event.ts';
import type { Fix } from '../common/position.ts';

/** The points of a message as columns. Short names, because the stream carries many. Times in milliseconds since 1970. */
export type MeasuredPoints = {
  /** Device id. */
  d: number;
  /** Time of arrival. */
  r: number;
  t: number[];
  s: number[];
  v: (number | null)[];
  /** Values of text sensors; absent without any. */
  w?: (string | null)[];
  /** Positions; absent without any. */
  p?: Fix[];
  /** Events; absent without any. */
  e?: DeviceEvent[];
  /** Names of the paths on which it came; absent without any. */
  l?: string[];
};

/** The number of points, positions, events and paths of a message. */
export const sizeOf = ({ t, p, e, l }: MeasuredPoints): number =>
  t.length + (p?.length ?? 0) + (e?.length ?? 0) + (l?.length ?? 0);
