import { expect, test } from 'vitest';
import { movingThings } from '#core/tracking/common/moving.ts';
import {
  app,
  call,
  fittedTracker,
  newVehicle,
  operator,
  permit,
  sites,
  stranger,
  withFleet,
} from '#main/testing/fleet/fleet.ts';
import { countStatements } from '#main/testing.ts';
import type { VehicleMap } from '../../common/vehicle/routes.ts';

withFleet();

const minuteMs = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs).toISOString();
type Place = { minutes?: number; speed?: number; heading?: number };

/** A vehicle whose tracker was somewhere so many minutes ago. */
async function placed(name: string, { minutes = 1, speed = 0, heading = 0 }: Place = {}, more: object = {}) {
  const vehicle = await newVehicle({ name, ...more });
  const device = await fittedTracker(vehicle.id, ago(600));
  await app.kit.pool.query(
    `INSERT INTO device_place (device_id, time, lat, lng, speed, heading, source, coarse, moved_at) VALUES ($1, $2, 25, 55, $3, $4, 0, false, now() - interval '1 hour')`,
    [device, ago(minutes), speed, heading],
  );
  await app.kit.pool.query("UPDATE device SET connection = 'online' WHERE id = $1", [device]);
  return { ...vehicle, device };
}
const mapOf = async (query = '', person?: Parameters<typeof call>[3]) => {
  const { status, body } = await call('GET', `/vehicle/map?${query}`, undefined, person);
  expect(status).toBe(200);
  const map: VehicleMap = body.data;
  return { ...map, things: movingThings(map) };
};
const named = async (name: string, query = '') => (await mapOf(query)).things.find((thing) => thing.name === name);

test('the map shows vehicles with a place by what they do now, and none without', async () => {
  await placed('Driving', { speed: 62, heading: 135 });
  const idling = await placed('Idling');
  await app.kit.pool.query(`INSERT INTO device_latest (device_id, sensor_id, time, value) VALUES ($1, 225, now(), 1)`, [
    idling.device,
  ]);
  await placed('Parked', { minutes: 30, speed: 50 });
  const silent = await placed('Silent', { speed: 40 });
  await app.kit.pool.query("UPDATE device SET connection = 'offline' WHERE id = $1", [silent.device]);
  await newVehicle({ name: 'Without a tracker' });
  const sold = await placed('Sold');
  await call('POST', `/vehicle/${sold.id}/retire`, { reason: 'Sold' });

  expect(await named('Driving')).toMatchObject({
    state: 'moving',
    lat: 25,
    lng: 55,
    speed: 62,
    heading: 135,
    worst: null,
  });
  const states = ['Driving', 'Idling', 'Parked', 'Silent', 'Without a tracker', 'Sold'].map(
    async (name) => (await named(name))?.state,
  );
  expect(await Promise.all(states)).toEqual(['moving', 'idle', 'stopped', 'offline', undefined, undefined]);
  expect((await mapOf()).truncated).toBe(false);
});

test('a place is that of the tracker which is in the vehicle now, and only since it is', async () => {
  const { id, device } = await placed('Swapped');
  await call('POST', `/device/${device}/unfit`, { at: ago(10) });
  expect(await named('Swapped')).toBeUndefined();
  const other = await newVehicle({ name: 'Next' });
  await call('POST', `/device/${device}/fit`, { subject: { type: 'vehicle', id: other.id }, at: ago(0) });
  // Its place is older than the fitting.
  expect(await named('Next')).toBeUndefined();
  await app.kit.pool.query(
    "UPDATE device_place SET time = now() + interval '1 second', moved_at = now() WHERE device_id = $1",
    [device],
  );
  expect((await named('Next'))?.id).toBe(other.id);
  expect((await mapOf()).things.map((thing) => thing.id)).not.toContain(id);
});

test('since a time only the moved ones are listed; groups and ids narrow the map', async () => {
  const [still, moved] = [await placed('Still'), await placed('Moved')];
  const { until } = await mapOf();
  await app.kit.pool.query('UPDATE device_place SET moved_at = now() WHERE device_id = $1', [moved.device]);
  const since = (await mapOf(`since=${until}`)).things.map(({ name }) => name);
  expect([since.includes('Moved'), since.includes('Still')]).toEqual([true, false]);
  expect((await mapOf(`vehicleIds=${still.id}`)).things.map(({ name }) => name)).toEqual(['Still']);
});

test('a person sees the vehicles of the own sites, another company none of them', async () => {
  await placed('At the other site', {}, { structureId: sites[1] });
  await permit([[sites[0], 'vehicle', ['read']]]);
  const seen = (await mapOf('', operator)).things.map(({ name }) => name);
  expect([seen.includes('Driving'), seen.includes('At the other site')]).toEqual([true, false]);
  expect((await mapOf('', stranger)).id).toEqual([]);
});

test('the map takes as many statements for any number of vehicles', async () => {
  const few = await countStatements(app, () => call('GET', '/vehicle/map'));
  await placed('One more');
  await placed('Yet another');
  expect(await countStatements(app, () => call('GET', '/vehicle/map'))).toBe(few);
});
