import { expect, test } from 'vitest';
import { deviceAddress } from '#core/devices/common/device-address.ts';
import { listAddress } from './addresses.ts';

const app = {
  web: '/Sample',
  pages: [],
  solutions: [
    { id: 2, key: 'tank', icon: 'ripple' },
    { id: 8, key: 'meter', icon: 'gauge', page: 'devices/meter/{id}' },
  ],
};

test('a list without a solution has no solution in its address', () => {
  expect(listAddress(app)).toBe('/Sample/devices/list');
  expect(listAddress(app, 2)).toBe('/Sample/devices/list/solution/2');
});

test('a device is shown on the page of its solution, else on the default page', () => {
  expect(deviceAddress(app, { id: 5, solutionId: 8 })).toBe('/Sample/devices/meter/5');
  expect(deviceAddress(app, { id: 5, solutionId: 2 })).toBe('/Sample/devices/list/solution/2/device/5');
});
