import { expect, test } from 'vitest';
import {
  daysShown,
  drawnPeriod,
  drawnWindows,
  movedTo,
  nudged,
  periodShown,
  resizedTo,
  stepDay,
  windowsOfDay,
} from './calendar-time.ts';

const zone = 'Asia/Dubai';
const window = (from: string, to: string, key = 'a') => ({ key, title: 'Sara', from, to });
// 22:00 to 06:00 in Dubai.
const night = window('2026-03-10T18:00:00.000Z', '2026-03-11T02:00:00.000Z');

test('a month begins on the Saturday before its first day and has six weeks, and a week begins on Saturday', () => {
  expect(daysShown('month', '2026-03-15')).toEqual({ first: '2026-02-28', behind: '2026-04-11' });
  expect(daysShown('week', '2026-03-13')).toEqual({ first: '2026-03-07', behind: '2026-03-14' });
  expect(daysShown('week', '2026-03-14')).toEqual({ first: '2026-03-14', behind: '2026-03-21' });
  expect(periodShown('day', '2026-03-10', zone)).toEqual({
    from: '2026-03-09T20:00:00.000Z',
    to: '2026-03-10T20:00:00.000Z',
  });
});

test('the day after a month stays in the next month', () => {
  expect(stepDay('month', '2026-01-31', 1)).toBe('2026-02-28');
});

test('a window over midnight is drawn in both days of a week and in one bar of a month', () => {
  const drawn = drawnWindows([night], { view: 'week', day: '2026-03-10' }, zone).map(({ id, start, end }) => [
    id,
    start,
    end,
  ]);
  expect(drawn).toEqual([
    ['a', '2026-03-10 22:00:00', '2026-03-11 00:00:00'],
    ['a+', '2026-03-11 00:00:00', '2026-03-11 06:00:00'],
  ]);
  expect(drawnWindows([night], { view: 'month', day: '2026-03-10' }, zone)).toHaveLength(1);
});

test('whichever part of a night is moved, the whole night moves', () => {
  const moved = { from: '2026-03-12T19:00:00.000Z', to: '2026-03-13T03:00:00.000Z' };
  const [evening, morning] = drawnWindows([night], { view: 'week', day: '2026-03-10' }, zone);
  expect(evening && movedTo(evening, '2026-03-12 23:00:00', zone)).toEqual(moved);
  expect(morning && movedTo(morning, '2026-03-13 01:00:00', zone)).toEqual(moved);
});

test('only an edge of the window itself is resized, and the last second of a day is its end', () => {
  const [evening, morning] = drawnWindows([night], { view: 'week', day: '2026-03-10' }, zone);
  expect(evening && resizedTo(evening, '2026-03-10 21:00:00', '2026-03-10 23:00:00', zone)).toEqual({
    from: '2026-03-10T17:00:00.000Z',
    to: night.to,
  });
  expect(morning && resizedTo(morning, '2026-03-11 01:00:00', '2026-03-11 07:00:00', zone)).toEqual({
    from: night.from,
    to: '2026-03-11T03:00:00.000Z',
  });
  expect(drawnPeriod('2026-03-10 22:00:00', '2026-03-10 23:59:59', zone).to).toBe('2026-03-10T20:00:00.000Z');
});

test('a window keeps its time of day when it is moved over a change of the clocks', () => {
  const berlin = window('2026-03-28T07:00:00.000Z', '2026-03-28T09:00:00.000Z');
  expect(nudged(berlin, 1440, 'Europe/Berlin')).toEqual({
    from: '2026-03-29T06:00:00.000Z',
    to: '2026-03-29T08:00:00.000Z',
  });
});

test('a day lists the windows that touch it, by their beginning', () => {
  const late = window('2026-03-11T10:00:00.000Z', '2026-03-11T11:00:00.000Z', 'b');
  expect(windowsOfDay([late, night], '2026-03-11', zone).map(({ key }) => key)).toEqual(['a', 'b']);
  expect(windowsOfDay([late, night], '2026-03-10', zone).map(({ key }) => key)).toEqual(['a']);
});

test('a day shows its part of a window of several days, which moves with the whole', () => {
  const long = window('2026-03-09T10:00:00.000Z', '2026-03-12T10:00:00.000Z');
  const [piece] = drawnWindows([long], { view: 'day', day: '2026-03-10' }, zone);
  expect([piece?.start, piece?.end]).toEqual(['2026-03-10 00:00:00', '2026-03-11 00:00:00']);
  expect(piece && movedTo(piece, '2026-03-11 00:00:00', zone)).toEqual({
    from: '2026-03-10T10:00:00.000Z',
    to: '2026-03-13T10:00:00.000Z',
  });
  const [last] = drawnWindows([long], { view: 'day', day: '2026-03-12' }, zone);
  expect([last?.start, last?.end, last?.first, last?.last]).toEqual([
    '2026-03-12 00:00:00',
    '2026-03-12 14:00:00',
    false,
    true,
  ]);
});
