import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid } from '#main/testing.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { sensorRegistry } from './sensors.ts';

let app: Rasid;
beforeAll(async () => {
  app = await rasid();
});
afterAll(() => app.close());

test('two apps give one key each its own meaning, and a third has the shared quantity', () => {
  const { named } = sensorRegistry(app.kit.apps);
  expect(named('rooms', 'temperature')).toMatchObject({ id: 9101, unit: 'K' });
  expect(named('sample', 'temperature')).toMatchObject({ id: 13, unit: '°C' });
  expect([named('sample', 'level')?.id, named('rooms', 'level')?.id]).toEqual([9001, 9102]);
  expect(named('sample', 'nothing')).toBeUndefined();
});

test('a model is stored with the sensors that its app means', async () => {
  const found = await app.kit.pool.query(
    'SELECT id, sensors FROM device_hardware WHERE id IN (91101, 90401) ORDER BY id',
  );
  expect(found.rows).toEqual([
    { id: 90401, sensors: [31, 13, 32, 1, 2] },
    { id: 91101, sensors: [9101, 9102, 32] },
  ]);
});

test('an id that two apps declare ends the start', () => {
  const twice = [{ id: 7, key: 'a', unit: '', kind: 'number' as const }];
  const apps = ['one', 'two'].map((id) => ({ id, sensorTypes: twice }) as unknown as AppManifest);
  expect(() => sensorRegistry(apps)).toThrow('declared twice');
});
