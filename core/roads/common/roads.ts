/** Degrees in WGS 84. */
export type Place = { lat: number; lng: number };

/** What a way was computed with: a road network, or straight lines, which are only an estimate. */
export const engines = ['osrm', 'straight'] as const;
export type Engine = (typeof engines)[number];

/** From a place to the next one. */
export type Leg = { metres: number; seconds: number };

export type Way = Leg & {
  engine: Engine;
  /** One less than the places. */
  legs: Leg[];
  /** The line that is drawn, at most `maxGeometry` points. */
  geometry: Place[];
};

/** `metres[from][to]` and `seconds[from][to]`. */
export type Matrix = { engine: Engine; metres: number[][]; seconds: number[][] };

export const maxGeometry = 5000;

export const sumOf = (legs: readonly Leg[]): Leg => ({
  metres: legs.reduce((sum, { metres }) => sum + metres, 0),
  seconds: legs.reduce((sum, { seconds }) => sum + seconds, 0),
});
