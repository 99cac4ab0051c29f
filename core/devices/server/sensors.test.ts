import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid } from '#main/testing.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { sensorRegistry } from './sensors.ts';

let app: Rasid;
beforeAll(async () => {
  app = await rasid();
});
afterAll(() => app.close());

test('a sensor key means the sensor of the app, else the shared quantity', () => {
  const { named } = sensorRegistry(app.kit.apps);
  expect(named('rooms', 'temperature')).toMatchObject({ id: 9101, unit: 'K' });
  expect(named('sample', 'temperature')).toMatchObject({ id: 13, unit: '°C' });
  expect([named('sample', 'level')?.id, named('rooms', 'level')?.id]).toEqual([9001, 9102]);
  expect(named('sample', 'nothing')).toBeUndefined();
});

test('a hardware model is stored with the sensors of its app', async () => {
  const models = await app.kit.pool.query(
    'SELECT id, sensors FROM device_hardware WHERE id IN (91101, 90401) ORDER BY id',
  );
  expect(models.rows).toEqual([
    { id: 90401, sensors: [31, 13, 32, 1, 2] },
    { id: 91101, sensors: [9101, 9102, 32] },
  ]);
});

test('the start fails if two apps declare the same sensor id', () => {
  const duplicated = [{ id: 7, key: 'a', unit: '', kind: 'number' as const }];
  const apps = ['one', 'two'].map((id) => ({ id, sensorTypes: duplicated }) as unknown as AppManifest);
  expect(() => sensorRegistry(apps)).toThrow('declared twice');
});
