import { expect, test } from 'vitest';
import { offlineCodes, offlineMessage } from './offline-codes.ts';

const at = (text: string) => Date.parse(text);
const rounded = (from: string, to: string) => {
  const window = offlineCodes.round({ from: at(from), to: at(to) });
  return window && [new Date(window.from).toISOString(), new Date(window.to).toISOString(), window.length];
};

test('a lock counts whole hours around the window that was asked for', () => {
  expect(rounded('2026-11-10T08:20:00Z', '2026-11-10T09:10:00Z')).toEqual([
    '2026-11-10T08:00:00.000Z',
    '2026-11-10T10:00:00.000Z',
    2,
  ]);
  expect(rounded('2026-11-10T08:00:00Z', '2026-11-10T08:00:01Z')?.[2]).toBe(1);
});

test('beyond 672 hours a code lasts for whole days, 367 at most', () => {
  expect(rounded('2026-01-01T08:00:00Z', '2026-01-29T08:00:00Z')?.[2]).toBe(672);
  expect(rounded('2026-01-01T08:00:00Z', '2026-01-29T09:00:00Z')).toEqual([
    '2026-01-01T08:00:00.000Z',
    '2026-01-30T08:00:00.000Z',
    29 * 24,
  ]);
  expect(rounded('2026-01-01T08:00:00Z', '2027-01-03T08:00:00Z')?.[2]).toBe(367 * 24);
  expect(rounded('2026-01-01T08:00:00Z', '2027-01-03T08:00:01Z')).toBeNull();
});

test('the identity of a code differs by type, window and number', () => {
  const window = { from: at('2026-11-10T08:00:00Z'), length: 2 };
  const messages = [
    offlineMessage('once', window, 0),
    offlineMessage('timed', window, 0),
    offlineMessage('once', window, 1),
    offlineMessage('once', { ...window, length: 3 }, 0),
    offlineMessage('once', { ...window, from: window.from + 3_600_000 }, 0),
  ];
  expect(new Set(messages).size).toBe(messages.length);
});
