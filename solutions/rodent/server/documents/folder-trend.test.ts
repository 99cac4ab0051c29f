import { expect, test } from 'vitest';
import { levelOf } from './folder-trend.ts';
import { quartersBefore, quartersOf } from './quarters.ts';

const iso = (quarters: readonly { from: number; to: number }[]) =>
  quarters.map(({ from, to }) => [from, to].map((at) => new Date(at).toISOString().slice(0, 13)));

test('a period is divided at the quarters of the clock at the site, and its ends are cut', () => {
  const period = { from: Date.parse('2025-02-10T20:00Z'), to: Date.parse('2025-08-01T20:00Z') };
  expect(iso(quartersOf(period, 'Asia/Dubai'))).toEqual([
    ['2025-02-10T20', '2025-03-31T20'],
    ['2025-03-31T20', '2025-06-30T20'],
    ['2025-06-30T20', '2025-08-01T20'],
  ]);
  expect(iso(quartersBefore(period.from, 'Asia/Dubai', 2))).toEqual([
    ['2024-09-30T20', '2024-12-31T20'],
    ['2024-06-30T20', '2024-09-30T20'],
  ]);
});

test('a quarter is green, amber or red by its catches, any catch where the level is 0, and without nights nothing is said', () => {
  const interior = { amber: 1, red: 3 };
  const levels = [0, 0.5, 1, 3].map((rate) => levelOf({ catches: rate === 0 ? 0 : 5, rate }, interior));
  expect(levels).toEqual(['green', 'green', 'amber', 'red']);
  const food = { amber: 0, red: 0 };
  expect([0, 1].map((catches) => levelOf({ catches, rate: null }, food))).toEqual([null, 'red']);
  expect(levelOf({ catches: 1, rate: null }, interior)).toBe(null);
});
