import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sensorTypes } from '../common/sensors.ts';

const namesIn = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../locales/${language}.json`, import.meta.url), 'utf8')).sensors;

test('no sensor has its name as its unit, which would appear twice next to a value', () => {
  const names = ['en', 'ar'].map(namesIn);
  expect(sensorTypes.filter(({ key, unit }) => unit !== '' && names.some((name) => name[key] === unit))).toEqual([]);
});
