import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { minute, TestParking } from '#main/testing/parking/test-parking.ts';
import { dueDone } from '#main/testing/test-device.ts';
import { emit, emittingAsSystem } from '#platform/server/domain-events.ts';
import { dueTallies } from './due-tallies.ts';

let parking: TestParking;
beforeAll(async () => {
  parking = await TestParking.begin();
});
afterAll(() => parking.app.close());

const raw = async (group: number) => (await parking.call('GET', `/group/${group}/count`)).body.data.raw;
const tallied = () => dueDone(parking.app, [dueTallies]);

test('a counter that restarts from 0 or wraps changes the count by those who have passed', async () => {
  const { group, gate } = await parking.counted();
  const made = await parking.feeds(group, { deviceId: gate.id });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  await parking.totals(gate, 50, 2 ** 32 - 10, 500);
  await parking.totals(gate, 40, 2 ** 32 - 4, 502);
  expect(await raw(group)).toBe(4);
  await parking.totals(gate, 30, 6, 502);
  expect(await raw(group)).toBe(14);
  await parking.totals(gate, 20, 8, 3);
  expect(await raw(group)).toBe(13);
  // Late: the totals since then have counted these vehicles.
  await parking.totals(gate, 35, 2, 502);
  await parking.totals(gate, 20, 8, 3);
  expect(await raw(group)).toBe(13);
});

test('a total that no gate can have changes nothing, and the next one counts again', async () => {
  const { group, gate } = await parking.counted();
  await parking.feeds(group, { deviceId: gate.id });
  await parking.totals(gate, 50, 100, 0);
  await parking.totals(gate, 40, 104, 0);
  await parking.totals(gate, 30, 104.5, 0);
  await parking.totals(gate, 25, 2 ** 31 + 200, 0);
  await parking.totals(gate, 20, 2 ** 31 + 203, 0);
  expect(await raw(group)).toBe(7);
});

test('a counter that was moved away no longer counts for the group that it stood at, and its count is no longer published', async () => {
  const { location, group, gate } = await parking.counted({
    ...{ countMode: 'counters', capacityDeclared: 50, public: true },
  });
  await parking.feeds(group, { deviceId: gate.id });
  await parking.totals(gate, 20, 10, 0);
  await parking.totals(gate, 10, 12, 0);
  const { token } = (await parking.call('GET', `/location/${location}/public`)).body.data;
  const state = async (address: string) => {
    const headers = { 'x-forwarded-for': address };
    return (await parking.app.anonymous.call('GET', `/sparking/api/public/${token}/parkapi.json`, { headers })).body
      .lots;
  };
  expect(await state('10.9.0.1')).toMatchObject([{ state: 'open', free: 48 }]);
  const items = [{ id: gate.id, structureId: await parking.location() }];
  expect((await parking.call('PATCH', '/device/bulk', { items })).body.data).toMatchObject([{ ok: true }]);
  await parking.totals(gate, 5, 30, 0);
  expect(await raw(group)).toBe(2);
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 31_000);
  expect(await state('10.9.0.2')).toMatchObject([{ state: 'nodata', free: 0 }]);
  vi.restoreAllMocks();
});

test('a passage that is reported twice counts once, also one that another app has seen', async () => {
  const { location, group, gate } = await parking.counted();
  await parking.feeds(group, { deviceId: gate.id });
  await parking.feeds(group, { gate: 'G7' });
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
  const { location, group, gate } = await parking.counted({ countMode: 'counters', capacityDeclared: 20 });
  await parking.feeds(group, { deviceId: gate.id });
  const shown = async () => {
    const { free, occupied, unknown, total } = (await parking.call('GET', `/location/${location}`)).body.data;
    return { free, occupied, unknown, total };
  };
  expect(await shown()).toEqual({ free: 0, occupied: 0, unknown: 20, total: 20 });
  await parking.totals(gate, 50, 0, 0);
  await parking.totals(gate, 40, 8, 0);
  expect(await shown()).toEqual({ free: 12, occupied: 8, unknown: 0, total: 20 });
  await parking.totals(gate, 30, 50, 0);
  expect(await shown()).toEqual({ free: 0, occupied: 20, unknown: 0, total: 20 });
  await parking.totals(gate, 20, 50, 90);
  expect(await shown()).toEqual({ free: 20, occupied: 0, unknown: 0, total: 20 });
});

test('a car park that fills up raises alarms, until there is room again', async () => {
  const { location, group, gate } = await parking.counted();
  await parking.feeds(group, { deviceId: gate.id });
  const at = async (minutes: number, passIn: number, passOut: number) => {
    await parking.totals(gate, minutes, passIn, passOut);
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

test('a group is removed once nothing counts it, and a counter is one of its car park', async () => {
  const { group, gate } = await parking.counted();
  const elsewhere = await parking.counted();
  expect((await parking.feeds(group, { deviceId: elsewhere.gate.id })).status).toBe(418);
  expect((await parking.feeds(group, { deviceId: gate.id, gate: 'G1' })).status).toBe(418);
  const { id } = (await parking.feeds(group, { deviceId: gate.id })).body.data;
  expect((await parking.feeds(group, { deviceId: gate.id })).body.word).toBe('already-counts');
  expect((await parking.call('GET', `/counter?groupId=${group}`)).body.data).toMatchObject([{ id, deviceId: gate.id }]);
  const refused = await parking.call('DELETE', `/group/${group}`);
  expect([refused.status, refused.body.word]).toEqual([409, 'counted']);
  expect((await parking.call('DELETE', `/counter/${id}`)).status).toBe(204);
  expect((await parking.call('DELETE', `/group/${group}`)).status).toBe(204);
});

test('a counter is given another group, device or gate of its car park, and counts each group once', async () => {
  const { location, group, gate } = await parking.counted();
  const [other, exit] = [await parking.group(location, 0), await parking.device(2304, location, null)];
  const elsewhere = await parking.counted();
  const foreign = await parking.app.kit.pool.query(
    `INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, state)
     SELECT id, 'sparking', 23, 2304, 'Foreign gate', 'FOREIGN-GATE', 'inventory' FROM company WHERE id <> $1 LIMIT 1 RETURNING id`,
    [parking.company],
  );
  const sensor = await parking.device(2302, location, null);
  const { id } = (await parking.feeds(group, { deviceId: gate.id })).body.data;
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
  await parking.totals(exit, 50, 0, 0);
  await parking.totals(exit, 40, 3, 0);
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
  expect((await parking.feeds(other, { deviceId: sensor.id })).status).toBe(418);
  await parking.feeds(other, { deviceId: gate.id });
  const twice = await change({ deviceId: gate.id, gate: null });
  expect([twice.status, twice.body.word]).toEqual([409, 'already-counts']);
});

test('a car park that ends keeps its past stays, and nothing about it stays open', async () => {
  const { location, group, gate } = await parking.counted({ countMode: 'both', capacityDeclared: 20 }, 10);
  await parking.feeds(group, { deviceId: gate.id, direction: 'in' });
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
  const { location, group, gate } = await parking.counted();
  await parking.feeds(group, { deviceId: gate.id, direction: 'in' });
  const passage = (id: string, dir: string) =>
    parking.send(gate, { id, ts: Date.now(), kind: 'passage', data: { dir } }, '/v1/event');
  await passage('a', 'in');
  expect(await parking.alarms(location)).toEqual([]);
  await passage('b', 'out');
  expect(await parking.alarms(location)).toEqual(['wrong-way problem active']);
});

test('a public car park publishes its count, and none once its counters are silent', async () => {
  const { location, group, gate } = await parking.counted({
    countMode: 'counters',
    capacityDeclared: 100,
    public: true,
  });
  await parking.feeds(group, { deviceId: gate.id });
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
  await parking.totals(gate, 2, 10, 4);
  await parking.totals(gate, 1, 105, 6);
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
