import { describe, expect, test } from 'vitest';
import {
  clockHour,
  clockMinute,
  fromClock,
  isTime,
  maskTime,
  padTwo,
  periodsFault,
  stepHour,
  stepMinute,
  stepTyped,
  timesFault,
  toClock,
} from './time-fields.ts';

describe('a time value', () => {
  test('has the mask ##:##', () => {
    expect(['', '8', '08', '083', '0830', '08305', '8x3', '٠٨٣٠'].map(maskTime)).toEqual([
      '',
      '8',
      '08',
      '08:3',
      '08:30',
      '08:30',
      '83',
      '08:30',
    ]);
  });
  test('must be a valid time', () => {
    for (const text of ['00:00', '08:30', '23:59']) expect(isTime(text)).toBe(true);
    for (const text of ['24:00', '08:60', '8:30', '08:3', '']) expect(isTime(text)).toBe(false);
  });
});

describe('the time picker', () => {
  test('an hour has two digits; above 12 it becomes 12, and 0 becomes 12', () => {
    expect(['7', '07', '12', '13', '99', '0', '00', '', '123'].map(clockHour)).toEqual([
      7, 7, 12, 12, 12, 12, 12, 12, 12,
    ]);
  });
  test('a minute above 59 becomes 59', () => {
    expect(['0', '7', '59', '60', '99', ''].map(clockMinute)).toEqual([0, 7, 59, 59, 59, 0]);
  });
  test('values pad to two digits', () => {
    expect([0, 7, 12].map(padTwo)).toEqual(['00', '07', '12']);
  });
  test('arrow keys step the hour up to 12 and the minute up to 59, and the minute down to 0', () => {
    expect([stepHour(11, 1), stepHour(12, 1), stepHour(1, -1)]).toEqual([12, 12, 1]);
    expect([stepMinute(58, 1), stepMinute(59, 1), stepMinute(1, -1), stepMinute(0, -1)]).toEqual([59, 59, 0, 0]);
  });
  test('midnight and noon are twelve', () => {
    expect(toClock({ hour: 0, minute: 5 })).toEqual({ hour: 12, minute: 5, meridiem: 'am' });
    expect(toClock({ hour: 12, minute: 5 })).toEqual({ hour: 12, minute: 5, meridiem: 'pm' });
    for (let hour = 0; hour < 24; hour += 1) {
      const clock = toClock({ hour, minute: 1 });
      expect(fromClock(clock.hour, clock.minute, clock.meridiem)).toEqual({ hour, minute: 1 });
    }
  });
});

describe('a start and an end time', () => {
  test('are invalid unless the end is later than the start', () => {
    expect(timesFault('08:00', '17:00')).toEqual({ from: null, to: null, complete: true });
    for (const end of ['08:00', '07:59'])
      expect(timesFault('08:00', end)).toMatchObject({ to: 'toLater', complete: false });
  });
  test('are incomplete without an error while one of them is empty', () => {
    expect(timesFault('', '')).toEqual({ from: null, to: null, complete: false });
    expect(timesFault('08:00', '')).toEqual({ from: null, to: null, complete: false });
    expect(timesFault('08:7', '17:00')).toEqual({ from: 'invalidTime', to: null, complete: false });
  });
});

test('the periods of a day must be complete and must not overlap', () => {
  expect(periodsFault([])).toBeNull();
  expect(
    periodsFault([
      { start: '13:00', end: '17:00' },
      { start: '08:00', end: '13:00' },
    ]),
  ).toBeNull();
  expect(
    periodsFault([
      { start: '08:00', end: '13:00' },
      { start: '12:59', end: '17:00' },
    ]),
  ).toBe('overlap');
  expect(periodsFault([{ start: '08:00', end: '' }])).toBe('incomplete');
});

test('an arrow key steps from the typed digit', () => {
  const minute = { read: clockMinute, step: stepMinute };
  expect(stepTyped('1', 59, minute, -1)).toBe(0);
  expect(stepTyped('00', 59, minute, -1)).toBe(0);
  expect(stepTyped('', 59, minute, -1)).toBe(58);
  expect(stepTyped('9', 3, { read: clockHour, step: stepHour }, 1)).toBe(10);
});
