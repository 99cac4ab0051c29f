import { expect, test } from 'vitest';
import '#platform/common/time/time.ts';
import { defaultGap, plotPoints, wallClock, wallText } from './series.ts';

const start = Date.parse('2026-03-01T20:00:00Z');

test('times of a chart are wall-clock times of the company', () => {
  expect(wallText(wallClock('Asia/Dubai')(start), 'DD/MM/YYYY HH:mm')).toBe('02/03/2026 00:00');
});

test('an interval of more than three median intervals is drawn as a gap', () => {
  const minute = 60_000;
  const points = [0, 1, 2, 3, 20, 21].map((at) => [start + at * minute, at] as const);
  const plotted = plotPoints(points, 'UTC');
  expect(plotted.map(([, value]) => value)).toEqual([0, 1, 2, 3, null, 20, 21]);
});

test('the gap that a page sets takes precedence', () => {
  expect(
    plotPoints(
      [
        [start, 1],
        [start + 5000, 2],
      ],
      'UTC',
      1000,
    ),
  ).toHaveLength(3);
});

test('two points have no median interval', () => {
  expect(defaultGap([0, 5])).toBe(Number.POSITIVE_INFINITY);
});
