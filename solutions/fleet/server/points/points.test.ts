import { describe, expect, test } from 'vitest';
import {
  app,
  call,
  fittedTracker,
  newVehicle,
  operator,
  outcome,
  permit,
  sites,
  stranger,
  withFleet,
} from '#main/testing/fleet/fleet.ts';
import { drive } from '#main/testing/tracking/test-drive.ts';

withFleet();

const minuteMs = 60_000;
const now = Date.now();
const at = (minutes: number) => now - minutes * minuteMs;
const iso = (minutes: number) => new Date(at(minutes)).toISOString();
/** Metres north of the place from which vehicles start. */
const north = (metres: number) => ({ lat: 25 + metres / 111_195, lng: 55 });

async function newPoint(more: object = {}) {
  const { status, body } = await call('POST', '/point-of-interest', {
    name: 'Souq branch',
    location: north(5000),
    ...more,
  });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data as { id: number; radius: number; visits: number };
}
/** From the start to the point, where it stands for half an hour, and back. */
const trip = (from: number) => [
  ...Array.from({ length: 10 }, (_, n) => ({ time: at(from - n), metres: n * 500, speed: 30 })),
  ...Array.from({ length: 30 }, (_, n) => ({ time: at(from - 10 - n), metres: 5000, speed: 0 })),
  ...Array.from({ length: 11 }, (_, n) => ({ time: at(from - 40 - n), metres: 5000 - n * 500, speed: 30 })),
];
const visitsOf = async (id: number, person?: Parameters<typeof call>[3]) =>
  (await call('GET', `/point-of-interest/${id}/visit`, undefined, person)).body.data;

test('a point of interest has a usual radius, and its geofence is in no list of geofences', async () => {
  const point = await newPoint({ name: 'Port gate 3' });
  expect([point.radius, point.visits]).toEqual([150, 0]);
  const fences = (await call('GET', '/geo-fence?search=Port gate 3')).body;
  expect([fences.data, fences.totalRecords]).toEqual([[], 0]);
  await newPoint({ name: 'Port gate 3' });
  expect(outcome(await call('POST', '/point-of-interest', { name: 'x' }))).toEqual([418, 'location Required']);
});

describe('visits', () => {
  test('are those of the vehicle that the tracker was in, and are counted', async () => {
    const point = await newPoint();
    const vehicle = await newVehicle({ name: 'Visitor' });
    const device = await fittedTracker(vehicle.id, iso(600));
    await drive(app, device, trip(300));
    const [visit, ...others] = await visitsOf(point.id);
    expect([visit.vehicle, others]).toEqual([{ id: vehicle.id, name: 'Visitor' }, []]);
    expect(Date.parse(visit.leftAt) - Date.parse(visit.enteredAt)).toBeGreaterThan(28 * minuteMs);
    expect((await call('GET', `/point-of-interest/${point.id}`)).body.data.visits).toBe(1);
    expect((await call('GET', '/point-of-interest?search=Souq')).body.data[0].visits).toBe(1);
  });

  test('of vehicles at other sites are neither shown nor counted', async () => {
    const point = await newPoint({ location: north(5000), name: 'Seen by few' });
    const vehicle = await newVehicle({ name: 'Elsewhere', structureId: sites[1] });
    await drive(app, await fittedTracker(vehicle.id, iso(600)), trip(300));
    await permit([
      [sites[0], 'vehicle', ['read']],
      ['*', 'point-of-interest', ['read']],
    ]);
    expect(await visitsOf(point.id)).toHaveLength(1);
    expect(await visitsOf(point.id, operator)).toEqual([]);
    expect((await call('GET', `/point-of-interest/${point.id}`, undefined, operator)).body.data.visits).toBe(0);
  });

  test('go by the place to which the point was moved', async () => {
    const point = await newPoint({ name: 'Moved', location: north(40_000) });
    const vehicle = await newVehicle();
    const device = await fittedTracker(vehicle.id, iso(2000));
    await call('PATCH', `/point-of-interest/${point.id}`, { location: north(5000) });
    await drive(app, device, trip(300));
    expect(await visitsOf(point.id)).toHaveLength(1);
  });
});

test('a point that is deleted takes its geofence along', async () => {
  const point = await newPoint({ name: 'Gone' });
  expect(outcome(await call('DELETE', `/point-of-interest/${point.id}`))).toEqual([204]);
  const { rows } = await app.kit.pool.query("SELECT id FROM geofence WHERE name = 'Gone'");
  expect(rows).toEqual([]);
});

test('categories are counted, and other companies see nothing', async () => {
  await newPoint({ name: 'Tyres', category: 'Workshop' });
  expect((await call('GET', '/point-of-interest/category')).body.data).toEqual([{ value: 'Workshop', count: 1 }]);
  expect((await call('GET', '/point-of-interest/category', undefined, stranger)).body.data).toEqual([]);
  expect((await call('GET', '/point-of-interest', undefined, stranger)).body.data).toEqual([]);
});

test('geofences are filtered by the groups of the fleet', async () => {
  const shape = { kind: 'circle', center: north(0), radius: 100 };
  const fence = (await call('POST', '/geo-fence', { name: 'Depot', description: '', purpose: 'depot', shape })).body
    .data;
  const group = (await call('POST', '/geo-fence-group', { name: 'Depots', colour: 'green' })).body.data;
  await call('POST', `/geo-fence-group/${group.id}/member`, { recordIds: [fence.id] });
  const names = async (query: string) =>
    (await call('GET', `/geo-fence?${query}`)).body.data.map(({ name }: { name: string }) => name);
  expect(await names(`groupId=${group.id}`)).toEqual(['Depot']);
  expect(await names('purpose=depot')).toEqual(['Depot']);
  expect(await names('purpose=forbidden')).toEqual([]);
  await call('DELETE', `/geo-fence/${fence.id}`);
  expect((await call('GET', `/geo-fence-group/${group.id}`)).body.data.members).toBe(0);
});
