import { expect, test } from 'vitest';
import { signalWord } from './signal.ts';

test('the signal of a device in a word depends on its kind of radio', () => {
  expect([-60, -75, -90].map((dbm) => signalWord(dbm, 'session'))).toEqual(['strong', 'fair', 'weak']);
  expect([-90, -110, -119].map((dbm) => signalWord(dbm, 'interval'))).toEqual(['strong', 'fair', 'weak']);
});
