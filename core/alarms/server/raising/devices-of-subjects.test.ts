import { expect, test } from 'vitest';
import {
  addDevice,
  app,
  createLayout,
  customer,
  device,
  placedDevices,
  structureId,
  withLayouts,
} from '#main/testing/test-layouts.ts';

withLayouts();

type Published = { type: string; data: unknown };
/** Runs the work and returns the live events about alarms. */
async function published(work: () => Promise<unknown>): Promise<Published[]> {
  const events: Published[] = [];
  const stop = app.kit.live.subscribe('alarms', ({ type, data }) => events.push({ type, data }));
  await work();
  stop();
  return events;
}
const other = async (): Promise<number> =>
  (await customer.call('GET', '/sample/device?limit=50')).body.data.find(
    ({ id, state }: { id: number; state: string }) => id !== device.id && state === 'installed',
  ).id;
const force = async (id: number, devices: number[]): Promise<number> =>
  (await customer.call('POST', '/rooms/api/room/force', { body: { id, name: `Room ${id}`, structureId, devices } }))
    .body.data.alarm;
const listed = async (deviceId: number, path = '/alarm'): Promise<number[]> =>
  (await customer.call('GET', `${path}?deviceId=${deviceId}&limit=50`)).body.data.map(({ id }: { id: number }) => id);

test('an alarm of a room is listed at each of its devices, once, and counts for their worst severity', async () => {
  const layout = await createLayout();
  await addDevice(layout);
  expect(await placedDevices(layout)).toMatchObject([{ id: device.id, severity: null }]);
  const second = await other();
  let id = 0;
  const events = await published(async () => {
    id = await force(1, [device.id, second, 999_999]);
  });
  expect(events).toMatchObject([{ type: 'raised', data: { id, deviceId: null, devices: [device.id, second] } }]);
  for (const at of [device.id, second]) {
    expect((await listed(at)).filter((one) => one === id)).toHaveLength(1);
    expect(await listed(at, '/rooms/api/alarm')).toEqual([id]);
  }
  expect(await placedDevices(layout)).toMatchObject([{ id: device.id, severity: 'problem' }]);
  const acknowledged = await published(() => customer.call('POST', `/rooms/api/alarm/${id}/acknowledge`, { body: {} }));
  expect(acknowledged).toMatchObject([{ type: 'changed', data: { id, devices: [device.id, second] } }]);
});

test('a device that is uninstalled no longer shows the alarm of the room, which stays open', async () => {
  const second = await other();
  const id = await force(2, [device.id, second]);
  const body = { to: 'inventory' };
  expect((await customer.call('PUT', `/sample/device/${second}/remove`, { body })).status).toBe(200);
  expect(await listed(second, '/rooms/api/alarm')).toEqual([]);
  expect(await listed(device.id, '/rooms/api/alarm')).toContain(id);
});

test('a device of another company does not show the alarm', async () => {
  const { rows } = await app.kit.pool.query<{ id: number }>(
    "SELECT id FROM device WHERE state = 'installed' AND company_id <> (SELECT company_id FROM device WHERE id = $1) LIMIT 1",
    [device.id],
  );
  expect(rows).toHaveLength(1);
  const id = await force(
    3,
    rows.map((row) => row.id),
  );
  const shown = await app.kit.pool.query('SELECT FROM alarm_device WHERE alarm_id = $1', [id]);
  expect(shown.rowCount).toBe(0);
});
