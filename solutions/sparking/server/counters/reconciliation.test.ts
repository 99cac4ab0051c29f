import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestParking } from '#main/testing/parking/test-parking.ts';
import { dueDone } from '#main/testing/test-device.ts';
import { dueTallies } from './due-tallies.ts';
import { dueNightlyCounts } from './nightly-counts.ts';

let parking: TestParking;
beforeAll(async () => {
  parking = await TestParking.begin();
});
afterAll(() => parking.app.close());

const raw = async (group: number) => (await parking.call('GET', `/group/${group}/count`)).body.data.raw;
const tallied = () => dueDone(parking.app, [dueTallies]);

test('a count that contradicts the bays for a quarter of an hour is moved to the nearest one that does not', async () => {
  const { location, group, gate } = await parking.counted({ countMode: 'both', capacityDeclared: 100 }, 4);
  await parking.feeds(group, { deviceId: gate.id });
  const [a, b, c] = await parking.baysOf(group);
  if (!a || !b || !c) throw new Error('no bays were made');
  for (const bay of [a, b, c]) await parking.occupied(await parking.sensor(bay), Date.now(), bay !== c);
  // Two are occupied, one is free and one is unknown: 2 or 3 vehicles are there.
  await parking.totals(gate, 50, 0, 0);
  await parking.totals(gate, 40, 3, 0);
  const wait = async () => {
    await tallied();
    await parking.app.kit.pool.query(
      `UPDATE sparking_count SET outside_since = outside_since - interval '15 minutes' WHERE id = $1`,
      [group],
    );
    await parking.app.kit.pool.query('UPDATE sparking_tally SET due_at = now() WHERE location_id = $1', [location]);
    await tallied();
  };
  await wait();
  expect((await parking.call('GET', `/group/${group}/correction`)).body.data).toEqual([]);
  await parking.totals(gate, 30, 10, 0);
  await tallied();
  expect(await raw(group)).toBe(10);
  await wait();
  expect(await raw(group)).toBe(3);
  const lines = await parking.call('GET', `/group/${group}/correction`);
  expect(lines.body.data).toMatchObject([{ before: 10, after: 3, cause: 'slots', user: null }]);
  // Seven vehicles in a day are more than five.
  expect(await parking.alarms(location)).toContain('count-drift poor active');
});

test('at the time of the nightly count, a count that contradicts the bays is corrected at once', async () => {
  const fields = { countMode: 'both', capacityDeclared: 100, quietAt: '04:00' };
  const { location, group, gate } = await parking.counted(fields, 2);
  await parking.feeds(group, { deviceId: gate.id });
  for (const bay of await parking.baysOf(group)) await parking.occupied(await parking.sensor(bay), Date.now(), true);
  await parking.totals(gate, 20, 0, 0);
  await parking.totals(gate, 10, 6, 0);
  await tallied();
  expect(await raw(group)).toBe(6);
  const { pool } = parking.app.kit;
  const nightly = async () =>
    (
      await pool.query(
        `SELECT to_char(due_at AT TIME ZONE site_zone(id), 'HH24:MI') AS time, due_at BETWEEN now() AND now() + interval '1 day' AS "isNext"
           FROM sparking_nightly_count WHERE id = $1`,
        [location],
      )
    ).rows;
  await pool.query("UPDATE structure SET time_zone = 'Asia/Kathmandu' WHERE id = $1", [location]);
  await pool.query('UPDATE sparking_nightly_count SET due_at = now() WHERE id = $1', [location]);
  await dueDone(parking.app, [dueNightlyCounts]);
  expect(await raw(group)).toBe(2);
  const lines = await parking.call('GET', `/group/${group}/correction`);
  expect(lines.body.data).toMatchObject([{ before: 6, after: 2, cause: 'quiet-hour', user: null }]);
  expect(await nightly()).toEqual([{ time: '04:00', isNext: true }]);
  await parking.call('PATCH', `/location/${location}`, { quietAt: null });
  expect(await nightly()).toEqual([]);
});

test('the nightly count of a group that only counters watch takes the figure that a person has given before', async () => {
  const { location, group, gate } = await parking.counted();
  await parking.feeds(group, { deviceId: gate.id });
  const give = (value: number) => parking.call('PUT', `/group/${group}/count/nightly`, { value, reason: 'Patrol' });
  const early = await give(12);
  expect([early.status, early.body.word]).toEqual([409, 'no-nightly-count']);
  await parking.call('PATCH', `/location/${location}`, { quietAt: '04:00' });
  expect((await give(101)).body.errors).toEqual([{ param: 'value', msg: 'aboveCapacity' }]);
  await give(11);
  const given = { value: 12, reason: 'Patrol', by: { id: expect.any(Number) } };
  expect((await give(12)).body.data).toMatchObject({ raw: 0, nightlyAt: expect.any(String), given });
  // Vehicles that pass until then are part of the figure, and those that pass later are counted from it.
  await parking.totals(gate, 20, 0, 0);
  await parking.totals(gate, 10, 30, 0);
  const { pool } = parking.app.kit;
  const night = async () => {
    await pool.query('UPDATE sparking_nightly_count SET due_at = now() WHERE id = $1', [location]);
    await dueDone(parking.app, [dueNightlyCounts]);
  };
  await night();
  const lines = async () => (await parking.call('GET', `/group/${group}/correction`)).body.data;
  expect(await lines()).toMatchObject([
    { before: 30, after: 12, cause: 'quiet-hour', reason: 'Patrol', user: { id: expect.any(Number) } },
  ]);
  await parking.totals(gate, -1, 31, 0);
  expect((await parking.call('GET', `/group/${group}/count`)).body.data).toMatchObject({ raw: 13, given: null });
  // It is taken once, and not at all if it was withdrawn.
  await night();
  await give(5);
  await parking.call('DELETE', `/group/${group}/count/nightly`);
  await night();
  expect(await lines()).toHaveLength(1);
});

test('a person corrects a count with a reason, and not above the capacity', async () => {
  const { group } = await parking.counted();
  const set = (value: number) => parking.call('POST', `/group/${group}/count`, { value, reason: 'Counted at night' });
  const above = await set(101);
  expect([above.status, above.body.errors[0].message ?? above.body.errors[0]]).toMatchObject([418, expect.anything()]);
  expect((await set(40)).body.data).toEqual({ raw: 40, shown: 40, capacity: 100, nightlyAt: null, given: null });
  const lines = await parking.call('GET', `/group/${group}/correction`);
  expect(lines.body.data).toMatchObject([{ before: 0, after: 40, cause: 'operator', reason: 'Counted at night' }]);
  const bays = await parking.group(await parking.location(), 1);
  const uncounted = await parking.call('POST', `/group/${bays}/count`, { value: 1, reason: 'x' });
  expect([uncounted.status, uncounted.body.word]).toEqual([409, 'not-counted']);
});
