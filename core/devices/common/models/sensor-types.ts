import type { SensorType } from '../manifest.ts';

type Range = readonly [min: number, max: number];

/** A sensor type that reports numbers of its range. */
export const number = (
  id: number,
  key: string,
  unit: string,
  [min, max]: Range,
  decimals: number,
  example: number,
): SensorType => ({ id, key, unit, kind: 'number', min, max, decimals, example });

/** A sensor type that reports a total that only grows. */
export const counterSensor = (
  id: number,
  key: string,
  unit: string,
  decimals: number,
  example: number,
): SensorType => ({
  ...number(id, key, unit, [0, 1e9], decimals, example),
  counter: true,
});

/** A sensor type that reports yes or no. */
export const boolean = (id: number, key: string): SensorType => ({ id, key, unit: '', kind: 'boolean' });

/** A sensor type that reports one of these words. Names: `values.<key>.<word>` of the app. */
export const choice = (id: number, key: string, words: readonly [string, ...string[]]): SensorType => ({
  id,
  key,
  unit: '',
  kind: 'text',
  example: words[0],
});
