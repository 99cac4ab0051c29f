import { expect, test } from 'vitest';
import { type BatteryDay, batteryLifeDays, forecastBattery } from './battery-forecast.ts';

const day = (daysAgo: number, level: number | null, more: Partial<BatteryDay> = {}): BatteryDay => ({
  daysAgo,
  level,
  charged: false,
  temperature: null,
  ...more,
});
/** Levels from the oldest day to today. */
const days = (...levels: (number | null)[]) => levels.map((level, i) => day(levels.length - 1 - i, level));
const falling = (count: number, from: number, perDay: number) =>
  days(...Array.from({ length: count }, (_, i) => from - perDay * i));

/** 2,400 mAh that would last 1,000 days: 48 µA × 24 h + 24 × (40 + 12) µAh a day. */
const spec = { capacity: 2400, sleep: 48, message: 40, fix: 12 };
const model = { battery: spec, intervalSeconds: 3600 };

test('a battery that loses half a percent every day is empty, at 5 %, when the line meets it', () => {
  expect(forecastBattery(falling(21, 90, 0.5), null)).toEqual({ days: 150, from: 150, to: 150 });
});

test('the range covers one standard error of the slope', () => {
  // Of these ten days: slope −75 ÷ 82.5 = −0.909091, residual 6.218182, error √(6.218182 ÷ 8 ÷ 82.5) = 0.097064.
  const forecast = forecastBattery(days(60, 58, 59, 56, 57, 55, 53, 54, 52, 52), null);
  expect(forecast?.days).toBeCloseTo(51.7, 3);
  expect(forecast?.from).toBeCloseTo(46.712, 3);
  expect(forecast?.to).toBeCloseTo(57.88, 3);
});

test('six days, a loss of less than three points, and a fluctuating level have no slope', () => {
  expect(forecastBattery(falling(7, 60, 1), null)).toBeNull();
  expect(forecastBattery(falling(8, 60, 1), null)).not.toBeNull();
  expect(forecastBattery(falling(30, 60, 0.1), null)).toBeNull();
  expect(forecastBattery(falling(31, 60, 0.1), null)).not.toBeNull();
  expect(forecastBattery(days(60, 56, 60, 56, 60, 56, 60, 56, 60, 56), null)).toBeNull();
});

test('only the days since the last charge count, as reported by the device or seen from a rising level', () => {
  const levels = [...falling(9, 40, 3), ...falling(11, 90, 1)].map((one, i) => ({ ...one, daysAgo: 19 - i }));
  const expected = { days: 75, from: 75, to: 75 };
  expect(forecastBattery(levels, null)).toEqual(expected);
  const charging = levels.map((one) => (one.daysAgo === 11 ? { ...one, charged: true } : one));
  expect(forecastBattery(charging, null)).toEqual(expected);
});

test('a battery that is being charged, or has never reported, has no forecast', () => {
  const today = falling(21, 90, 0.5).map((one) => ({ ...one, charged: one.daysAgo === 0 }));
  expect(forecastBattery(today, model)).toBeNull();
  expect(forecastBattery([], model)).toBeNull();
});

test('a battery that was changed within the last day is forecast by its level now and by its model', () => {
  const old = falling(21, 30, 1);
  expect(forecastBattery(old, model, 24)?.from).not.toBeNull();
  expect(forecastBattery(old, model, 25)).toEqual({ days: 200, from: null, to: null });
  expect(forecastBattery([], model, 55)).toEqual({ days: 500, from: null, to: null });
});

test('days without a level are gaps, not zeros', () => {
  const gap = falling(21, 90, 0.5).map((one) => (one.daysAgo % 3 === 1 ? { ...one, level: null } : one));
  expect(forecastBattery(gap, null)).toEqual({ days: 150, from: 150, to: 150 });
});

test('without a slope the model decides: capacity divided by the daily use of sleep, messages and fixes', () => {
  expect(batteryLifeDays(spec, 3600)).toBe(1000);
  // At 55 % half of the battery is left above 5 %.
  expect(forecastBattery(days(55, 55), model)).toEqual({ days: 500, from: null, to: null });
  expect(batteryLifeDays(spec, 600)).toBeCloseTo(2_400_000 / (1152 + 144 * 52), 6);
});

test('above 45 °C a battery lasts 0.7 times as long by the model', () => {
  const at = (temperature: number) => forecastBattery([day(0, 55, { temperature })], model)?.days;
  expect([at(45), at(45.1)]).toEqual([500, 350]);
});

test('a battery at or below 5 % has no days left', () => {
  expect(forecastBattery(falling(11, 14, 1), null)?.days).toBe(0);
});
