import fc from 'fast-check';
import { expect, test } from 'vitest';
import { heatGroups } from './heat-groups.ts';

const rem = 16;
const fraction = fc.double({ min: 0, max: 1, noNaN: true });
const trap = fc.record({ x: fraction, y: fraction, hits: fc.nat(40), nights: fc.nat(28) });
const anyPlan = fc.record({ width: fc.integer({ min: 200, max: 1200 }), height: fc.integer({ min: 150, max: 700 }) });

test('circles do not overlap and are whole within the plan, and each trap is in one of them', () => {
  fc.assert(
    fc.property(fc.array(trap, { maxLength: 60 }), anyPlan, (traps, { width, height }) => {
      const groups = heatGroups(traps, Math.max(0, ...traps.map(({ hits }) => hits)), { width, height, rem });
      expect(new Set(groups.flatMap((group) => group.traps))).toEqual(new Set(traps));
      expect(groups.flatMap((group) => group.traps)).toHaveLength(traps.length);
      for (const [n, { x, y, size }] of groups.entries()) {
        expect(Math.min(x, width - x, y, height - y)).toBeGreaterThanOrEqual(size / 2 - 1e-6);
        for (const other of groups.slice(n + 1))
          expect(Math.hypot(x - other.x, y - other.y)).toBeGreaterThanOrEqual((size + other.size) / 2 - 1e-6);
      }
    }),
    { numRuns: 200 },
  );
});

test('traps that stand close are one circle on a small plan, and each has its own on a large one', () => {
  const row = [0.3, 0.33, 0.36].map((x, n) => ({ x, y: 0.5, hits: n, nights: 28 }));
  const circles = (width: number) =>
    heatGroups(row, 2, { width, height: width / 2, rem }).map(({ traps }) => traps.map(({ hits }) => hits).toSorted());
  expect(circles(340)).toEqual([[0, 1, 2]]);
  expect(circles(1600)).toEqual([[0], [1], [2]]);
});

test('thousands of traps on one plan are grouped while the page is drawn', () => {
  const traps = Array.from({ length: 4000 }, (_, n) => ({
    x: (n % 80) / 80,
    y: Math.floor(n / 80) / 50,
    hits: n % 7,
    nights: 28,
  }));
  const groups = heatGroups(traps, 6, { width: 1200, height: 700, rem });
  expect(groups.reduce((sum, group) => sum + group.traps.length, 0)).toBe(traps.length);
  expect(groups.length).toBeLessThan(traps.length / 4);
});
