import { describe, expect, test } from 'vitest';
import { type ExcursionLimits, excursionsIn, type Sample, timeInRange } from './excursions.ts';

const minute = 60_000;
const limits: ExcursionLimits = {
  low: 2,
  high: 8,
  allowanceMinutes: 10,
  recoveryMinutes: 5,
  grave: 2,
  gapMs: 15 * minute,
};
/** Samples a minute apart; null leaves one out. */
const every = (values: readonly (number | null)[]): Sample[] =>
  values.flatMap((value, at) => (value === null ? [] : [{ at: at * minute, value }]));
const times = (count: number, value: number | null) => Array.from({ length: count }, () => value);

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
    const freezer = { low: -90, high: -60, allowanceMinutes: 0, recoveryMinutes: 5, grave: 2, gapMs: 15 * minute };
    expect(excursionsIn(every([-59]), freezer)).toMatchObject([{ severity: 'problem', peak: -59 }]);
    expect(excursionsIn(every([-91, -95, -92]), freezer)).toMatchObject([{ peak: -95 }]);
  });
});

test('the time in range is a share of what is known, and a gap is not known', () => {
  const samples = every([5, 5, 9, ...times(30, null), 5]);
  expect(timeInRange(samples, 34 * minute, limits)).toEqual({ known: (2 + 15 + 1) * minute, inRange: 3 * minute });
});
