import { expect, test } from 'vitest';
import { pulseSeconds } from './pulse.ts';

const momentary = { pulse: { setting: 'pulseSeconds', initial: 5 } };

test('a momentary lock opens for the time that it reported, or for that of its model until then', () => {
  expect(pulseSeconds(momentary, {})).toBe(5);
  expect(pulseSeconds(momentary, { config: null })).toBe(5);
  expect(pulseSeconds(momentary, { config: { pulseSeconds: 12 } })).toBe(12);
});

test('a lock that is set to stay open, and every other model, has no pulse', () => {
  expect(pulseSeconds(momentary, { config: { pulseSeconds: 0 } })).toBe(0);
  expect(pulseSeconds({}, { config: { pulseSeconds: 12 } })).toBe(0);
  expect(pulseSeconds(undefined, {})).toBe(0);
});
