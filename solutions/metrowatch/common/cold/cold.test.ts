import { describe, expect, test } from 'vitest';
import { type ExcursionLimits, excursionsIn, type Sample, timeInRange } from './excursions.ts';
import { meanKineticTemperature } from './mean-kinetic.ts';
import { coldSetting, correctionOf, usualSetting } from './product-class.ts';

const minute = 60_000;
const limits: ExcursionLimits = { low: 2, high: 8, allowanceMinutes: 10, recoveryMinutes: 5, gapMs: 15 * minute };
/** Samples a minute apart; null leaves one out. */
const every = (values: readonly (number | null)[]): Sample[] =>
  values.flatMap((value, at) => (value === null ? [] : [{ at: at * minute, value }]));
const times = (count: number, value: number | null) => Array.from({ length: count }, () => value);

describe('the mean kinetic temperature', () => {
  const of = (values: number[]) =>
    meanKineticTemperature(
      values.map((value) => ({ value, weight: 1 })),
      83.144,
    );
  test.each([
    [[2, 8], 5.536],
    [[...Array.from({ length: 11 }, () => 5), 25], 9.825],
    [[20, 22, 25, 30], 25.032],
  ])('of %j is %d °C', (values, expected) => {
    expect(Math.abs((of(values) ?? 0) - expected)).toBeLessThan(0.001);
  });

  test('weighs each temperature by how long it held, and is unknown without any', () => {
    const weighed = meanKineticTemperature(
      [
        { value: 5, weight: 11 },
        { value: 25, weight: 1 },
      ],
      83.144,
    );
    expect(weighed).toBeCloseTo(9.825, 3);
    expect(of([])).toBeNull();
  });
});

describe('an excursion', () => {
  test('of 34 minutes counts after the allowance, becomes a problem after twice the allowance, and ends with the first sample in range', () => {
    const warm = every([...times(5, 5), ...times(34, 9), ...times(10, 5)]);
    const severities = warm.map((_, i) => excursionsIn(warm.slice(0, i + 1), limits)[0]?.severity);
    const at = (severity: string) => severities.indexOf(severity as never) - 5;
    expect([at('poor'), at('problem')]).toEqual([10, 20]);
    expect(excursionsIn(warm, limits)).toEqual([
      { from: 5 * minute, to: 39 * minute, until: 39 * minute, peak: 9, degreeMinutes: 34, severity: 'problem' },
    ]);
  });

  test('that ends within the allowance has no severity, and one that is 2 K beyond the limit is a problem once it counts', () => {
    expect(excursionsIn(every([...times(8, 9), ...times(10, 5)]), limits)).toMatchObject([
      { to: 8 * minute, severity: null },
    ]);
    expect(excursionsIn(every([...times(11, 10.5)]), limits)).toMatchObject([
      { to: null, severity: 'problem', peak: 10.5 },
    ]);
  });

  test('continues through a return that is shorter than the recovery', () => {
    const found = excursionsIn(every([...times(5, 9), ...times(3, 5), ...times(5, 9), ...times(7, 5)]), limits);
    expect(found).toMatchObject([{ from: 0, to: 13 * minute, degreeMinutes: 10 }]);
  });

  test('does not end in a gap: what is unknown is never in range', () => {
    const samples = every([...times(3, 9), 5, ...times(20, null), 5, ...times(4, 5)]);
    expect(excursionsIn(samples, limits)).toMatchObject([{ to: null }]);
    expect(excursionsIn([...samples, { at: 30 * minute, value: 5 }], limits)).toMatchObject([{ to: 24 * minute }]);
  });

  test('below −60 °C counts at once, and is measured from the limit that was crossed', () => {
    const freezer = { low: -90, high: -60, allowanceMinutes: 0, recoveryMinutes: 5, gapMs: 15 * minute };
    expect(excursionsIn(every([-59]), freezer)).toMatchObject([{ severity: 'problem', peak: -59 }]);
    expect(excursionsIn(every([-91, -95, -92]), freezer)).toMatchObject([{ peak: -95 }]);
  });
});

test('the time in range is a share of what is known, and a gap is not known', () => {
  const samples = every([5, 5, 9, ...times(30, null), 5]);
  expect(timeInRange(samples, 34 * minute, limits)).toEqual({ known: (2 + 15 + 1) * minute, inRange: 3 * minute });
});

test('a calibration of one point is an offset, of several the line that fits them', () => {
  expect(correctionOf({ points: [{ reference: 0, shown: 0.4 }] })(5)).toBeCloseTo(4.6);
  const line = correctionOf({
    points: [
      { reference: 0, shown: 1 },
      { reference: 10, shown: 12 },
    ],
  });
  expect([line(1), line(12), line(6.5)].map((value) => Math.round(value * 1000) / 1000)).toEqual([0, 10, 5]);
});

test('limits in the wrong order are refused under the upper one', () => {
  const faults = coldSetting.safeParse({ ...usualSetting, productClass: 'own', low: 9, high: 8 }).error?.issues;
  expect(faults?.map(({ path, message }) => [path.join('.'), message])).toEqual([['high', 'highAboveLow']]);
});
