import { expect, test } from 'vitest';
import { deviceAddress } from '#core/devices/common/device-address.ts';
import { listAddress, solutionShown } from './addresses.ts';

const app = {
  web: '/Sample',
  solutions: [
    { id: 2, key: 'tank', icon: 'ripple' },
    { id: 8, key: 'meter', icon: 'gauge', page: 'devices/meter/{id}' },
  ],
};

test('a device list without a solution shows the solution with the lowest id', () => {
  expect(solutionShown(undefined, [{ id: 8 }, { id: 2 }, { id: 17 }])).toBe(2);
});

test('an unknown or invalid solution falls back to the one with the lowest id', () => {
  expect(solutionShown('99', [{ id: 8 }, { id: 3 }])).toBe(3);
  expect(solutionShown('water', [{ id: 8 }, { id: 3 }])).toBe(3);
});

test('without solutions the device list has no solution in its address', () => {
  expect(solutionShown('2', [])).toBeUndefined();
  expect(listAddress(app)).toBe('/Sample/devices/list');
  expect(listAddress(app, 2)).toBe('/Sample/devices/list/solution/2');
});

test('a device is shown on the page of its solution, else on the default page', () => {
  expect(deviceAddress(app, { id: 5, solutionId: 8 })).toBe('/Sample/devices/meter/5');
  expect(deviceAddress(app, { id: 5, solutionId: 2 })).toBe('/Sample/devices/list/solution/2/device/5');
});
