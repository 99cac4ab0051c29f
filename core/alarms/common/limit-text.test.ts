import { expect, test } from 'vitest';
import type { Limit } from './limit.ts';
import { type LimitTexts, measuredText } from './limit-text.ts';

const texts: LimitTexts = {
  locale: 'en',
  sensor: () => 'Level',
  value: (_sensor, value) => `${value} m`,
  place: (word, geofence) => `${word} ${geofence}`,
  event: (kind: string) => kind,
  attribute: (key: string) => key,
  noData: (duration) => `No data for ${duration}`,
};
const above: Limit = { sensor: 'level', operator: '>', value: 3 };

test('a value beyond its limit is compared with it', () => {
  expect(measuredText({ sensor: 'level', value: 3.1, limit: above }, texts)).toBe('Level 3.1 m > 3 m');
});

test('a value that is back within its limit is not said to be beyond it', () => {
  expect(measuredText({ sensor: 'level', value: 2.9, limit: above }, texts)).toBe('Level 2.9 m (> 3 m)');
});
