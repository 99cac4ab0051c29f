import { expect, test } from 'vitest';
import ar from '../locales/ar.json' with { type: 'json' };
import en from '../locales/en.json' with { type: 'json' };
import { sensorTypes } from './sensors.ts';

test('no sensor has its name as its unit, which would stand twice beside a value', () => {
  const repeated = sensorTypes.filter(({ key, unit }) =>
    [en, ar].some(({ sensors }) => unit !== '' && (sensors as Record<string, string>)[key] === unit),
  );
  expect(repeated).toEqual([]);
});
