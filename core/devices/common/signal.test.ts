import { expect, test } from 'vitest';
import { signalWord } from './signal.ts';

test('the text for the signal of a device depends on its kind of radio, which the text names', () => {
  expect([-67, -68, -80, -81].map((dbm) => signalWord(dbm, 'session'))).toEqual([
    'session.strong',
    'session.fair',
    'session.fair',
    'session.weak',
  ]);
  expect([-100, -101, -115, -116].map((dbm) => signalWord(dbm, 'interval'))).toEqual([
    'lowPower.strong',
    'lowPower.fair',
    'lowPower.fair',
    'lowPower.weak',
  ]);
});
