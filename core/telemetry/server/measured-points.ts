import type { DeviceEvent } from '../common/event.ts';
import type { Fix } from '../common/position.ts';

/** Points as columns. */
export type PointColumns = {
  t: number[];
  s: number[];
  v: (number | null)[];
  /** Values of text sensors; absent without any. */
  w?: (string | null)[];
};

/** The points of the channel of this name. */
export type ChannelPoints = PointColumns & { n: string };

/** The points of a message as columns. Short names, because the stream carries many. Times in milliseconds since 1970. */
export type MeasuredPoints = PointColumns & {
  /** Device id. */
  d: number;
  /** Time of arrival. */
  r: number;
  /** Points of channels, which are not those of the device; absent without any. */
  c?: ChannelPoints[];
  /** Positions; absent without any. */
  p?: Fix[];
  /** Events; absent without any. */
  e?: DeviceEvent[];
  /** Names of the paths on which it came; absent without any. */
  l?: string[];
};

/** The number of points, also of channels, positions, events and paths of a message. */
export const sizeOf = ({ t, c, p, e, l }: MeasuredPoints): number =>
  t.length +
  (c?.reduce((sum, channel) => sum + channel.t.length, 0) ?? 0) +
  (p?.length ?? 0) +
  (e?.length ?? 0) +
  (l?.length ?? 0);
