import { describe, expect, test } from 'vitest';
import { meanKineticTemperature } from './mean-kinetic.ts';
import { coldSetting, correctionOf, usualSetting } from './product-class.ts';

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
