import { expect, test } from 'vitest';
import { subjectSums } from '#core/tracking/server/api.ts';
import {
  app,
  call,
  fitTo,
  fittedTracker,
  newTracker,
  newVehicle,
  operator,
  outcome,
  permit,
  sites,
  withFleet,
} from '#main/testing/fleet/fleet.ts';
import { drive } from '#main/testing/tracking/test-drive.ts';
import { at, iso, journey } from '#main/testing/tracking/test-vehicles.ts';
import { hourMs } from '#platform/common/time/wall-clock.ts';
import { inSystem } from '#platform/server/postgres/database.ts';

withFleet();

const start = at('2026-01-10T06:00Z');
const noon = at('2026-01-10T08:00Z');
const metresOf = async (vehicle: number) => {
  const subjects = { type: 'vehicle', ids: [vehicle] };
  const query = { subjects, from: start - hourMs, to: start + 6 * hourMs };
  return (await inSystem(app.kit.db, (tx) => subjectSums(tx, query))).get(vehicle)?.metres ?? 0;
};
const placeOf = async (device: number) => {
  const { rows } = await app.kit.pool.query('SELECT state, structure_id FROM device WHERE id = $1', [device]);
  return [rows[0].state, rows[0].structure_id];
};

test('a tracker that is moved to another vehicle at noon leaves the morning with the first', async () => {
  const [first, second] = [await newVehicle({ name: 'First' }), await newVehicle({ name: 'Second' })];
  const device = await fittedTracker(first.id, iso(start - hourMs));
  const morning = { minutes: 60, speed: 60 };
  const afternoon = { minutes: 60, speed: 30 };
  await drive(app, device, journey(start, [morning, { minutes: 90, speed: 0 }, afternoon]));
  expect([await metresOf(first.id), await metresOf(second.id)]).toEqual([90_000, 0]);
  expect(outcome(await fitTo(device, second.id, { at: iso(noon) }))).toEqual([409, 'fitted-elsewhere']);
  expect(outcome(await fitTo(device, second.id, { at: iso(noon), move: true }))).toEqual([200]);
  await drive(app, device, journey(start + 5 * hourMs, [{ minutes: 1, speed: 0 }]));
  expect([await metresOf(first.id), await metresOf(second.id)]).toEqual([60_000, 30_000]);
  // It was never in the second one after all.
  expect(outcome(await call('POST', `/device/${device}/unfit`, { at: iso(noon + 1000) }))).toEqual([200]);
  await drive(app, device, journey(start + 5.5 * hourMs, [{ minutes: 1, speed: 0 }]));
  expect([await metresOf(first.id), await metresOf(second.id)]).toEqual([60_000, 0]);
  expect(outcome(await call('DELETE', `/vehicle/${first.id}`))).toEqual([409, 'retire-instead']);
  expect(outcome(await call('DELETE', `/vehicle/${second.id}`))).toEqual([204]);
});

test('the figures of a vehicle are those of its main tracker', async () => {
  const { id } = await newVehicle();
  const main = await fittedTracker(id, iso(start - hourMs));
  const other = await fittedTracker(id, iso(start - hourMs));
  const way = journey(start, [{ minutes: 60, speed: 60 }]);
  await drive(app, other, way);
  expect(await metresOf(id)).toBe(0);
  await drive(app, main, way);
  expect(await metresOf(id)).toBe(60_000);
});

test('a tracker is at the base site of its vehicle, and follows it to another one', async () => {
  const { id } = await newVehicle({ name: 'Moved' });
  const device = await newTracker('RL-1');
  await fitTo(device, id);
  const shown = (await call('GET', `/vehicle/${id}`)).body.data;
  expect(shown).toMatchObject({ status: 'offline', tracker: { id: device, name: 'RL-1', solutionId: 22 } });
  expect(await placeOf(device)).toEqual(['installed', sites[0]]);
  await call('PATCH', `/vehicle/${id}`, { structureId: sites[1] });
  expect(await placeOf(device)).toEqual(['installed', sites[1]]);
  const [fitting] = (await call('GET', `/device/fitting?deviceId=${device}`)).body.data;
  expect(fitting).toMatchObject({ subject: { type: 'vehicle', id, name: 'Moved' }, main: true, toAt: null });
});

test('the list of trackers says in which vehicles they are, to people who see these', async () => {
  const { id } = await newVehicle({ name: 'Listed' });
  const device = await newTracker();
  await fitTo(device, id);
  const entry = { deviceId: device, vehicle: { id, name: 'Listed' } };
  expect((await call('GET', '/vehicle/tracker')).body.data).toContainEqual(entry);
  for (const [site, isSeen] of [
    [sites[0], true],
    [sites[1], false],
  ] as const) {
    await permit([[site, 'vehicle', ['read']]]);
    const { data } = (await call('GET', '/vehicle/tracker', undefined, operator)).body;
    expect(data.some(({ deviceId }: { deviceId: number }) => deviceId === device)).toBe(isSeen);
  }
  expect(outcome(await call('POST', `/device/${device}/unfit`, {}))).toEqual([200]);
  expect((await call('GET', '/vehicle/tracker')).body.data).not.toContainEqual(entry);
});

test('a retired vehicle gives its tracker back and takes none', async () => {
  const { id } = await newVehicle();
  const device = await newTracker();
  await fitTo(device, id);
  expect((await call('POST', `/vehicle/${id}/retire`, { reason: 'Sold' })).body.data.tracker).toBe(null);
  expect((await call('GET', `/device/fitting?deviceId=${device}&current=true`)).body.data).toEqual([]);
  expect(outcome(await fitTo(device, id))).toEqual([409, 'vehicle-retired']);
});

test('a vehicle does what its tracker reports since it is in it', async () => {
  const { id } = await newVehicle();
  const device = await newTracker();
  const { pool } = app.kit;
  const status = async () => (await call('GET', `/vehicle/${id}`)).body.data.status;
  const found = async (of: string) =>
    (await call('GET', `/vehicle?status=${of}`)).body.data.some((one: { id: number }) => one.id === id);
  const now = Date.now();
  const place = (time: number, speed: number) =>
    pool.query(
      `INSERT INTO device_place (device_id, time, lat, lng, speed, source, coarse, away) VALUES ($1, to_timestamp($2::float8 / 1000), 25, 55, $3, 0, false, 0)
       ON CONFLICT (device_id) DO UPDATE SET time = excluded.time, speed = excluded.speed`,
      [device, time, speed],
    );
  const report = (ignition: number) =>
    pool.query(
      `INSERT INTO device_latest (device_id, sensor_id, time, value) VALUES ($1, 225, now(), $2) ON CONFLICT (device_id, sensor_id) DO UPDATE SET value = excluded.value`,
      [device, ignition],
    );
  expect(await status()).toBe('no-device');
  // Where the tracker was before says nothing of the vehicle.
  await place(now - hourMs, 80);
  await fitTo(device, id, { at: iso(now - 0.5 * hourMs) });
  expect(await status()).toBe('offline');
  await pool.query("UPDATE device SET connection = 'online' WHERE id = $1", [device]);
  expect([await status(), (await call('GET', `/vehicle/${id}`)).body.data.lastFix]).toEqual(['stopped', null]);
  await place(now - 60_000, 42);
  expect(await status()).toBe('moving');
  expect((await call('GET', `/vehicle/${id}`)).body.data.lastFix).toMatchObject({ lat: 25, lng: 55, speed: 42 });
  await place(now - 30_000, 2);
  expect(await status()).toBe('stopped');
  await report(1);
  expect([await status(), await found('idle'), await found('stopped')]).toEqual(['idle', true, false]);
  await report(0);
  expect(await status()).toBe('stopped');
  await pool.query('UPDATE device SET token_blocked = true WHERE id = $1', [device]);
  expect([await status(), (await call('GET', `/vehicle/${id}`)).body.data.lastFix]).toEqual(['offline', null]);
  await call('POST', `/vehicle/${id}/suspend`, { reason: 'Brakes' });
  expect(await status()).toBe('suspended');
});
