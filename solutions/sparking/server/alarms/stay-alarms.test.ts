import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hour, minute, TestParking } from '#main/testing/parking/test-parking.ts';
import { dueDone } from '#main/testing/test-device.ts';
import { type DaySchedule, lastMinuteOfDay, weekdays } from '#platform/common/time/week-schedule.ts';
import { dueDisagreements } from './disagreement.ts';
import { dueStays } from './due-stays.ts';
import { dueFlapping } from './wavering.ts';

let parking: TestParking;
beforeAll(async () => {
  parking = await TestParking.begin();
});
afterAll(() => parking.app.close());

const clock = (at: number) => new Date(at).toISOString().slice(11, 16);
/** Open on each day between two times of day in UTC. */
const daily = (from: number, to: number) => {
  const [start, end] = [clock(from), clock(to)];
  const periods =
    start < end
      ? [{ start, end }]
      : [
          { start: '00:00', end },
          { start, end: lastMinuteOfDay },
        ].filter((period) => period.start < period.end);
  const week: DaySchedule[] = weekdays.map((name) => ({ name, periods }));
  return { timeZone: 'UTC', week, seasons: [], holidays: [] };
};

test('a vehicle overstays five minutes after the limit of its bay, gravely after twice the limit, until it leaves', async () => {
  const bay = await parking.bay({ maxStayMinutes: 60 });
  const sensor = await parking.sensor(bay);
  await parking.occupied(sensor, Date.now() - 64 * minute, true);
  await parking.look(bay);
  expect(await parking.alarms(bay.locationId)).toEqual([]);
  const longer = await parking.bay({ maxStayMinutes: 60 });
  const there = await parking.sensor(longer);
  await parking.occupied(there, Date.now() - 66 * minute, true);
  // What is learnt late waits for what may come after it.
  expect(await parking.alarms(longer.locationId)).toEqual([]);
  await parking.look(longer);
  expect(await parking.alarms(longer.locationId)).toEqual(['overstay poor active']);
  await parking.app.kit.pool.query(
    `UPDATE sparking_stay SET from_at = from_at - interval '1 hour' WHERE slot_id = $1`,
    [longer.id],
  );
  await parking.look(longer);
  expect(await parking.alarms(longer.locationId)).toEqual(['overstay problem active']);
  await parking.occupied(there, Date.now(), false);
  expect(await parking.alarms(longer.locationId)).toEqual(['overstay problem cleared']);
});

test('the limit is that of the rule in force, and what was before it came into force does not count', async () => {
  const now = Date.now();
  const limited = (from: number, to: number) => ({
    maxStayMinutes: null,
    rules: [{ schedule: daily(from, to), maxStayMinutes: 30 }],
  });
  const [before, during, recent] = [
    await parking.bay(limited(now - 5 * hour, now - 3 * hour)),
    await parking.bay(limited(now - 2 * hour, now + 2 * hour)),
    await parking.bay(limited(now - 20 * minute, now + 2 * hour)),
  ];
  for (const bay of [before, during, recent]) {
    await parking.occupied(await parking.sensor(bay), now - 2.5 * hour, true);
    await parking.look(bay);
  }
  expect(await parking.alarms(before.locationId)).toEqual([]);
  expect(await parking.alarms(during.locationId)).toEqual(['overstay problem active']);
  expect(await parking.alarms(recent.locationId)).toEqual([]);
});

test('another limit counts for the vehicle that is there', async () => {
  const bay = await parking.bay();
  await parking.occupied(await parking.sensor(bay), Date.now() - 2 * hour, true);
  await parking.look(bay);
  expect(await parking.alarms(bay.locationId)).toEqual([]);
  await parking.call('PATCH', `/slot/${bay.id}`, { maxStayMinutes: 90 });
  await dueDone(parking.app, [dueStays]);
  expect(await parking.alarms(bay.locationId)).toEqual(['overstay poor active']);
});

test('a charging bay is blocked after ten minutes without charging, and idle a quarter of an hour after it', async () => {
  const charging = async (since: number, charges: readonly (readonly [number, boolean])[]) => {
    const bay = await parking.bay({ use: 'ev' });
    const loops = await parking.device(2303, bay.locationId, null);
    await parking.channel(loops.id, 'A-01', bay);
    const say = (minutes: number, values: object) =>
      parking.send(loops, { ts: Date.now() - minutes * minute, channel: 'A-01', values });
    await say(since, { occupied: true });
    for (const [minutes, isCharging] of charges) await say(minutes, { charging: isCharging });
    await parking.look(bay);
    return { bay, say };
  };
  const blocked = await charging(12, []);
  expect(await parking.alarms(blocked.bay.locationId)).toEqual(['ev-blocked ok active']);
  await blocked.say(0, { charging: true });
  expect(await parking.alarms(blocked.bay.locationId)).toEqual(['ev-blocked ok cleared']);
  const plugged = await charging(12, [[4, true]]);
  expect(await parking.alarms(plugged.bay.locationId)).toEqual([]);
  const idle = await charging(40, [
    [38, true],
    [18, false],
  ]);
  expect(await parking.alarms(idle.bay.locationId)).toEqual(['ev-idle ok active']);
  await idle.say(0, { occupied: false });
  expect(await parking.alarms(idle.bay.locationId)).toEqual(['ev-idle ok cleared']);
  expect((await parking.stays(idle.bay)).map(({ charged }) => charged)).toEqual([1200]);
});

test('vehicles that are left after closing are one alarm of the car park, until the last one has left', async () => {
  const now = Date.now();
  const schedule = daily(now - 10 * hour, now - 20 * minute);
  const location = await parking.location({ schedule });
  const [a, b] = await parking.baysOf(await parking.group(location, 10));
  if (!a || !b) throw new Error('no bays were made');
  const [first, second] = [await parking.sensor(a), await parking.sensor(b)];
  for (const sensor of [first, second]) await parking.occupied(sensor, now - 2 * hour, true);
  await parking.look(a, b);
  expect(await parking.alarms(location)).toEqual(['left-after-closing ok active']);
  await parking.occupied(first, Date.now(), false);
  expect(await parking.alarms(location)).toEqual(['left-after-closing ok active']);
  await parking.occupied(second, Date.now(), false);
  expect(await parking.alarms(location)).toEqual(['left-after-closing ok cleared']);
});

test('a bay that is occupied for longer than the car park allows for is stuck', async () => {
  const bay = await parking.bay({}, { stuckHours: 2 });
  await parking.occupied(await parking.sensor(bay), Date.now() - 3 * hour, true);
  await parking.look(bay);
  expect(await parking.alarms(bay.locationId)).toEqual(['slot-stuck poor active']);
});

test('six changes within ten minutes make a bay unknown and raise one alarm, and ten quiet minutes end both', async () => {
  const bay = await parking.bay();
  const sensor = await parking.sensor(bay);
  const start = Date.now() - 9 * minute;
  const state = async () => (await parking.call('GET', `/slot/${bay.id}`)).body.data.state;
  for (let n = 0; n <= 5; n++) await parking.occupied(sensor, start + n * minute, n % 2 === 1);
  expect([await state(), await parking.alarms(bay.locationId)]).toEqual(['occupied', []]);
  await parking.occupied(sensor, start + 6 * minute, false);
  await parking.occupied(sensor, start + 7 * minute, true);
  expect([await state(), await parking.alarms(bay.locationId)]).toEqual(['unknown', ['slot-flapping poor active']]);
  const { rows } = await parking.app.kit.pool.query('SELECT count FROM alarm WHERE structure_id = $1', [
    bay.locationId,
  ]);
  expect(rows).toEqual([{ count: 1 }]);
  await parking.app.kit.pool.query('UPDATE sparking_slot_state SET flapping_until = now() WHERE id = $1', [bay.id]);
  await dueDone(parking.app, [dueFlapping]);
  expect([await state(), await parking.alarms(bay.locationId)]).toEqual(['occupied', ['slot-flapping poor cleared']]);
});

test('two detectors of a bay that contradict each other for five minutes raise an alarm, until they agree', async () => {
  const bay = await parking.bay();
  const radar = await parking.sensor(bay);
  const loops = await parking.device(2303, bay.locationId, null);
  await parking.channel(loops.id, 'A-01', bay, 2);
  await parking.occupied(radar, Date.now() - 10 * minute, true);
  const say = (minutes: number, occupied: boolean) =>
    parking.send(loops, { ts: Date.now() - minutes * minute, channel: 'A-01', values: { occupied } });
  await say(4, false);
  await dueDone(parking.app, [dueDisagreements]);
  expect(await parking.alarms(bay.locationId)).toEqual([]);
  await say(3, true);
  await say(2, false);
  await parking.app.kit.pool.query('UPDATE sparking_slot_state SET disagree_at = now() WHERE disagree_at > now()');
  await dueDone(parking.app, [dueDisagreements]);
  expect(await parking.alarms(bay.locationId)).toEqual(['detector-disagree poor active']);
  expect((await parking.call('GET', `/location/${bay.locationId}`)).body.data).toMatchObject({
    occupied: 1,
    alarms: 1,
  });
  await say(0, true);
  expect(await parking.alarms(bay.locationId)).toEqual(['detector-disagree poor cleared']);
});

const forPermits = { use: 'people-of-determination' };
const check = ({ id }: { id: number }, stayFrom: number) => {
  const body = { clientId: randomUUID(), at: new Date().toISOString(), stayFrom: new Date(stayFrom).toISOString() };
  return parking.call('POST', `/slot/${id}/check`, { ...body, result: 'permit-seen' });
};

test('a vehicle in a bay for People of Determination is to be checked until somebody does, or it leaves', async () => {
  const bay = await parking.bay(forPermits);
  const sensor = await parking.sensor(bay);
  const [first, second] = [Date.now() - 30 * minute, Date.now() - 10 * minute];
  await parking.occupied(sensor, first, true);
  await parking.look(bay);
  expect(await parking.alarms(bay.locationId)).toEqual(['to-check ok active']);
  expect((await check(bay, first)).status).toBe(201);
  expect(await parking.alarms(bay.locationId)).toEqual(['to-check ok cleared']);
  await parking.occupied(sensor, first + 5 * minute, false);
  await parking.occupied(sensor, second, true);
  await parking.look(bay);
  expect(await parking.alarms(bay.locationId)).toEqual(['to-check ok active']);
  // An answer about the vehicle before says nothing about this one.
  const late = {
    clientId: randomUUID(),
    at: new Date(first + minute).toISOString(),
    stayFrom: new Date(first).toISOString(),
  };
  await parking.call('POST', `/slot/${bay.id}/check`, { ...late, result: 'no-permit' });
  expect(await parking.alarms(bay.locationId)).toEqual(['to-check ok active']);
  await parking.occupied(sensor, Date.now(), false);
  expect(await parking.alarms(bay.locationId)).toEqual(['to-check ok cleared']);
});

test('a vehicle that was checked before the system looks at it raises no alarm, nor does one in a bay out of service', async () => {
  const [checked, closed] = [await parking.bay(forPermits), await parking.bay(forPermits)];
  const since = Date.now() - 10 * minute;
  for (const bay of [checked, closed]) await parking.occupied(await parking.sensor(bay), since, true);
  await check(checked, since);
  const outOfService = { reason: 'New paint', from: new Date(since).toISOString(), until: null };
  await parking.call('PATCH', `/slot/${closed.id}`, { outOfService });
  await parking.look(checked, closed);
  for (const { locationId } of [checked, closed]) expect(await parking.alarms(locationId)).toEqual([]);
  await parking.call('PATCH', `/slot/${closed.id}`, { outOfService: null });
  await dueDone(parking.app, [dueStays]);
  expect(await parking.alarms(closed.locationId)).toEqual(['to-check ok active']);
  // A standard bay needs no permit.
  await parking.call('PATCH', `/slot/${closed.id}`, { use: 'standard' });
  await dueDone(parking.app, [dueStays]);
  expect(await parking.alarms(closed.locationId)).toEqual(['to-check ok cleared']);
});

test('a bay whose sensor has no active token raises nothing', async () => {
  const bay = await parking.bay({ maxStayMinutes: 30 }, { stuckHours: 2 });
  const sensor = await parking.sensor(bay, false);
  await parking.occupied(sensor, Date.now() - 3 * hour, true);
  await parking.look(bay);
  expect(await parking.stays(bay)).toHaveLength(1);
  expect(await parking.alarms(bay.locationId)).toEqual([]);
});

test('4,000 late messages after an outage make the stays of that time and raise nothing about it', async () => {
  const bay = await parking.bay({ maxStayMinutes: 5 });
  const sensor = await parking.sensor(bay);
  const start = Date.now() - 72 * hour;
  const messages = Array.from({ length: 4001 }, (_, n) => ({
    ts: start + n * minute,
    values: { occupied: Math.floor(n / 20) % 2 === 1 },
  }));
  for (let n = 0; n < messages.length; n += 500) await parking.send(sensor, messages.slice(n, n + 500));
  const stays = await parking.stays(bay);
  expect(stays).toHaveLength(100);
  expect(stays.every(({ from, to }) => to !== null && to - from === 20 * minute)).toBe(true);
  await parking.look(bay);
  expect(await parking.alarms(bay.locationId)).toEqual([]);
});
