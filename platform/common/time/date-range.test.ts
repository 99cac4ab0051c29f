import { expect, test } from 'vitest';
import { type CustomRange, emptyRange, type RangeRules, readRange, toCustomRange } from './date-range.ts';

const at = { zone: 'Asia/Dubai', now: new Date('2026-03-18T12:00:00Z') };
const range = (startDate: string, endDate: string, startTime = '00:00', endTime = '23:59'): CustomRange => ({
  startDate,
  startTime,
  endDate,
  endTime,
});
const read = (entered: CustomRange, rules: RangeRules = {}) => readRange(entered, rules, at);
const faultOf = (entered: CustomRange, rules: RangeRules = {}) => {
  const { fault } = read(entered, rules);
  return fault && `${fault.field}: ${fault.fault}`;
};

test('start and end are required by default', () => {
  expect(faultOf(emptyRange)).toBe('startDate: Required');
  expect(faultOf(range('2026-03-01', ''))).toBe('endDate: Required');
  expect(read(emptyRange, { required: false })).toEqual({ period: null, fault: null });
});

test('dates and times of a range are those of the company’s time zone', () => {
  expect(read(range('2026-03-01', '2026-03-02', '08:00', '17:30')).period).toEqual({
    from: '2026-03-01T04:00:00.000Z',
    to: '2026-03-02T13:30:00.000Z',
  });
});

test('a range to 23:59 includes the whole last day and is displayed with that time', () => {
  const day = range('2026-03-01', '2026-03-01', '00:00', '23:59');
  const { period } = read(day);
  expect(period).toEqual({ from: '2026-02-28T20:00:00.000Z', to: '2026-03-01T20:00:00.000Z' });
  expect(toCustomRange(period ?? {}, at.zone)).toEqual(day);
});

test('a period is converted back to the entered dates and times', () => {
  const entered = range('2026-03-01', '2026-03-02', '08:00', '17:30');
  expect(toCustomRange(read(entered).period ?? {}, at.zone)).toEqual(entered);
  expect(toCustomRange({}, at.zone)).toEqual(emptyRange);
});

test('the end date is on or after the start date', () => {
  expect(faultOf(range('2026-03-02', '2026-03-02'))).toBeNull();
  expect(faultOf(range('2026-03-02', '2026-03-01'))).toBe('endDate: order');
});

test('with hideSelectedDay the end date is strictly after the start date', () => {
  expect(faultOf(range('2026-03-02', '2026-03-02'), { hideSelectedDay: true })).toBe('endDate: order');
  expect(faultOf(range('2026-03-02', '2026-03-03'), { hideSelectedDay: true })).toBeNull();
});

test('the from date must be before the to date', () => {
  for (const end of ['08:00', '07:00'])
    expect(faultOf(range('2026-03-02', '2026-03-02', '08:00', end))).toBe('endTime: order');
});

test('with validateSameTime a same-day end time must be later than the start time', () => {
  const rules = { validateSameTime: true };
  expect(faultOf(range('2026-03-02', '2026-03-02', '08:00', '08:00'), rules)).toBe('endTime: sameTime');
  expect(faultOf(range('2026-03-02', '2026-03-02', '08:00', '08:01'), rules)).toBeNull();
  expect(faultOf(range('2026-03-02', '2026-03-03', '08:00', '07:00'), rules)).toBeNull();
});

test('past start dates are disallowed when determineTheDateOfOld is false', () => {
  const rules = { determineTheDateOfOld: false, enableFutureDate: true };
  expect(faultOf(range('2026-03-17', '2026-03-20'), rules)).toBe('startDate: past');
  expect(faultOf(range('2026-03-18', '2026-03-20'), rules)).toBeNull();
  expect(faultOf(range('2026-03-17', '2026-03-18'))).toBeNull();
});

test('future dates cannot be chosen unless enableFutureDate is set', () => {
  expect(faultOf(range('2026-03-19', '2026-03-20'))).toBe('startDate: future');
  expect(faultOf(range('2026-03-18', '2026-03-19'))).toBe('endDate: future');
  expect(faultOf(range('2026-03-18', '2026-03-19'), { enableFutureDate: true })).toBeNull();
});

test('today is the date in the company’s time zone', () => {
  const late = { zone: 'Asia/Dubai', now: new Date('2026-03-18T21:00:00Z') };
  expect(readRange(range('2026-03-19', '2026-03-19'), {}, late).fault).toBeNull();
});

test('a range longer than maxDays is not a period', () => {
  expect(read(range('2026-03-01', '2026-03-07'), { maxDays: 7 }).period).not.toBeNull();
  expect(read(range('2026-03-01', '2026-03-08'), { maxDays: 7 })).toEqual({
    period: null,
    fault: { field: 'endDate', fault: 'tooLong' },
  });
});

test('a validation function can refuse a range', () => {
  expect(faultOf(range('2026-03-01', '2026-03-02'), { validate: () => false })).toBe('endDate: refused');
  expect(faultOf(range('2026-03-01', '2026-03-02'), { validate: () => true })).toBeNull();
});

test('an invalid time is reported as an error', () => {
  expect(faultOf(range('2026-03-01', '2026-03-02', '8:0'))).toBe('startTime: invalidTime');
  expect(faultOf(range('2026-03-01', '2026-03-02', '08:00', '25:00'))).toBe('endTime: invalidTime');
});
