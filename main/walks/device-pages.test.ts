import { expect, test } from 'vitest';
import { deviceAddress } from '#core/devices/common/device-address.ts';
import { metrowatch } from '#solutions/metrowatch/app.ts';

test('a parking slot has the page of its own type', () => {
  expect(deviceAddress(metrowatch, { id: 5, solutionId: 20 })).toBe('/SmartTrack/devices/parking-occupancy/device/5');
});

test('the page of every solution is a page of the app', () => {
  const paths = metrowatch.pages.map(({ path }) => path);
  expect(metrowatch.solutions?.filter(({ page }) => page === undefined || !paths.includes(page))).toEqual([]);
});
