import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid } from '#main/testing.ts';
import { updateHardware } from './directory.ts';

let app: Rasid;
beforeAll(async () => {
  app = await rasid();
});
afterAll(() => app.close());

test('devices that are connected take over how their model is connected; those that are offline stay so', async () => {
  const { pool } = app.kit;
  const { rows } = await pool.query('SELECT id FROM device WHERE hardware_id = 90401 ORDER BY id LIMIT 2');
  const [connected, silent] = rows.map(({ id }) => id);
  await pool.query("UPDATE device_hardware SET connectivity = 'session' WHERE id = 90401");
  await pool.query(
    "UPDATE device SET connection = CASE WHEN id = $1 THEN 'online' ELSE 'offline' END WHERE hardware_id = 90401",
    [connected],
  );
  await updateHardware(app.kit);
  const after = await pool.query('SELECT id, connection FROM device WHERE id = ANY ($1) ORDER BY id', [
    [connected, silent],
  ]);
  expect(after.rows.map(({ connection }) => connection)).toEqual(['sleeping', 'offline']);
});

test('the start fails if the channels of a model have a sensor that the model does not have', async () => {
  const apps = app.kit.apps.map(({ hardware = [], ...one }) => ({
    ...one,
    hardware: hardware.map((model) => (model.id === 90201 ? { ...model, channels: ['level'] } : model)),
  }));
  await expect(updateHardware({ ...app.kit, apps })).rejects.toThrow('channels of hardware 90201 name level');
});
