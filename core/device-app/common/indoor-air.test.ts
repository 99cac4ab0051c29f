import { expect, test } from 'vitest';
import { indoorAir } from './indoor-air.ts';

test('indoor air is as good as its worst value', () => {
  expect(indoorAir({ co2: 600, pm25: 5, tvoc: 100, humidity: 45 })?.severity).toBe('good');
  expect(indoorAir({ co2: 900, pm25: 60, humidity: 45 })).toMatchObject({ cause: 'pm25', severity: 'problem' });
  expect(indoorAir({ co2: 600, humidity: 65 })).toMatchObject({ cause: 'humidity', severity: 'ok' });
  expect(indoorAir({ co2: 600, humidity: 75 })).toMatchObject({ cause: 'humidity', severity: 'poor' });
  expect(indoorAir({})).toBeNull();
});
