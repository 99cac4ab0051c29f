import { expect, test } from 'vitest';
import { type Standing, stepStanding } from './standing.ts';

const yard = { lat: 25.1, lng: 55.2 };
/** Seconds after the start, metres to the north. */
const at = (seconds: number, metres: number) => ({
  time: seconds * 1000,
  lat: yard.lat + metres / 111_195,
  lng: yard.lng,
});
const after = (...fixes: [seconds: number, metres: number][]) =>
  fixes.reduce<Standing | null>(
    (state, [seconds, metres]) => stepStanding(state, at(seconds, metres), { metres: 100, seconds: 180 }),
    null,
  );

test('a device counts as standing where it was first seen, and within 100 metres of it', () => {
  expect(after([0, 0], [60, 90], [120, -90])).toEqual({ at: at(0, 0), maybe: null });
});

test('a device that moves stood last where it left, however far it goes', () => {
  expect(after([0, 0], [60, 500], [120, 1000], [180, 1500])?.at).toEqual(at(0, 0));
});

test('a device that stays elsewhere for three minutes counts as standing there', () => {
  expect(after([0, 0], [60, 500], [239, 540])?.at).toEqual(at(0, 0));
  expect(after([0, 0], [60, 500], [240, 540])).toEqual({ at: at(60, 500), maybe: null });
});

test('a device that comes back has not stood elsewhere', () => {
  expect(after([0, 0], [60, 500], [120, 20])).toEqual({ at: at(0, 0), maybe: null });
});
