import { expect, test } from 'vitest';
import { resultOf } from './orders.ts';

const after = (status: number | null, written = true) =>
  resultOf({ status, fault: null, written, durationMs: 5, reply: '' });

test('a network that accepts a call has the command', () => {
  for (const status of [200, 202, 299]) expect(after(status)).toEqual({ status, fault: null, accepted: true });
});

test('a call that a proxy ends, or that gets no answer once it is written, may have had an effect', () => {
  for (const status of [408, 502, 504]) expect(after(status)).toMatchObject({ again: true, unanswered: true });
  expect(after(null)).toMatchObject({ again: true, unanswered: true });
});

test('a call that a busy network puts off, or that was never written, has had none', () => {
  for (const status of [425, 429, 500, 503]) expect(after(status)).toMatchObject({ again: true, unanswered: false });
  expect(after(null, false)).toMatchObject({ again: true, unanswered: false });
});

test('any other answer refuses the command permanently, and so does an address that may not be called', () => {
  for (const status of [301, 400, 401, 404, 409]) expect(after(status)).toMatchObject({ refused: 'network-refused' });
  const outcome = { status: null, fault: 'refused-address', written: false, durationMs: 0, reply: '' } as const;
  expect(resultOf(outcome)).toEqual({ status: null, fault: 'refused-address', refused: 'network-refused' });
});
