import { expect, test } from 'vitest';
import { createIdempotencyKeys } from './idempotency-key.ts';
import { RequestError } from './request-error.ts';

const keys = () => {
  let made = 0;
  return createIdempotencyKeys(() => `key ${++made}`);
};
const open = { method: 'open', params: {} };

test('an order that was not answered is repeated with the same key', () => {
  const mine = keys();
  expect(mine.keyFor(open)).toBe('key 1');
  for (const status of [0, 502, 504]) mine.failed(new RequestError(status));
  expect(mine.keyFor({ ...open })).toBe('key 1');
});

test('another order has a key of its own', () => {
  const mine = keys();
  mine.keyFor(open);
  mine.failed(new RequestError(0));
  expect(mine.keyFor({ method: 'close', params: {} })).toBe('key 2');
});

test('after an answer, or a refusal, the next order is a new one', () => {
  const mine = keys();
  mine.keyFor(open);
  mine.answered();
  expect(mine.keyFor(open)).toBe('key 2');
  mine.failed(new RequestError(409, { word: 'device-in-inventory' }));
  expect(mine.keyFor(open)).toBe('key 3');
});
