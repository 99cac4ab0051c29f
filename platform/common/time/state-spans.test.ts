import { expect, test } from 'vitest';
import { stateShare } from './state-spans.ts';

test('the share of a period counts only what is within it', () => {
  const spans = [
    { from: 0, to: 10 },
    { from: 30, to: 50 },
  ];
  expect(stateShare(spans, { from: 5, to: 45 })).toBe(0.5);
  expect(stateShare(spans, { from: 20, to: 20 })).toBe(0);
});
