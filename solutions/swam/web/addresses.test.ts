import { expect, test } from 'vitest';
import { deviceAddress, listAddress, solutionShown } from './addresses.ts';

test('a list without a solution shows the lowest one', () => {
  expect(solutionShown(undefined, [{ id: 8 }, { id: 2 }, { id: 17 }])).toBe(2);
});

test('a solution that is not there, or no number, falls back the same way', () => {
  expect(solutionShown('99', [{ id: 8 }, { id: 3 }])).toBe(3);
  expect(solutionShown('water', [{ id: 8 }, { id: 3 }])).toBe(3);
});

test('without solutions the list stays on its plain address', () => {
  expect(solutionShown('2', [])).toBeUndefined();
  expect(listAddress()).toBe('/PureTrace/devices/list');
});

test('meters and control units have pages of their own', () => {
  for (const solutionId of [7, 8, 9, 17])
    expect(deviceAddress({ id: 5, solutionId })).toBe('/PureTrace/devices/meter/5');
  expect(deviceAddress({ id: 5, solutionId: 10 })).toBe('/PureTrace/devices/control-unit/5');
  expect(deviceAddress({ id: 5, solutionId: 2 })).toBe('/PureTrace/devices/list/solution/2/device/5');
});
