import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bay, hour, minute, second, TestParking } from '#main/testing/parking/test-parking.ts';
import { dueDone } from '#main/testing/test-device.ts';
import { countStatements } from '#main/testing.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { quarterMs } from '../stays/times.ts';
import { countQuarters } from './count-quarters.ts';
import { dueRecounts } from './due-quarters.ts';

let parking: TestParking;
beforeAll(async () => {
  parking = await TestParking.begin();
});
afterAll(() => parking.app.close());

/** A quarter that began about so many hours ago. */
const hoursAgo = (hours: number) => Math.floor((Date.now() - hours * hour) / quarterMs) * quarterMs;

/** A car park with bays that has been there for some hours, and a sensor in each. */
async function carPark(bays: number, since: number, fields: object = {}) {
  const location = await parking.location(fields);
  const group = await parking.group(location, bays);
  await parking.since(since, location);
  const all = await parking.baysOf(group);
  const sensors = await Promise.all(all.map((bay) => parking.sensor(bay)));
  return { location, group, bays: all, sensors };
}
const added = (quarters: Awaited<ReturnType<TestParking['quarters']>>, key: keyof (typeof quarters)[number]) =>
  quarters.reduce((sum, quarter) => sum + quarter[key], 0);

test('a quarter has the seconds of its bays, and how many vehicles came, left and were there at once', async () => {
  const start = hoursAgo(5);
  const { location, group, sensors } = await carPark(3, start);
  const [a, b] = sensors;
  if (!a || !b) throw new Error('no sensors were made');
  await parking.occupied(a, start, false);
  await parking.occupied(a, start + 5 * minute, true);
  await parking.occupied(a, start + 20 * minute, false);
  await parking.occupied(b, start + 2 * minute, true);
  await parking.occupied(b, start + 5 * minute + 30 * second, false);
  await parking.count();
  for (const id of [0, group]) {
    const [first, next] = await parking.quarters(location, id);
    expect(first).toEqual({
      ...{
        at: start,
        open: 2700,
        occupied: 600 + 210,
        free: 300 + 570,
        arrivals: 2,
        departures: 1,
        corrections: 0,
        max: 2,
      },
    });
    expect(next).toMatchObject({
      at: start + quarterMs,
      open: 2700,
      occupied: 300,
      arrivals: 0,
      departures: 1,
      max: 1,
    });
  }
});

test('bays that move to another group count there from then on', async () => {
  const start = hoursAgo(3);
  const { location, group, bays } = await carPark(2, start);
  const other = await parking.group(location, 0);
  const [bay] = bays as [Bay];
  expect((await parking.call('PATCH', `/slot/${bay.id}`, { groupId: other })).status).toBe(200);
  // As if that had been an hour ago.
  const moved = hoursAgo(1);
  await parking.app.kit.pool.query(
    `UPDATE sparking_slot_version SET from_at = CASE WHEN to_at IS NULL THEN to_timestamp($2::float8 / 1000) ELSE from_at END,
            to_at = CASE WHEN to_at IS NOT NULL THEN to_timestamp($2::float8 / 1000) END WHERE slot_id = $1`,
    [bay.id, moved],
  );
  await parking.uncounted(start, location);
  await parking.count();
  const [before, after] = [await parking.quarters(location, group), await parking.quarters(location, other)];
  expect(before.map(({ at, open }) => [at < moved, open])).toEqual(
    before.map(({ at }) => (at < moved ? [true, 1800] : [false, 900])),
  );
  expect(after.map(({ at, open }) => [at >= moved, open])).toEqual(after.map(() => [true, 900]));
  expect(added(await parking.quarters(location), 'open')).toBe(added(before, 'open') + added(after, 'open'));
});

const shuffled = <Item>(items: readonly Item[], step: number): Item[] =>
  items.map((_, n) => items[(n * step) % items.length] as Item);

test('late messages in any order, and again, make the quarters that they would have made in time, counted once', async () => {
  const start = hoursAgo(30);
  const [inTime, late] = [await carPark(2, start), await carPark(2, start)];
  const messages = Array.from({ length: 1000 }, (_, n) => ({
    ts: start + n * 100 * second,
    values: { occupied: Math.floor(n / 7) % 2 === 1 },
  }));
  const send = async (sensor: (typeof late.sensors)[number], all: readonly object[]) => {
    for (let n = 0; n < all.length; n += 250) await parking.send(sensor, all.slice(n, n + 250));
  };
  for (const sensor of inTime.sensors) await send(sensor, messages);
  await parking.count();
  const expected = await parking.quarters(inTime.location, 0);
  expect(added(expected, 'arrivals')).toBeGreaterThan(100);
  const [onTime, ...others] = await parking.quarters(late.location);
  expect(onTime).toMatchObject({ open: 1800, occupied: 0, free: 0 });
  expect(others.every(({ occupied }) => occupied === 0)).toBe(true);
  for (const sensor of late.sensors) await send(sensor, shuffled([...messages, ...messages], 777));
  expect((await parking.quarters(late.location)).every(({ occupied }) => occupied === 0)).toBe(true);
  // All that has come about the car park is counted in one go.
  await parking.app.kit.pool.query(
    `UPDATE sparking_recount SET due_at = now() WHERE id = (SELECT max(id) FROM sparking_recount WHERE location_id = $1)`,
    [late.location],
  );
  await dueDone(parking.app, [dueRecounts]);
  const { rows } = await parking.app.kit.pool.query('SELECT FROM sparking_recount WHERE location_id = $1', [
    late.location,
  ]);
  expect(rows).toHaveLength(0);
  expect(await parking.quarters(late.location)).toEqual(expected);
  expect(await parking.alarms(late.location)).toEqual([]);
});

test('a report in time has nothing counted again', async () => {
  const start = hoursAgo(2);
  const { location, sensors } = await carPark(1, start);
  const [sensor] = sensors;
  if (!sensor) throw new Error('no sensor was made');
  const queued = async () =>
    (await parking.app.kit.pool.query('SELECT FROM sparking_recount WHERE location_id = $1', [location])).rows.length;
  await parking.occupied(sensor, start, true);
  await parking.count();
  // The vehicle that leaves now has been there since hours.
  await parking.occupied(sensor, Date.now(), false);
  expect(await queued()).toBe(0);
  await parking.occupied(sensor, start + 20 * minute, false);
  expect(await queued()).toBe(1);
});

test('a group that is counted at its gate has the seconds of its places', async () => {
  const start = hoursAgo(4);
  const location = await parking.location({ countMode: 'counters', capacityDeclared: 10 });
  const group = await parking.group(location, 0);
  const gate = await parking.device(2304, location, null);
  await parking.call('POST', '/counter', { groupId: group, deviceId: gate.id });
  await parking.since(start, location);
  // What is reported late changes quarters that are counted already.
  await parking.count();
  const total = (at: number, passIn: number, passOut: number) =>
    parking.send(gate, { ts: at, values: { passIn, passOut } });
  await total(start, 0, 0);
  await total(start + 5 * minute, 4, 0);
  await total(start + 20 * minute, 15, 0);
  await total(start + 30 * minute, 15, 9);
  await parking.count();
  const [first, next, third, fourth, fifth, sixth] = await parking.quarters(location, group);
  expect(first).toMatchObject({ open: 9000, occupied: 4 * 600, free: 9000 - 2400, arrivals: 4, departures: 0, max: 4 });
  expect(next).toMatchObject({ occupied: 4 * 300 + 10 * 600, arrivals: 11, max: 10 });
  expect(third).toMatchObject({ occupied: 6 * 900, departures: 9, max: 6 });
  expect([fourth?.occupied, fifth?.occupied]).toEqual([6 * 900, 6 * 900]);
  // Nothing is known three reports after the last one.
  expect(sixth).toMatchObject({ open: 9000, occupied: 0, free: 0 });
  expect(added(await parking.quarters(location), 'occupied')).toBe(
    added(await parking.quarters(location, group), 'occupied'),
  );
  // A part that is counted again leaves out who came and left after it.
  await inSystem(parking.app.kit.db, (tx) => countQuarters(tx, [location], { from: start, to: start + 15 * minute }));
  expect((await parking.quarters(location, group))[0]).toEqual(first);
});

test('counting the quarters of many groups takes the statements of one', async () => {
  const start = hoursAgo(2);
  const one = await carPark(2, start);
  const many = await Promise.all(Array.from({ length: 5 }, () => carPark(3, start)));
  const statements = (ids: readonly number[]) =>
    countStatements(parking.app, () =>
      inSystem(parking.app.kit.db, async (tx) => {
        // As due work does, which would otherwise count them at the same time.
        await tx
          .selectFrom('sparkingCounted')
          .select('id')
          .where('id', 'in', [...ids])
          .forUpdate()
          .execute();
        await countQuarters(tx, ids, { from: start, to: start + hour });
      }),
    );
  const few = await statements([one.location]);
  expect(await statements(many.map(({ location }) => location))).toBe(few);
});

test('while a group is closed for an event, its bays and places are not open, and the others are', async () => {
  const start = hoursAgo(2);
  const { location, group } = await carPark(2, start);
  const counted = await parking.group(location, 0, { countMode: 'counters', capacityDeclared: 10 });
  const other = await parking.group(location, 1);
  await parking.since(start, location);
  const close = async (groupId: number) => {
    await parking.call('POST', `/location/${location}/close`, {
      groupId,
      purpose: 'Race',
      until: new Date(Date.now() + hour).toISOString(),
    });
    await parking.app.kit.pool.query(
      `UPDATE sparking_reservation SET from_at = $2, until_at = $3 WHERE group_id = $1`,
      [groupId, new Date(start + 10 * minute).toISOString(), new Date(start + 25 * minute).toISOString()],
    );
  };
  await close(group);
  await close(counted);
  await parking.uncounted(start, location);
  await parking.count();
  const open = async (of: number) => (await parking.quarters(location, of)).slice(0, 3).map((one) => one.open);
  expect(await open(group)).toEqual([2 * 600, 2 * 300, 2 * 900]);
  expect(await open(counted)).toEqual([10 * 600, 10 * 300, 10 * 900]);
  expect(await open(other)).toEqual([900, 900, 900]);
});
