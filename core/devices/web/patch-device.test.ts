import { expect, test } from 'vitest';
import type { Device } from '../common/device.ts';
import { patchDevice, patchPosition, placeTopic } from './patch-device.ts';

const time = '2026-03-01T10:00:00.000Z';
const tank: Device = {
  id: 7,
  companyId: 1,
  company: { id: 1, name: 'Reem' },
  app: 'sample',
  solutionId: 901,
  hardware: { id: 90101, name: { en: 'Tank', ar: 'خزان' } },
  type: null,
  name: 'Roof tank',
  serial: '70B3D50A0001',
  state: 'installed',
  connection: 'offline',
  connectivity: 'session',
  nextWakeAt: null,
  suspended: false,
  templateState: 'none',
  battery: 80,
  batteryForecast: null,
  lastSeenAt: time,
  structure: null,
  floor: null,
  space: null,
  token: 'active',
  values: [
    { sensor: 'level', sensorId: 9001, unit: 'm', kind: 'number', decimals: 2, counter: false, value: 2, time },
    { sensor: 'battery', sensorId: 1, unit: '%', kind: 'number', decimals: 0, counter: false, value: 80, time },
  ],
  staleAfterSeconds: 180,
  reportEverySeconds: 60,
  createdAt: time,
};
const values = (at: string, level: number, battery = 80) => ({
  topic: 'device:7',
  type: 'values',
  data: {
    id: 7,
    values: [
      { sensor: 'level', time: Date.parse(at), value: level },
      { sensor: 'battery', time: Date.parse(at), value: battery },
    ],
  },
});

test('a newer value replaces the current one and marks the device online', () => {
  const after = patchDevice(tank, values('2026-03-01T10:01:00Z', 2.4, 79.6));
  expect(after?.values[0]).toMatchObject({ value: 2.4, time: '2026-03-01T10:01:00.000Z' });
  expect(after).toMatchObject({ connection: 'online', battery: 80 });
});

test('an older value has no effect', () => {
  expect(patchDevice(tank, values('2026-03-01T09:00:00Z', 9))?.values[0]?.value).toBe(2);
});

test('an event about another device cannot patch the row', () => {
  const { data } = values(time, 9);
  expect(patchDevice(tank, { topic: 'device:8', type: 'values', data: { ...data, id: 8 } })).toBeNull();
});

test('values on the topic of a place patch their device only', () => {
  expect(placeTopic({ structureId: 3, floorId: 12 })).toBe('floor:12');
  expect(placeTopic({ structureId: 3, floorId: null })).toBe('structure:3');
  const event = { ...values('2026-03-01T10:01:00Z', 2.4), topic: 'floor:12' };
  expect(patchDevice(tank, event)?.values[0]?.value).toBe(2.4);
  expect(patchDevice({ ...tank, id: 8 }, event)).toBeNull();
});

test('a message of a device that sleeps between its reports marks it sleeping, never online', () => {
  const padlock: Device = { ...tank, connectivity: 'interval' };
  expect(patchDevice(padlock, values('2026-03-01T10:01:00Z', 2.4))?.connection).toBe('sleeping');
});

test('an event about the connection changes it in the row of its device', () => {
  const event = (type: string, id = 7) => ({ topic: 'devices', type, data: { id } });
  const online: Device = { ...tank, connection: 'online' };
  expect(patchDevice(online, event('offline'))).toMatchObject({ connection: 'offline', lastSeenAt: time });
  expect(patchDevice(tank, event('sleeping'))?.connection).toBe('sleeping');
  expect(patchDevice(online, event('offline', 8))).toBeNull();
  expect(patchDevice(online, event('changed'))).toBeNull();
});

test('a new position replaces the one before, unless it is in doubt or of another device', () => {
  const parked = { id: 7, position: { at: time, speed: 0 } };
  const event = (id: number, flags: number) => ({
    topic: `device:${id}`,
    type: 'position',
    data: { id, flags, time: Date.parse('2026-03-01T10:01:00Z'), speed: 40 },
  });
  expect(patchPosition(parked, event(7, 0)).position).toEqual({ at: '2026-03-01T10:01:00.000Z', speed: 40 });
  expect(patchPosition(parked, event(7, 1))).toBe(parked);
  expect(patchPosition(parked, event(8, 0))).toBe(parked);
});
