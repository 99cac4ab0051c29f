/** How a position was found. */
export const positionSources = ['gnss', 'wifi', 'cell', 'ble', 'lora', 'manual'] as const;
export type PositionSource = (typeof positionSources)[number];

/** A reported position. Degrees in WGS 84; null means that the device did not report it. */
export type Fix = {
  /** Milliseconds since 1970. */
  time: number;
  lat: number;
  lng: number;
  /** The radius of the error in metres. */
  accuracy: number | null;
  /** km/h. */
  speed: number | null;
  /** Degrees from north, clockwise, below 360. */
  heading: number | null;
  /** Metres above the sea. */
  altitude: number | null;
  satellites: number | null;
  source: PositionSource;
  /** Whether the device reported motion with it. */
  motion: boolean | null;
};
