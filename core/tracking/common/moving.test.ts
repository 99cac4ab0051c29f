import { expect, test } from 'vitest';
import { columnsOfMoving, type MovingThing, movingState, movingThings, withMoved } from './moving.ts';

test('what was not heard of in time is offline, whatever it did last', () => {
  expect(movingState({ silentMs: 1000, connection: 'offline', speed: 80, motion: true, ignition: true })).toBe(
    'offline',
  );
});

test('it moves from 5 km/h, or by its motion sensor if it reports no speed', () => {
  expect(movingState({ silentMs: 1000, connection: 'online', speed: 5 })).toBe('moving');
  expect(movingState({ silentMs: 1000, connection: 'online', speed: 4.9, motion: true })).toBe('stopped');
  expect(movingState({ silentMs: 1000, connection: 'sleeping', speed: null, motion: true })).toBe('moving');
});

test('what moved a quarter of an hour ago is not known to move still, what stood is known to stand', () => {
  const quarter = 15 * 60_000;
  expect(movingState({ connection: 'online', silentMs: quarter, speed: 50 })).toBe('moving');
  expect(movingState({ connection: 'online', silentMs: quarter + 1, speed: 50 })).toBe('offline');
  expect(movingState({ connection: 'online', silentMs: 8 * quarter, speed: 0 })).toBe('stopped');
});

test('it idles only with the engine on', () => {
  expect(movingState({ silentMs: 1000, connection: 'online', speed: 0, ignition: true })).toBe('idle');
  expect(movingState({ silentMs: 1000, connection: 'online', speed: 0, ignition: false })).toBe('stopped');
  expect(movingState({ silentMs: 1000, connection: 'online', speed: null })).toBe('stopped');
});

test('columns become the things that they were made of', () => {
  const things: MovingThing[] = [
    { id: 7, name: 'Van 7', lat: 25, lng: 55, speed: 40, heading: 90, at: 1, state: 'moving', worst: 'poor' },
    { id: 8, name: 'فان ٨', lat: 24, lng: 54, speed: null, heading: null, at: 2, state: 'offline', worst: null },
  ];
  expect(movingThings(columnsOfMoving(things))).toEqual(things);
});

test('what moved is in its new place, and what is new comes last', () => {
  const at = (id: number, lat: number) => ({ id, lat });
  expect(withMoved([at(1, 25), at(2, 25)], [at(3, 24), at(1, 26)])).toEqual([at(1, 26), at(2, 25), at(3, 24)]);
});
