import { beforeAll, describe, expect, test } from 'vitest';
import {
  app,
  call,
  fittedTracker,
  newVehicle,
  operator,
  outcome,
  permit,
  sites,
  withFleet,
} from '#main/testing/fleet/fleet.ts';
import { drive } from '#main/testing/tracking/test-drive.ts';
import { at, iso, journey } from '#main/testing/tracking/test-vehicles.ts';
import { dayMs, hourMs } from '#platform/common/time/wall-clock.ts';

withFleet();

/** Midnight in Dubai, a Saturday. */
const from = at('2026-01-09T20:00Z');
const week = { from: iso(from), to: iso(from + 7 * dayMs) };
let vans: { id: number }[];

beforeAll(async () => {
  vans = [
    await newVehicle({ name: 'A' }),
    await newVehicle({ name: 'B' }),
    await newVehicle({ name: 'C', structureId: sites[1] }),
  ];
  const [a, b] = await Promise.all(vans.slice(0, 2).map(({ id }) => fittedTracker(id, iso(from - dayMs))));
  // The first one drives over midnight.
  for (const day of [0, 2, 6])
    await drive(
      app,
      a as number,
      journey(from + day * dayMs + 23.5 * hourMs, [
        { minutes: 50, speed: 60 },
        { minutes: 20, speed: 0 },
        { minutes: 30, speed: 45 },
        { minutes: 20, speed: 0 },
      ]).map((fix) => ({ ...fix, metres: fix.metres + day * 10 })),
    );
  await drive(
    app,
    b as number,
    journey(from + dayMs + 8 * hourMs, [
      { minutes: 30, speed: 80 },
      { minutes: 30, speed: 0 },
    ]),
  );
});

type Query = Record<string, string | number>;
const ask = (name: string, query: Query = {}, person?: typeof operator) =>
  call(
    'GET',
    `/analysis/${name}?${new URLSearchParams({ ...week, ...query } as Record<string, string>)}`,
    undefined,
    person,
  );
const data = async (...asked: Parameters<typeof ask>) => {
  const { status, body } = await ask(...asked);
  expect([status, body.errors]).toEqual([200, undefined]);
  return body.data;
};
const sum = (of: { metres: number }[]) => of.reduce((all, { metres }) => all + metres, 0);

describe('the distance of vehicles', () => {
  test('is the sum of its buckets, and of days, weeks and hours alike', async () => {
    const days = await data('distance-traveled');
    expect(days.zone).toBe('Asia/Dubai');
    expect(days.buckets).toHaveLength(7);
    expect(days.total).toBeGreaterThan(200_000);
    for (const bucket of ['day', 'week', 'month']) {
      const { total, buckets } = await data('distance-traveled', { bucket });
      expect([bucket, total, sum(buckets)]).toEqual([bucket, days.total, days.total]);
    }
    const hours = await data('distance-traveled', { bucket: 'hour', to: iso(from + 2 * dayMs) });
    expect(sum(hours.buckets)).toBe(days.buckets[0].metres + days.buckets[1].metres);
    const next = await data('distance-traveled', { from: iso(from + 7 * dayMs), to: iso(from + 14 * dayMs) });
    expect(next.previous).toBe(days.total);
  });

  test('is the sum of all pages of vehicles, and that of each vehicle', async () => {
    const { total } = await data('distance-traveled');
    const pages = await Promise.all([0, 1, 2].map((skip) => data('vehicles-distance-traveled', { skip, limit: 1 })));
    const rows = pages.flat();
    expect(rows.map(({ vehicle }) => vehicle.name)).toEqual(['A', 'B', 'C']);
    expect(sum(rows)).toBe(total);
    for (const { vehicle, metres } of rows)
      expect((await data('distance-traveled', { vehicleIds: vehicle.id })).total).toBe(metres);
  });

  test('is that of the vehicles of a group and of the groups within it', async () => {
    const group = async (name: string, parentId: number | null, id: number): Promise<number> => {
      const made = (await call('POST', '/vehicle-group', { name, parentId })).body.data.id;
      await call('POST', `/vehicle-group/${made}/member`, { recordIds: [id] });
      return made;
    };
    const outer = await group('Vans', null, vans[1]?.id ?? 0);
    await group('City vans', outer, vans[0]?.id ?? 0);
    const { total } = await data('distance-traveled');
    expect((await data('distance-traveled', { groupIds: outer })).total).toBe(total);
  });
});

test('without a period the vehicles are those of the last seven days', async () => {
  const device = await fittedTracker(vans[2]?.id ?? 0, iso(Date.now() - 8 * dayMs));
  const [recent, older] = [Date.now() - dayMs, Date.now() - 7.5 * dayMs];
  for (const begin of [older, recent]) await drive(app, device, journey(begin, [{ minutes: 30, speed: 60 }]));
  const { data: rows } = (await call('GET', '/analysis/vehicles-distance-traveled?limit=1')).body;
  expect(rows).toMatchObject([{ vehicle: { name: 'C' }, metres: 30_000, journeys: 1 }]);
});

test('journeys count where they began, with means of what was driven', async () => {
  const found = await data('journeys-statistics');
  const rows = await data('vehicles-distance-traveled');
  // The last one of all began after the week.
  expect(found.count).toBe(6);
  expect(found.count).toBe(rows.reduce((all: number, { journeys }: { journeys: number }) => all + journeys, 0));
  const { total } = await data('distance-traveled');
  expect([found.metres, found.avgMetres]).toEqual([total, total / 6]);
  expect(found.avgSpeed).toBeCloseTo((found.metres / found.drivingS) * 3.6, 6);
  expect(found.longest).toMatchObject({ vehicle: { name: 'A' }, metres: 50_000 });
  // The journey that began before midnight counts on its day, and its metres are shared.
  const [first, second] = found.buckets;
  expect([first.count, second.count]).toEqual([1, 2]);
  expect(first.metres).toBe(30_000);
  const nobody = await data('journeys-statistics', { vehicleIds: vans[2]?.id ?? 0 });
  expect([nobody.count, nobody.avgMetres, nobody.avgSpeed, nobody.longest]).toEqual([0, null, null, null]);
});

test('the statuses of vehicles add up to their number, and each is what the list shows', async () => {
  const statuses = async () => (await call('GET', '/analysis/vehicles-statuses')).body.data;
  const before = await statuses();
  await call('POST', `/vehicle/${vans[2]?.id}/suspend`, { reason: 'Brakes' });
  const { total, ...found } = await statuses();
  expect(total).toBe(before.total);
  expect(Object.values<number>(found).reduce((all, count) => all + count, 0)).toBe(total);
  expect(found).toMatchObject({ suspended: 1, offline: 2, noDevice: 0 });
  const listed = async (status: string) => (await call('GET', `/vehicle?status=${status}`)).body.totalRecords;
  expect([await listed('suspended'), await listed('offline')]).toEqual([1, 2]);
});

test('people who see the vehicles of one site get the sums of these', async () => {
  await permit([[sites[1], 'vehicle', ['read']]]);
  expect((await data('distance-traveled', {}, operator)).total).toBe(0);
  expect(
    (await data('vehicles-distance-traveled', {}, operator)).map(
      (row: { vehicle: { name: string } }) => row.vehicle.name,
    ),
  ).toEqual(['C']);
  expect((await data('distance-traveled', { vehicleIds: vans[0]?.id ?? 0 }, operator)).total).toBe(0);
});

test.each([
  [{ from: iso(from + 1000) }, 'from wholeQuarters'],
  [{ to: iso(from) }, 'to toAfterFrom'],
  [{ bucket: 'hour' }, 'to daysCount'],
  [{ to: iso(from + 93 * dayMs) }, 'to daysCount'],
  [{ vehicleIds: '1,x' }, 'vehicleIds pleaseInputIDRight'],
])('a period or a choice like %j is refused', async (query, fault) => {
  expect(outcome(await ask('distance-traveled', query as Query))).toEqual([418, fault]);
});
