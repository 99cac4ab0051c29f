import { expect, test } from 'vitest';
import { readWindows, writeWindows } from './drawn-windows.ts';

const windows = [
  { from: '2026-03-10T08:00:00.000Z', to: '2026-03-10T09:30:00.000Z' },
  { from: '2026-03-11T08:00:00.000Z', to: '2026-03-12T08:00:00.000Z' },
];

test('windows come back from an address, and a year of them fits into one', () => {
  expect(readWindows(writeWindows(windows))).toEqual(windows);
  const many = Array.from({ length: 366 }, () => windows[0] as (typeof windows)[0]);
  expect(writeWindows(many).length).toBeLessThan(6000);
});

test('an invalid window in an address is left out', () => {
  expect(readWindows(null)).toEqual([]);
  expect(readWindows(`?.x-.${writeWindows(windows)}.-1`)).toEqual(windows);
});
