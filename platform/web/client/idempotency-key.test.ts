import { expect, test } from 'vitest';
import { createIdempotencyKeys } from './idempotency-key.ts';
import { RequestError } from './request-error.ts';

const keys = () => {
  let made = 0;
  return createIdempotencyKeys(() => `key ${++made}`);
};
const open = { method: 'open', params: {} };

test('an order without a reply is repeated with the same idempotency key', () => {
  const mine = keys();
  expect(mine.keyFor(open)).toBe('key 1');
  for (const status of [0, 502, 504]) mine.failed(new RequestError(status));
  expect(mine.keyFor({ ...open })).toBe('key 1');
});

test('another order has its own idempotency key', () => {
  const mine = keys();
  mine.keyFor(open);
  mine.failed(new RequestError(0));
  expect(mine.keyFor({ method: 'close', params: {} })).toBe('key 2');
});

test('after a reply or a refusal, the next order has a new idempotency key', () => {
  const mine = keys();
  mine.keyFor(open);
  mine.answered();
  expect(mine.keyFor(open)).toBe('key 2');
  mine.failed(new RequestError(409, { word: 'device-in-inventory' }));
  expect(mine.keyFor(open)).toBe('key 3');
});

test('orders that differ only in their files have keys of their own', () => {
  const mine = keys();
  const withFile = (name: string) => ({ method: 'add', body: { file: new File(['x'], name, { lastModified: 1 }) } });
  expect(mine.keyFor(withFile('one.jpg'))).toBe('key 1');
  expect(mine.keyFor(withFile('one.jpg'))).toBe('key 1');
  expect(mine.keyFor(withFile('two.jpg'))).toBe('key 2');
});
