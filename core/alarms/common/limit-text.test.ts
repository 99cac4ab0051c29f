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

test('a limit of positions has its unit', () => {
  const measured = (operator: 'faster' | 'slower' | 'away', value: number) =>
    measuredText({ sensor: null, value: null, limit: { sensor: null, operator, value } }, texts);
  expect(measured('faster', 120)).toBe('faster 120 km/h');
  expect(measured('slower', 20)).toBe('slower 20 km/h');
  expect(measured('away', 200)).toBe('away 200 m');
});

test('a device is outside of a geofence by its name, or of all', () => {
  const outside = (value: string) =>
    measuredText({ sensor: null, value: null, limit: { sensor: null, operator: 'outside', value } }, texts);
  expect(outside('Yard')).toBe('outside Yard');
  expect(outside('')).toBe('outsideAll ');
});

test('a speed limit has the name of its geofence', () => {
  const limit: Limit = { sensor: null, geofence: 'Port', operator: 'over-limit', value: 40 };
  expect(measuredText({ sensor: null, value: null, limit }, texts)).toBe('overLimit 40 km/h (\u2068Port\u2069)');
});

test('a step is stated with the value after it', () => {
  const limit: Limit = { sensor: 'level', operator: 'step', value: -15 };
  expect(measuredText({ sensor: 'level', value: 40, limit }, texts)).toBe('Level 40 m (step -15 m)');
  const arabic = { ...texts, locale: 'ar' } as const;
  expect(measuredText({ sensor: 'level', value: 40, limit }, arabic)).toBe(
    'Level \u206640 m\u2069 (step \u2066-15 m\u2069)',
  );
});

test('a device without a person has nothing that was measured', () => {
  const limit: Limit = { sensor: null, operator: 'no-person', value: true };
  expect(measuredText({ sensor: null, value: null, limit }, texts)).toBe('noPerson ');
});
