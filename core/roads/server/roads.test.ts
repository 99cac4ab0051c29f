import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { maxGeometry } from '../common/roads.ts';
import { straightWay } from '../common/straight.ts';
import { matrix, orderStops, routeThrough } from './api.ts';
import { askOsrm, osrmRoute, type RoadsKit } from './osrm.ts';

const dubai = { lat: 25.2, lng: 55.27 };
const sharjah = { lat: 25.35, lng: 55.39 };
const ajman = { lat: 25.41, lng: 55.44 };

let answer: (reply: ServerResponse) => void = () => undefined;
let asked: URL[] = [];
let reasons: unknown[] = [];
const server = createServer((request, reply) => {
  asked.push(new URL(request.url ?? '', 'http://osrm'));
  answer(reply);
});
const json = (body: unknown) => (reply: ServerResponse) =>
  reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const kit: RoadsKit = {
  log: { warn: (about: unknown) => void reasons.push(about) },
  settings: { routingUrl: undefined },
};

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  [asked, reasons] = [[], []];
  kit.settings.routingUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/osrm/?key=secret`;
});

const coordinates = [
  [55.27, 25.2],
  [55.3, 25.3],
  [55.39, 25.35],
];
const leg = { distance: 21_000.4, duration: 1500.2 };
const found = { code: 'Ok', routes: [{ ...leg, legs: [leg], geometry: { coordinates } }] };

test('a way follows the roads of the road server', async () => {
  answer = json(found);
  expect(await routeThrough(kit, [dubai, sharjah])).toEqual({
    ...{ engine: 'osrm', metres: 21_000, seconds: 1500, legs: [{ metres: 21_000, seconds: 1500 }] },
    geometry: coordinates.map(([lng, lat]) => ({ lat, lng })),
  });
  expect(asked[0]?.pathname).toBe('/osrm/route/v1/driving/55.27,25.2;55.39,25.35');
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({ key: 'secret', geometries: 'geojson' });
});

test('a long way is drawn with fewer points', async () => {
  const long = Array.from({ length: 12_000 }, (_, n) => [55 + n / 10_000, 25 + (n % 2) / 50_000]);
  answer = json({ code: 'Ok', routes: [{ ...leg, legs: [leg], geometry: { coordinates: long } }] });
  const { engine, geometry } = await routeThrough(kit, [dubai, sharjah]);
  expect(engine).toBe('osrm');
  expect(geometry.length).toBeLessThanOrEqual(maxGeometry);
  expect(geometry[0]).toEqual({ lng: 55, lat: 25 });
});

test('without a road server nothing is asked, and ways are straight lines with a factor', async () => {
  kit.settings.routingUrl = undefined;
  const way = await routeThrough(kit, [dubai, sharjah, ajman]);
  expect(way).toEqual(straightWay([dubai, sharjah, ajman]));
  expect(way.engine).toBe('straight');
  // 20.6 km as the crow flies, at 38 km/h.
  expect(way.legs[0]?.metres).toBeGreaterThan(27_000);
  expect(way.legs[0]?.metres).toBeLessThan(28_500);
  expect(way.legs[0]?.seconds).toBeCloseTo(((way.legs[0]?.metres ?? 0) * 3.6) / 38, -1);
  expect((await matrix(kit, [dubai], [sharjah])).engine).toBe('straight');
  expect([asked, reasons]).toEqual([[], []]);
});

test.each([
  ['fails', (reply: ServerResponse) => void reply.writeHead(500).end('busy')],
  ['answers in another shape', json({ code: 'Ok', routes: [{ distance: 'far' }] })],
  ['finds no road', json({ code: 'NoRoute', routes: [] })],
  ['leaves a place out', json({ code: 'Ok', routes: [{ ...leg, legs: [leg, leg], geometry: { coordinates } }] })],
  ['hangs up', (reply: ServerResponse) => void reply.destroy()],
])('a road server that %s is replaced by straight lines', async (_, wrong) => {
  answer = wrong;
  expect(await routeThrough(kit, [dubai, sharjah])).toEqual(straightWay([dubai, sharjah]));
  expect((await matrix(kit, [dubai], [sharjah])).engine).toBe('straight');
  expect(JSON.stringify(reasons)).not.toContain('secret');
});

test('a road server that does not answer in time is given up', async () => {
  answer = () => undefined;
  expect(await askOsrm(kit, osrmRoute, [dubai, sharjah], {}, 30)).toBeNull();
  expect(reasons).toHaveLength(1);
});

test('the best order goes by the times of the road server', async () => {
  // By road the third place is nearer than the second one.
  const durations = [
    [0, 900, 100],
    [900, 0, 100],
    [100, 100, 0],
  ];
  answer = json({ code: 'Ok', durations, distances: durations });
  const best = await orderStops(kit, [dubai, sharjah, ajman], { keepFirst: true });
  expect(best).toEqual({ engine: 'osrm', order: [0, 2, 1], seconds: 200, late: [] });
  expect(asked[0]?.pathname).toContain('/osrm/table/v1/driving/');
  expect(asked[0]?.searchParams.get('destinations')).toBe('3;4;5');
});
