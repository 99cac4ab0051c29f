/**
 * How well the start of an interval is known: `measured` by the sensor; `bounded`: it changed at some time before the
 * report, in a silence or between two heartbeats; `corrected` by a person.
 */
export const qualities = ['measured', 'bounded', 'corrected'] as const;
export type Quality = (typeof qualities)[number];

/** A time in which a sensor was in one state. Times are in ms since 1970. */
export type StateInterval = {
  from: number;
  /** null if it lasts. */
  to: number | null;
  /** The value of the sensor, 0 and 1 for false and true; null if the state is unknown. */
  value: number | null;
  quality: Quality;
};
