import { expect, test } from 'vitest';
import { mapStates, matching } from './matching.ts';

const statesOf = (device: Parameters<typeof matching>[0]) => mapStates.filter((state) => matching(device, state));

test('a device on the map is found by its alarms, its speed and its connection', () => {
  expect(statesOf({ worst: null, speed: 0, connection: 'online' })).toEqual(['all']);
  expect(statesOf({ worst: null, speed: 42, connection: 'online' })).toEqual(['all', 'moving']);
  expect(statesOf({ worst: 'problem', speed: null, connection: 'offline' })).toEqual(['all', 'problem', 'offline']);
});
