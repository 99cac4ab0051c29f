import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { minute, type Reporter, TestParking } from '#main/testing/parking/test-parking.ts';
import { dueDone } from '#main/testing/test-device.ts';
import { emit, emittingAsSystem } from '#platform/server/domain-events.ts';
import { dueTallies } from './due-tallies.ts';
import { dueNightlyCounts } from './nightly-counts.ts';

let parking: TestParking;
beforeAll(async () => {
  parking = await TestParking.begin();
});
afterAll(() => parking.app.close());

/** A group of a car park that is counted at its gate. */
async function counted(ofLocation: object = { countMode: 'counters', capacityDeclared: 100 }, bays = 0) {
  const location = await parking.location(ofLocation);
  const group = await parking.group(location, bays);
  const gate = await parking.device(2304, location, null);
  return { location, group, gate };
}
const feeds = (groupId: number, more: object) => parking.call('POST', '/counter', { groupId, ...more });
const totals = (gate: Reporter, minutes: number, passIn: number, passOut: number) =>
  parking.send(gate, { ts: Date.now() - minutes * minute, values: { passIn, passOut } });
const raw = async (group: number) => (await parking.call('GET', `/group/${group}/count`)).body.data.raw;
const tallied = () => dueDone(parking.app, [dueTallies]);

test('a counter that restarts from 0 or wraps changes the count by those who have passed', async () => {
  const { group, gate } = await counted();
  const made = await feeds(group, { deviceId: gate.id });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  await totals(gate, 50, 2 ** 32 - 10, 500);
  await totals(gate, 40, 2 ** 32 - 4, 502);
  expect(await raw(group)).toBe(4);
  await totals(gate, 30, 6, 502);
  expect(await raw(group)).toBe(14);
  await totals(gate, 20, 8, 3);
  expect(await raw(group)).toBe(13);
  // Late: the totals since then have counted these vehicles.
  await totals(gate, 35, 2, 502);
  await totals(gate, 20, 8, 3);
  expect(await raw(group)).toBe(13);
});

test('a passage that is reported twice counts once, also one that another app has seen', async () => {
  const { location, group, gate } = await counted();
  await feeds(group, { deviceId: gate.id });
  await feeds(group, { gate: 'G7' });
  const passage = (id: string, dir: string) =>
    parking.send(gate, { id, ts: Date.now(), kind: 'passage', data: { dir } }, '/v1/event');
  for (const id of ['a', 'b', 'a', 'b']) await passage(id, 'in');
  await passage('c', 'out');
  expect(await raw(group)).toBe(1);
  const pass = (id: string, name: string, direction: 'in' | 'out') =>
    emittingAsSystem(parking.app.kit, parking.app.kit.db, (context) =>
      emit(context, 'vehicle.passed', { structureId: location, gate: name, direction, at: Date.now(), id }),
    );
  await pass('x', 'G7', 'in');
  await pass('x', 'G7', 'in');
  await pass('y', 'G8', 'in');
  expect(await raw(group)).toBe(2);
});

test('free places are those that are left by the counters, never fewer than none nor more than there are', async () => {
  const { location, group, gate } = await counted({ countMode: 'counters', capacityDeclared: 20 });
  await feeds(group, { deviceId: gate.id });
  const shown = async () => {
    const { free, occupied, unknown, total } = (await parking.call('GET', `/location/${location}`)).body.data;
    return { free, occupied, unknown, total };
  };
  expect(await shown()).toEqual({ free: 0, occupied: 0, unknown: 20, total: 20 });
  await totals(gate, 50, 0, 0);
  await totals(gate, 40, 8, 0);
  expect(await shown()).toEqual({ free: 12, occupied: 8, unknown: 0, total: 20 });
  await totals(gate, 30, 50, 0);
  expect(await shown()).toEqual({ free: 0, occupied: 20, unknown: 0, total: 20 });
  await totals(gate, 20, 50, 90);
  expect(await shown()).toEqual({ free: 20, occupied: 0, unknown: 0, total: 20 });
});

test('a car park that fills up raises alarms, until there is room again', async () => {
  const { location, group, gate } = await counted();
  await feeds(group, { deviceId: gate.id });
  const at = async (minutes: number, passIn: number, passOut: number) => {
    await totals(gate, minutes, passIn, passOut);
    await tallied();
    return parking.alarms(location);
  };
  await at(50, 0, 0);
  expect(await at(45, 89, 0)).toEqual([]);
  expect(await at(40, 90, 0)).toEqual(['almost-full ok active', 'almost-full ok active']);
  expect(await at(35, 98, 0)).toEqual([
    'almost-full ok cleared',
    'almost-full ok cleared',
    'group-full ok active',
    'location-full ok active',
  ]);
  expect(await at(30, 98, 3)).toContain('location-full ok active');
  expect(await at(25, 98, 4)).toContain('location-full ok cleared');
});

test('a count that contradicts the bays for a quarter of an hour is moved to the nearest one that does not', async () => {
  const { location, group, gate } = await counted({ countMode: 'both', capacityDeclared: 100 }, 4);
  await feeds(group, { deviceId: gate.id });
  const [a, b, c] = await parking.baysOf(group);
  if (!a || !b || !c) throw new Error('no bays were made');
  for (const bay of [a, b, c]) await parking.occupied(await parking.sensor(bay), Date.now(), bay !== c);
  // Two are occupied, one is free and one is unknown: 2 or 3 vehicles are there.
  await totals(gate, 50, 0, 0);
  await totals(gate, 40, 3, 0);
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
  await totals(gate, 30, 10, 0);
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
  const { location, group, gate } = await counted(fields, 2);
  await feeds(group, { deviceId: gate.id });
  for (const bay of await parking.baysOf(group)) await parking.occupied(await parking.sensor(bay), Date.now(), true);
  await totals(gate, 20, 0, 0);
  await totals(gate, 10, 6, 0);
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

test('a person corrects a count with a reason, and not above the capacity', async () => {
  const { group } = await counted();
  const set = (value: number) => parking.call('POST', `/group/${group}/count`, { value, reason: 'Counted at night' });
  const above = await set(101);
  expect([above.status, above.body.errors[0].message ?? above.body.errors[0]]).toMatchObject([418, expect.anything()]);
  expect((await set(40)).body.data).toEqual({ raw: 40, shown: 40, capacity: 100 });
  const lines = await parking.call('GET', `/group/${group}/correction`);
  expect(lines.body.data).toMatchObject([{ before: 0, after: 40, cause: 'operator', reason: 'Counted at night' }]);
  const bays = await parking.group(await parking.location(), 1);
  const uncounted = await parking.call('POST', `/group/${bays}/count`, { value: 1, reason: 'x' });
  expect([uncounted.status, uncounted.body.word]).toEqual([409, 'not-counted']);
});

test('a group is removed once nothing counts it, and a counter is one of its car park', async () => {
  const { group, gate } = await counted();
  const elsewhere = await counted();
  expect((await feeds(group, { deviceId: elsewhere.gate.id })).status).toBe(418);
  expect((await feeds(group, { deviceId: gate.id, gate: 'G1' })).status).toBe(418);
  const { id } = (await feeds(group, { deviceId: gate.id })).body.data;
  expect((await feeds(group, { deviceId: gate.id })).body.word).toBe('already-counts');
  expect((await parking.call('GET', `/counter?groupId=${group}`)).body.data).toMatchObject([{ id, deviceId: gate.id }]);
  const refused = await parking.call('DELETE', `/group/${group}`);
  expect([refused.status, refused.body.word]).toEqual([409, 'counted']);
  expect((await parking.call('DELETE', `/counter/${id}`)).status).toBe(204);
  expect((await parking.call('DELETE', `/group/${group}`)).status).toBe(204);
});

test('a counter is given another group, device or gate of its car park, and counts each group once', async () => {
  const { location, group, gate } = await counted();
  const [other, exit] = [await parking.group(location, 0), await parking.device(2304, location, null)];
  const elsewhere = await counted();
  const foreign = await parking.app.kit.pool.query(
    `INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, state)
     SELECT id, 'sparking', 23, 2304, 'Foreign gate', 'FOREIGN-GATE', 'inventory' FROM company WHERE id <> $1 LIMIT 1 RETURNING id`,
    [parking.company],
  );
  const sensor = await parking.device(2302, location, null);
  const { id } = (await feeds(group, { deviceId: gate.id })).body.data;
  const change = (body: object) => parking.call('PATCH', `/counter/${id}`, body);

  const once = await change({ direction: 'out', reversed: true });
  expect([once.status, once.body.data]).toMatchObject([
    200,
    { groupId: group, device: { id: gate.id }, direction: 'out', reversed: true },
  ]);
  expect((await change({ deviceId: exit.id, groupId: other })).body.data).toMatchObject({
    ...{ groupId: other, device: { id: exit.id }, direction: 'out' },
  });
  // From now on the vehicles that pass there are in the other group.
  await totals(exit, 50, 0, 0);
  await totals(exit, 40, 3, 0);
  expect([await raw(group), await raw(other)]).toEqual([0, -3]);
  expect((await change({ deviceId: null, gate: 'G7' })).body.data).toMatchObject({ device: null, gate: 'G7' });

  for (const [body, param] of [
    [{ deviceId: elsewhere.gate.id, gate: null }, 'deviceId'],
    [{ deviceId: foreign.rows[0].id, gate: null }, 'deviceId'],
    [{ deviceId: sensor.id, gate: null }, 'deviceId'],
    [{ deviceId: gate.id }, 'deviceId'],
    [{ gate: null }, 'deviceId'],
    [{ groupId: elsewhere.group }, 'groupId'],
  ] as const) {
    const { status, body: answer } = await change(body);
    expect([status, answer.errors], JSON.stringify(body)).toMatchObject([418, [{ param }]]);
  }
  expect((await change({ groupId: 999_999 })).status).toBe(404);
  expect((await feeds(other, { deviceId: sensor.id })).status).toBe(418);
  await feeds(other, { deviceId: gate.id });
  const twice = await change({ deviceId: gate.id, gate: null });
  expect([twice.status, twice.body.word]).toEqual([409, 'already-counts']);
});

test('a car park that ends keeps its past stays, and nothing about it stays open', async () => {
  const { location, group, gate } = await counted({ countMode: 'both', capacityDeclared: 20 }, 10);
  await feeds(group, { deviceId: gate.id, direction: 'in' });
  const [bay] = await parking.baysOf(group);
  if (!bay) throw new Error('no bay was made');
  await parking.occupied(await parking.sensor(bay), Date.now() - minute, true);
  await parking.send(gate, { id: 'w', ts: Date.now(), kind: 'passage', data: { dir: 'out' } }, '/v1/event');
  expect(await parking.alarms(location)).toEqual(['wrong-way problem active']);
  expect((await parking.call('DELETE', `/location/${location}?retire=true`)).status).toBe(204);
  expect(await parking.alarms(location)).toEqual([]);
  expect(await parking.stays(bay)).toMatchObject([{ end: 'bounded' }]);
});

test('a vehicle that passes a gate against its direction raises an alarm', async () => {
  const { location, group, gate } = await counted();
  await feeds(group, { deviceId: gate.id, direction: 'in' });
  const passage = (id: string, dir: string) =>
    parking.send(gate, { id, ts: Date.now(), kind: 'passage', data: { dir } }, '/v1/event');
  await passage('a', 'in');
  expect(await parking.alarms(location)).toEqual([]);
  await passage('b', 'out');
  expect(await parking.alarms(location)).toEqual(['wrong-way problem active']);
});

test('a public car park publishes its count, and none once its counters are silent', async () => {
  const { location, group, gate } = await counted({ countMode: 'counters', capacityDeclared: 100, public: true });
  await feeds(group, { deviceId: gate.id });
  const { token } = (await parking.call('GET', `/location/${location}/public`)).body.data;
  let asked = 0;
  /** The page after the last answer has expired. */
  const page = async () => {
    asked += 1;
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + asked * 31_000);
    const { body } = await parking.app.anonymous.call('GET', `/sparking/api/public/${token}`);
    clock.mockRestore();
    return body;
  };
  expect(await page()).toMatchObject({ state: 'nodata', free: null, total: null });
  await totals(gate, 2, 10, 4);
  await totals(gate, 1, 105, 6);
  expect(await page()).toMatchObject({ state: 'open', level: 'almost-full', free: 7, total: 100, uses: [] });
  const silentFor = (minutes: number) =>
    parking.app.kit.pool.query(
      `UPDATE device_state SET last_message_at = now() - $2 * interval '1 minute' WHERE device_id = $1`,
      [gate.id, minutes],
    );
  // A counter has nothing to say while nobody passes, but it reports each quarter of an hour.
  await silentFor(44);
  expect((await page()).free).toBe(7);
  await silentFor(46);
  expect(await page()).toMatchObject({ state: 'nodata', free: null, total: null });
});
