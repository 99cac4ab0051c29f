import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bay, hour, minute, second, TestParking } from '#main/testing/parking/test-parking.ts';
import { countStatements } from '#main/testing.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { quarterMs } from '../stays/times.ts';
import { beginOf } from './place-sums.ts';

let parking: TestParking;
beforeAll(async () => {
  parking = await TestParking.begin();
});
afterAll(() => parking.app.close());

const start = Math.floor((Date.now() - 6 * hour) / quarterMs) * quarterMs;
const at = (minutes: number) => start + minutes * minute;
const written = (ms: number) => new Date(ms).toISOString();
const period = (from: number, to: number) => `from=${written(from)}&to=${written(to)}`;
const read = async (path: string) => {
  const { status, body } = await parking.call('GET', `/analysis/${path}`);
  if (status !== 200) throw new Error(`${path} answered ${status} ${JSON.stringify(body)}`);
  return body;
};
const ask = async (path: string) => (await read(path)).data;

/** A car park with a group of three bays and one of two, in which some vehicles came and went. */
async function carPark() {
  const location = await parking.location();
  const [north, south] = [await parking.group(location, 3), await parking.group(location, 2)];
  await parking.since(start, location);
  const bays = [...(await parking.baysOf(north)), ...(await parking.baysOf(south))];
  const sensors = await Promise.all(bays.map((bay) => parking.sensor(bay)));
  const visits: readonly (readonly [bay: number, from: number, to: number])[] = [
    [0, 5, 50],
    [0, 60, 130],
    [1, 20, 25],
    [3, 10, 200],
  ];
  for (const [bay, from, to] of visits) {
    const sensor = sensors[bay];
    if (!sensor) throw new Error('no sensor was made');
    await parking.occupied(sensor, at(from), true);
    await parking.occupied(sensor, at(to), false);
  }
  const [fourth] = [sensors[4]];
  if (!fourth) throw new Error('no sensor was made');
  await parking.occupied(fourth, at(0), false);
  await parking.count();
  return { location, north, south, bays, of: `locationIds=${location}` };
}
const keys = ['open', 'occupied', 'free', 'unknown', 'stays'] as const;
const part = (row: Record<string, number>) => Object.fromEntries(keys.map((key) => [key, row[key]]));
const summed = (rows: readonly Record<string, number>[]) =>
  Object.fromEntries(keys.map((key) => [key, rows.reduce((sum, row) => sum + (row[key] ?? 0), 0)]));

describe('the sums of a car park', () => {
  test('are the same by location, group and bay, and those of the buckets add up to them', async () => {
    const { of, north, south } = await carPark();
    const asked = `${period(start, at(240))}&${of}`;
    const [locations, groups, slots, total, counts] = await Promise.all([
      ask(`location-occupation?${asked}&bucket=quarter`),
      ask(`group-occupation?${asked}&bucket=hour`),
      ask(`slot-occupation-list?${asked}`),
      ask(`slot-occupation-list/total?${asked}`),
      ask(`parking-count?${asked}&bucket=hour`),
    ]);
    const expected = part(total);
    expect(expected).toMatchObject({ open: 5 * 240 * 60, occupied: (45 + 70 + 5 + 190) * 60, stays: 4 });
    expect(expected.open).toBe((expected.occupied ?? 0) + (expected.free ?? 0) + (expected.unknown ?? 0));
    for (const { total: ofAll, buckets, rows } of [locations, groups]) {
      expect(part(ofAll)).toEqual(expected);
      expect(summed(buckets)).toEqual(expected);
      expect(summed(rows)).toEqual(expected);
    }
    expect(summed(slots)).toEqual(expected);
    expect([counts.total.stays, summed(counts.rows).stays]).toEqual([4, 4]);
    expect(locations.buckets).toHaveLength(16);
    expect(locations.total.max).toBe(3);
    expect(new Set(groups.rows.map(({ id }: { id: number }) => id))).toEqual(new Set([north, south]));
    const hours = locations.hours.flat() as { open: number; occupied: number }[];
    expect(hours.reduce((sum, { occupied }) => sum + occupied, 0)).toBe(expected.occupied);
  });

  test('of two periods that touch add up to those of both', async () => {
    const { of } = await carPark();
    const list = async (from: number, to: number) =>
      part(await ask(`slot-occupation-list/total?${period(from, to)}&${of}`));
    const cut = at(47) + 13 * second;
    const parts = [await list(start + second, cut), await list(cut, at(199))];
    expect(summed(parts as Record<string, number>[])).toEqual(await list(start + second, at(199)));
  });

  test('are those of one group or use, if that is asked for', async () => {
    const { location, of, north, south, bays } = await carPark();
    const asked = `${period(start, at(240))}&${of}`;
    const ofSouth = await ask(`location-occupation?${asked}&groupIds=${south}`);
    expect(ofSouth.total).toMatchObject({ open: 2 * 240 * 60, occupied: 190 * 60, stays: 1 });
    const [, bay] = bays as [Bay, Bay];
    await parking.call('PATCH', `/slot/${bay.id}`, { use: 'ev' });
    // As if it had always been for them.
    await parking.app.kit.pool.query("DELETE FROM sparking_slot_version WHERE slot_id = $1 AND use <> 'ev'", [bay.id]);
    await parking.since(start, location);
    await parking.count();
    const ev = await ask(`group-occupation?${asked}&use=ev`);
    expect(ev.rows.every(({ id }: { id: number }) => id === north)).toBe(true);
    expect(ev.total).toMatchObject({ open: 240 * 60, occupied: 5 * 60, stays: 1 });
  });

  test('take as many statements for one group as for many', async () => {
    const one = await carPark();
    const two = await carPark();
    const statements = (of: string) =>
      countStatements(parking.app, () => ask(`group-occupation?${period(start, at(240))}&${of}&bucket=hour`));
    const few = await statements(`groupIds=${one.north}`);
    expect(await statements(`locationIds=${one.location},${two.location}`)).toBe(few);
  });
});

test('stays are counted by how long they lasted, and bays by how long vehicles stayed beyond their limit', async () => {
  const { of, bays, south } = await carPark();
  await parking.call('PATCH', `/slot/${bays[3]?.id}`, { maxStayMinutes: 60 });
  const asked = `${period(start, at(240))}&${of}`;
  const rows = await ask(`slot-occupation-list?${asked}&sort[overstaySeconds]=desc`);
  const total = await ask(`slot-occupation-list/total?${asked}`);
  expect(rows[0]).toMatchObject({ id: bays[3]?.id, overstaySeconds: 130 * 60, ended: 1, endedSeconds: 190 * 60 });
  expect(total.bins).toEqual([0, 1, 0, 1, 1, 1, 0, 0, 0]);
  const half = await ask(`slot-occupation-list/total?${period(at(100), at(240))}&${of}`);
  expect(half.overstaySeconds).toBe(100 * 60);
  const { top } = await ask(`most-occupation?${asked}&by=group&rank=overstay`);
  expect(top[0]).toMatchObject({ id: south, overstaySeconds: 130 * 60 });
});

test('the list of bays is paged and sorted by each figure, and bays without the figure are last', async () => {
  const { of, bays } = await carPark();
  const list = async (query: string) => {
    const { data, totalRecords } = await read(`slot-occupation-list?${period(start, at(240))}&${of}&${query}`);
    expect(totalRecords).toBe(5);
    return (data as { id: number }[]).map(({ id }) => bays.findIndex((bay) => bay.id === id));
  };
  expect(await list('')).toEqual([0, 1, 2, 3, 4]);
  expect(await list('sort[number]=desc&limit=2&skip=1')).toEqual([3, 2]);
  // Known from its first report on: for 45 and 70 of 235 minutes, 5 of 220, 190 of 230, and never of 240.
  expect(await list('sort[occupancy]=desc')).toEqual([3, 0, 1, 4, 2]);
  expect(await list('sort[occupancy]=asc')).toEqual([4, 1, 0, 3, 2]);
  expect(await list('sort[coverage]=desc')).toEqual([4, 0, 3, 1, 2]);
  expect(await list('sort[meanStay]=asc&limit=3')).toEqual([1, 0, 3]);
  expect(await list('sort[lastStayAt]=desc&limit=3')).toEqual([0, 1, 3]);
  // Without a period, all that has happened so far is in the last seven days.
  const recent = await ask(`slot-occupation-list?${of}&sort[stays]=desc&limit=1`);
  expect(recent).toMatchObject([{ id: bays[0]?.id, stays: 2 }]);
  const { status, body } = await parking.call(
    'GET',
    `/analysis/slot-occupation-list?${period(start, at(240))}&sort[bins]=asc`,
  );
  expect([status, body.errors]).toEqual([418, [{ param: 'sort[bins]', msg: 'unknownSort' }]]);
});

test('the fullest and the emptiest places are ranked, and those of which little is known are apart', async () => {
  const { of, bays } = await carPark();
  const { top, bottom, uncovered } = await ask(`most-occupation?${period(start, at(240))}&${of}&by=slot&limit=2`);
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);
  expect(ids(top)).toEqual([bays[3]?.id, bays[0]?.id]);
  expect(ids(bottom)[0]).toBe(bays[4]?.id);
  // Nothing ever watched it.
  expect(ids(uncovered)).toEqual([bays[2]?.id]);
});

test('what is known of a bay at each time is shown within the period', async () => {
  const { of, bays } = await carPark();
  const [bay] = bays as [Bay];
  const { rows } = await ask(`slot-occupation?${period(at(30), at(70))}&${of}&slotIds=${bay.id}`);
  expect(rows).toMatchObject([
    {
      number: bay.number,
      ...{ open: 2400, occupied: 1800, free: 600, unknown: 0 },
      intervals: [
        { from: written(at(30)), to: written(at(50)), occupied: true },
        { from: written(at(50)), to: written(at(60)), occupied: false },
        { from: written(at(60)), to: written(at(70)), occupied: true },
      ].map((one) => ({ ...one, from: expect.any(String), to: expect.any(String) })),
    },
  ]);
  const { status } = await parking.call('GET', `/analysis/slot-occupation?${period(at(0), at(60))}&slotIds=999999`);
  expect(status).toBe(404);
});

test.each([
  ['location-occupation', `${period(start, start + 4 * 24 * hour)}&bucket=quarter`, 'to', 'periodTooLong'],
  ['group-occupation', period(start + second, at(240)), 'from', 'quarter'],
  ['slot-occupation-list', period(start - 401 * 24 * hour, start), 'to', 'periodTooLong'],
  ['parking-count', period(at(60), at(0)), 'to', 'outOfRange'],
])('%s refuses %s', async (call, query, param, msg) => {
  const { status, body } = await parking.call('GET', `/analysis/${call}?${query}`);
  expect([status, body.errors]).toEqual([418, [{ param, msg }]]);
});

test('a day has as many quarters as its clocks say, weeks begin on Saturday, and an hour that comes twice is two', async () => {
  const counts = (bucket: 'hour' | 'day' | 'week', zone: string, from: string, quarters: number) =>
    inSystem(parking.app.kit.db, async (tx) => {
      const { rows } = await sql<{ start: string; n: number }>`
        SELECT ${beginOf(bucket, zone, 'q.at')} AS start, count(*)::integer AS n
          FROM generate_series(${from}::timestamptz, ${from}::timestamptz + ${quarters - 1} * interval '15 minutes', interval '15 minutes') q (at) GROUP BY 1 ORDER BY 1`.execute(
        tx,
      );
      return rows.map(({ n }) => n);
    });
  // Clocks went forward on 24 April and back on 30 October 2026 in Cairo.
  expect(await counts('day', 'Africa/Cairo', '2026-04-22T22:00:00Z', 96 + 92 + 96)).toEqual([96, 92, 96]);
  expect(await counts('day', 'Africa/Cairo', '2026-10-27T21:00:00Z', 96 + 100 + 96)).toEqual([96, 100, 96]);
  expect(await counts('day', 'Asia/Kathmandu', '2026-10-28T18:15:00Z', 192)).toEqual([96, 96]);
  expect(await counts('hour', 'Africa/Cairo', '2026-10-29T19:00:00Z', 16)).toEqual([4, 4, 4, 4]);
  expect(await counts('week', 'Asia/Dubai', '2026-11-20T20:00:00Z', 7 * 96)).toEqual([7 * 96]);
});
