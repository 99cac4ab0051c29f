import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import {
  app,
  call,
  customer,
  newVehicle,
  operator,
  outcome,
  permit,
  sites,
  stranger,
  withFleet,
} from '#main/testing/fleet/fleet.ts';
import type { SavedRoute } from '../../common/routes/route.ts';

withFleet();

/** Places in a line to the north, so many kilometres away. */
const north = (km: number) => ({ lat: 25 + km / 111.195, lng: 55 });
const place = (km: number, more: object = {}) => ({ name: `km ${km}`, location: north(km), ...more });
const newPoint = async (name: string, km: number): Promise<number> =>
  (await call('POST', '/point-of-interest', { name, location: north(km) })).body.data.id;
async function newRoute(more: object = {}): Promise<SavedRoute> {
  const { status, body } = await call('POST', '/route', { name: 'Round', stops: [place(0), place(10)], ...more });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data;
}
const namesOf = ({ stops }: SavedRoute) => stops.map(({ name }) => name);
const inUse = (count: number) => ({ word: 'in-use', detail: { by: 'fleet.route', count } });

describe('a route', () => {
  test('has usual values, the way between its stops and straight lines without a road server', async () => {
    const route = await newRoute({ stops: [place(0), place(10), place(20, { serviceMinutes: 15 })] });
    expect(route).toMatchObject({ corridor: 200, tolerance: 15, active: true, engine: 'straight', stopCount: 3 });
    expect(route.metres).toBeGreaterThan(26_900);
    expect(route.metres).toBeLessThan(27_100);
    expect(route.seconds).toBeCloseTo((route.metres * 3.6) / 38, -1);
    expect(route.stops.map(({ metres }) => metres > 13_000)).toEqual([false, true, true]);
    expect(route.geometry).toEqual([0, 10, 20].map((km) => [north(km).lat, 55]));
    expect((await call('GET', `/route/${route.id}`)).body.data).toMatchObject({
      metres: route.metres,
      stops: route.stops,
    });
    const [listed] = (await call('GET', '/route?search=round&active=true&sort[metres]=desc')).body.data;
    expect(listed).toMatchObject({ id: route.id, stopCount: 3 });
    expect(listed.geometry).toBeUndefined();
  });

  test('needs two stops with places, windows that end later and values within their limits', async () => {
    const refused = async (more: object) =>
      outcome(await call('POST', '/route', { name: 'x', stops: [place(0), place(1)], ...more }));
    expect(await refused({ stops: [place(0)] })).toEqual([418, 'stops tooFewStops']);
    expect(await refused({ stops: [place(0), { name: 'Where?' }] })).toEqual([418, 'stops.1.location Required']);
    expect(await refused({ stops: Array.from({ length: 51 }, () => place(1)) })).toEqual([418, 'stops tooMany']);
    expect(await refused({ stops: [place(0), { pointId: 999_999 }] })).toEqual([418, 'stops.1.pointId unknown']);
    const window = { from: '10:00', to: '09:00' };
    expect(await refused({ stops: [place(0), place(1, { window })] })).toEqual([418, 'stops.1.window.to toAfterFrom']);
    expect(await refused({ corridor: 20 })).toEqual([418, 'corridor outOfRange']);
    expect(await refused({ tolerance: 121 })).toEqual([418, 'tolerance outOfRange']);
    expect(await refused({ scheduleId: 999_999 })).toEqual([418, 'scheduleId invalid']);
    expect(await refused({ vehicleIds: [999_999] })).toEqual([418, 'vehicleIds.0 unknown']);
  });

  test('is put into the best order, which may keep its ends', async () => {
    const stops = [place(0), place(30), place(10), place(20), place(5)];
    const best = await newRoute({ stops, optimize: true, keepFirst: true });
    expect(namesOf(best)).toEqual(['km 0', 'km 5', 'km 10', 'km 20', 'km 30']);
    expect([best.order, best.late]).toEqual([[0, 4, 2, 3, 1], []]);
    const { body } = await call('PATCH', `/route/${best.id}`, {
      stops,
      optimize: true,
      keepFirst: true,
      keepLast: true,
    });
    expect([namesOf(body.data)[0], namesOf(body.data).at(-1)]).toEqual(['km 0', 'km 5']);
    // Of the stops that it has.
    const again = await call('PATCH', `/route/${best.id}`, { optimize: true, keepFirst: true });
    expect(namesOf(again.body.data)).toEqual(['km 0', 'km 5', 'km 10', 'km 20', 'km 30']);
  });

  test('names the stop whose window cannot be kept', async () => {
    const window = { from: '08:00', to: '08:10' };
    const stops = [place(0), place(5), place(60, { window })];
    const route = await newRoute({ stops, optimize: true, keepFirst: true, departAt: '08:00' });
    expect(route.late).toEqual([{ index: route.order?.indexOf(2), name: 'km 60' }]);
    const early = await call('PATCH', `/route/${route.id}`, { optimize: true, keepFirst: true, departAt: '05:00' });
    expect(early.body.data.late).toEqual([]);
    expect(early.body.data.stops.find(({ name }: { name: string }) => name === 'km 60').window).toEqual(window);
  });

  test('keeps its way when only its name changes, and is in the history', async () => {
    const route = await newRoute();
    const { body } = await call('PATCH', `/route/${route.id}`, { name: 'Renamed', active: false });
    expect(body.data).toMatchObject({ name: 'Renamed', active: false, metres: route.metres, order: null });
    expect(body.data.stops).toEqual(route.stops);
    const history = (await call('GET', `/route/${route.id}/history`)).body.data;
    expect(JSON.stringify(history)).toContain('Renamed');
    expect(outcome(await call('DELETE', `/route/${route.id}`))).toEqual([204]);
    expect(outcome(await call('GET', `/route/${route.id}`))).toEqual([404, 'not-found']);
  });
});

test('a point of interest stays while routes stop at it', async () => {
  const point = await newPoint('Cold store', 3);
  const [one, other] = [
    await newRoute({ stops: [{ pointId: point }, place(9)] }),
    await newRoute({ stops: [{ pointId: point }, place(8), { pointId: point }] }),
  ];
  expect(namesOf(one)[0]).toBe('Cold store');
  expect((await call('DELETE', `/point-of-interest/${point}`)).body).toMatchObject(inUse(2));
  await call('DELETE', `/route/${one.id}`);
  expect((await call('DELETE', `/point-of-interest/${point}`)).body).toMatchObject(inUse(1));
  await call('PATCH', `/route/${other.id}`, { stops: [place(1), place(2)] });
  expect(outcome(await call('DELETE', `/point-of-interest/${point}`))).toEqual([204]);
});

test('vehicles of other sites are not shown, and stay when somebody who does not see them saves', async () => {
  const [seen, hidden] = [
    await newVehicle({ name: 'Seen' }),
    await newVehicle({ name: 'Hidden', structureId: sites[1] }),
  ];
  const route = await newRoute({ vehicleIds: [seen.id, hidden.id] });
  expect(route.vehicles.map(({ name }) => name)).toEqual(['Hidden', 'Seen']);
  await permit([
    [sites[0], 'vehicle', ['read']],
    ['*', 'route', ['read', 'update']],
  ]);
  const get = (person = operator) => call('GET', `/route/${route.id}`, undefined, person);
  expect((await get()).body.data.vehicles).toEqual([{ id: seen.id, name: 'Seen' }]);
  const save = (vehicleIds: number[]) => call('PATCH', `/route/${route.id}`, { vehicleIds }, operator);
  expect(outcome(await save([hidden.id]))).toEqual([418, 'vehicleIds.0 unknown']);
  expect(outcome(await save([]))).toEqual([200]);
  expect((await get(customer)).body.data.vehicles).toEqual([{ id: hidden.id, name: 'Hidden' }]);
});

test('another company sees no route, and nobody without the permission writes one', async () => {
  const route = await newRoute();
  expect(outcome(await call('GET', `/route/${route.id}`, undefined, stranger))).toEqual([404, 'not-found']);
  expect(outcome(await call('PATCH', `/route/${route.id}`, { name: 'Mine' }, stranger))).toEqual([404, 'not-found']);
  await permit([['*', 'route', ['read']]]);
  expect(outcome(await call('PATCH', `/route/${route.id}`, { name: 'Mine' }, operator))).toEqual([
    403,
    'no-permission',
  ]);
});

test('a schedule that routes follow stays', async () => {
  const periods = [{ start: '08:00', end: '17:00' }];
  const week = ['Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'].map((name) => ({
    name,
    periods,
  }));
  const made = await customer.call('POST', '/schedule', {
    body: { name: 'Rounds', timeZone: 'Asia/Dubai', week, seasons: [], holidays: [] },
  });
  const scheduleId = made.body.data.id;
  const route = await newRoute({ scheduleId });
  expect(route.schedule).toEqual({ id: scheduleId, name: 'Rounds' });
  expect(outcome(await customer.call('DELETE', `/schedule/${scheduleId}`))).toEqual([409, 'schedule-has-routes']);
});

test('with a road server the way follows its roads', async () => {
  const leg = { distance: 21_000, duration: 1500 };
  const coordinates = [
    [55, 25],
    [55.1, 25.05],
    [55, 25.09],
  ];
  const server = createServer((_, reply) =>
    reply
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ code: 'Ok', routes: [{ ...leg, legs: [leg], geometry: { coordinates } }] })),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  app.kit.settings.routingUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const route = await newRoute();
  app.kit.settings.routingUrl = undefined;
  server.close();
  expect(route).toMatchObject({ engine: 'osrm', metres: 21_000, seconds: 1500 });
  expect(route.geometry).toEqual(coordinates.map(([lng, lat]) => [lat, lng]));
});
