import { expect, test } from 'vitest';
import { DeviceValues, emptyRuleState } from '../device-values.ts';

const sensor = 9001;

/** A device that reports every minute, and what its level has changed by in a period after each value. */
function deviceWith(periodSeconds: number) {
  const ms = periodSeconds * 1000;
  const values = new DeviceValues(emptyRuleState(), [{ sensor, ms }]);
  values.setReportInterval(60);
  return (seconds: number, value: number): number | undefined => {
    const time = seconds * 1000;
    values.take({ r: time, t: [time], s: [sensor], v: [value] }, time, (at) => values.setTime(at));
    return values.change(sensor, ms);
  };
}

test('a change over a silence within its period starts from the last value until the period begins after the silence', () => {
  const changeAt = deviceWith(600);
  for (let seconds = 0; seconds <= 600; seconds += 60) changeAt(seconds, 60);
  // Four reports are missing.
  expect(changeAt(900, 40)).toBe(-20);
  for (let seconds = 960; seconds < 1500; seconds += 60) expect(changeAt(seconds, 40), `${seconds}`).toBe(-20);
  expect(changeAt(1500, 40)).toBe(0);
});

test('a change is interpolated as long as no more than two reports are missing', () => {
  const changeAt = deviceWith(600);
  changeAt(0, 60);
  changeAt(180, 30);
  for (let seconds = 240; seconds < 660; seconds += 60) changeAt(seconds, 30);
  expect(changeAt(660, 30)).toBe(-20);
});

test('a change over a long period is interpolated between the points that are kept for it', () => {
  const changeAt = deviceWith(500_000);
  // It rises by a hundredth each second; a point is kept every thousand seconds.
  for (let seconds = 0; seconds < 500_900; seconds += 100) changeAt(seconds, seconds / 100);
  expect(changeAt(500_900, 5009)).toBeCloseTo(5000, 6);
});
