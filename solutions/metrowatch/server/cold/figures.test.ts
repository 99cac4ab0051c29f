import { expect, test } from 'vitest';
import { usualSetting } from '../../common/cold/product-class.ts';
import { figuresOf } from './figures.ts';

const minute = 60_000;
const limits = { ...usualSetting, grave: 2, gapMs: 60 * minute };
const sampleSeconds = (times: readonly number[]) =>
  figuresOf(
    times.map((at) => ({ at, value: 5 })),
    { from: 0, to: times.at(-1) ?? 0 },
    { limits, setting: usualSetting },
  ).sampleSeconds;

test('a burst of samples does not hide that the others are rare', () => {
  const rare = [0, 20, 40, 60].map((at) => at * minute);
  const burst = [1, 2, 3, 4, 5, 6, 7, 8].map((second) => 60 * minute + second * 1000);
  expect(sampleSeconds([...rare, ...burst])).toBe(1200);
});

test('one gap among regular samples does not make them rare, and one sample has no interval', () => {
  expect(sampleSeconds([0, 5, 10, 15, 20, 25, 40].map((at) => at * minute))).toBe(300);
  expect(sampleSeconds([0])).toBeNull();
});
