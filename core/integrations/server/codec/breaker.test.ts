import { expect, test } from 'vitest';
import { CodecBreaker } from './breaker.ts';

const [second, minute] = [1000, 60_000];

test('ten exceeded limits within a minute suspend this codec, and only this one, for five minutes', () => {
  const breaker = new CodecBreaker();
  const hits = Array.from({ length: 10 }, (_, n) => breaker.hit('one', n * 6 * second));
  expect(hits).toEqual([...Array(9).fill(false), true]);
  const since = 54 * second;
  expect([since, since + 5 * minute - 1, since + 5 * minute].map((at) => breaker.isSuspended('one', at))).toEqual([
    true,
    true,
    false,
  ]);
  expect(breaker.isSuspended('another', since)).toBe(false);
});

test('exceeded limits that are a minute old do not count', () => {
  const breaker = new CodecBreaker();
  for (let n = 0; n < 9; n++) breaker.hit('one', 0);
  expect(breaker.hit('one', minute)).toBe(false);
  for (let n = 0; n < 8; n++) expect(breaker.hit('one', minute + second)).toBe(false);
  expect(breaker.hit('one', minute + second)).toBe(true);
});

test('after its suspension a codec may exceed its limits ten times again', () => {
  const breaker = new CodecBreaker();
  for (let n = 0; n < 10; n++) breaker.hit('one', 0);
  // Messages that were being decoded when it was suspended end a little later.
  for (let n = 0; n < 9; n++) expect(breaker.hit('one', second)).toBe(false);
  expect(breaker.hit('one', second)).toBe(true);
});
