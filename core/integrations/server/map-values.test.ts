import { expect, test } from 'vitest';
import type { SensorType } from '#core/devices/common/manifest.ts';
import type { MappingRule } from '../common/mapping.ts';
import { mapValues } from './map-values.ts';

const types: SensorType[] = [
  { id: 1, key: 'temperature', unit: '°C', kind: 'number' },
  { id: 2, key: 'door', unit: '', kind: 'boolean' },
];
const device = { sensors: new Map(types.map((type) => [type.key, type])) };
const rule = (key: string, more: Partial<MappingRule> = {}): MappingRule => ({
  key,
  sensor: key,
  factor: 1,
  offset: 0,
  values: {},
  ...more,
});

test('a rule converts numbers and enumerations, and multiplies before it adds', () => {
  const rules = [
    rule('t', { sensor: 'temperature', factor: 0.1, offset: -40 }),
    rule('state.door', { sensor: 'door', values: { open: true, '0': false } }),
  ];
  expect(mapValues(device, { t: 650, state: { door: 'open' } }, rules, null).values).toEqual({
    temperature: 25,
    door: true,
  });
  expect(mapValues(device, { state: { door: 0 } }, rules, null).values).toEqual({ door: false });
  // A value that the enumeration does not name stays, whatever objects have by that name.
  expect(mapValues(device, { state: { door: 'constructor' } }, rules, null).values).toEqual({ door: 'constructor' });
});

test('a key that a rule ignores counts as mapped, a key without a rule does not', () => {
  const { values, keys } = mapValues(device, { fw: 3, door: 1, other: 2 }, [rule('fw', { sensor: null })], null);
  expect(values).toEqual({ door: 1 });
  expect([...keys].map(([key, { used }]) => [key, used])).toEqual([
    ['fw', true],
    ['door', true],
    ['other', false],
  ]);
});

test('the usual names of a kind are those that it lists, and a rule takes precedence over them', () => {
  const usual = { temp: 'temperature' };
  const given = { temp: 20, toString: 1, door: 1 };
  expect(mapValues(device, given, [], usual).values).toEqual({ temperature: 20 });
  expect(mapValues(device, given, [rule('temp', { sensor: 'door' })], usual).values).toEqual({ door: 20 });
});
