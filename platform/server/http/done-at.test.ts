import { afterEach, beforeEach, expect, test } from 'vitest';
import { setClock } from '../clock.ts';
import { doneAtOf } from './done-at.ts';

const now = new Date('2026-03-01T12:00:00Z');
const of = (header?: string, claimed?: string) =>
  doneAtOf({ headers: header === undefined ? {} : { 'x-done-at': header } }, claimed).doneAt.toISOString();

beforeEach(() => setClock(now));
afterEach(() => setClock(null));

test('a change that did not wait was done when it was received', () => {
  expect(doneAtOf({ headers: {} })).toEqual({ doneAt: now, receivedAt: now });
});

test('a change that waited has the time at which it was done, however long ago, next to that of receipt', () => {
  expect(doneAtOf({ headers: { 'x-done-at': '2025-11-01T08:30:00.000Z' } })).toEqual({
    doneAt: new Date('2025-11-01T08:30:00Z'),
    receivedAt: now,
  });
  expect(of('2026-03-01T15:30:00+04:00')).toBe('2026-03-01T11:30:00.000Z');
});

test('a part with a time of its own keeps it', () => {
  expect(of('2026-03-01T11:00:00Z', '2026-03-01T10:15:00Z')).toBe('2026-03-01T10:15:00.000Z');
});

test('a clock may be two minutes ahead; a later time counts as that of receipt', () => {
  expect(of('2026-03-01T12:02:00Z')).toBe('2026-03-01T12:02:00.000Z');
  expect(of('2026-03-01T12:02:01Z')).toBe(now.toISOString());
  expect(of(undefined, '2031-01-01T00:00:00Z')).toBe(now.toISOString());
});

test.each(['', 'yesterday', '2026-13-01T00:00:00Z', '0000-01-01T00:00:00Z', '1772366400'])(
  '"%s" is not a time: that of receipt counts',
  (text) => {
    expect(of(text)).toBe(now.toISOString());
  },
);
