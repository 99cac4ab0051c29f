import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bay, hour, minute, type Reporter, second, TestParking } from '#main/testing/parking/test-parking.ts';
import { raiseUnused } from './unused-bays.ts';
import { clearGhosts } from './wavering.ts';

let parking: TestParking;
beforeAll(async () => {
  parking = await TestParking.begin();
});
afterAll(() => parking.app.close());

const query = async (text: string, values: unknown[] = []) => (await parking.app.kit.pool.query(text, values)).rows;
const unused = () => raiseUnused(parking.app.kit);
const stateOf = async ({ id }: Pick<Bay, 'id'>) => (await parking.call('GET', `/slot/${id}`)).body.data.state;

/** The newest alarm about a bay. */
async function alarmOf({ id }: Pick<Bay, 'id'>): Promise<{ id: number; kind: string; actions: string[] }> {
  const [row] = await query(
    `SELECT id FROM alarm WHERE subject_type = 'parking-slot' AND subject_id = $1 ORDER BY id DESC LIMIT 1`,
    [id],
  );
  return (await parking.call('GET', `/alarm/operational/${row?.id}`)).body.data;
}
const answer = async (bay: Bay, body: object, person = parking.customer) => {
  const { id } = await alarmOf(bay);
  return person.call('POST', `/sparking/api/alarm/operational/${id}/answer`, { body });
};

type Watched = { location: number; bay: Bay; sensor: Reporter };
/** A bay that has been occupied for longer than its car park allows for. */
async function occupiedForLong(model: 2302 | 2305 = 2302): Promise<Watched> {
  const bay = await parking.bay({}, { stuckHours: 2 });
  const sensor = await parking.device(model, bay.locationId, bay.id);
  await parking.occupied(sensor, Date.now() - 3 * hour, true);
  await parking.look(bay);
  expect(await parking.alarms(bay.locationId)).toEqual(['slot-stuck poor active']);
  return { location: bay.locationId, bay, sensor };
}

/** A group of ten bays in which this many have so many stays in a week, and the first one has been free for days. */
async function freeForDays(busy: number, stays: number, days = 8): Promise<Watched> {
  const location = await parking.location();
  const group = await parking.group(location, 10);
  const [bay, ...others] = await parking.baysOf(group);
  if (!bay) throw new Error('no bays were made');
  const sensor = await parking.sensor(bay);
  await query(
    `INSERT INTO sparking_slot_state (id, company_id, state, since, quality, device_id)
     VALUES ($1, $2, 'free', now() - $3::integer * interval '1 day', 'measured', $4)`,
    [bay.id, parking.company, days, sensor.id],
  );
  await query(
    `INSERT INTO sparking_stay (company_id, slot_id, location_id, group_id, from_at, to_at, quality, end_quality, counted)
     SELECT $1, s, $2, $3, now() - n * interval '7 hours', now() - n * interval '7 hours' + interval '1 hour', 'measured', 'measured', true
       FROM unnest($4::integer[]) s, generate_series(1, $5) n`,
    [parking.company, location, group, others.slice(0, busy).map(({ id }) => id), stays],
  );
  return { location, bay, sensor };
}

test('a bay that is free for a week while most of its group are used all the time is stuck, until it is occupied', async () => {
  const { location, bay, sensor } = await freeForDays(6, 21);
  await unused();
  await unused();
  expect(await parking.alarms(location)).toEqual(['slot-stuck poor active']);
  await parking.occupied(sensor, Date.now(), true);
  expect(await parking.alarms(location)).toEqual(['slot-stuck poor cleared']);
  expect(await stateOf(bay)).toBe('occupied');
});

test('a bay is not stuck if fewer of its group are used, or they are used less, or it has been free for less time', async () => {
  for (const [busy, stays, days] of [
    [5, 21, 8],
    [6, 20, 8],
    [6, 21, 6],
  ] as const) {
    const { location } = await freeForDays(busy, stays, days);
    await unused();
    expect(await parking.alarms(location)).toEqual([]);
  }
});

test('the answer that the bay is really free is the outcome, and nothing is raised again until the state ends', async () => {
  const { location, bay } = await freeForDays(6, 21);
  await unused();
  const answered = await answer(bay, { sensorIs: 'right', comment: 'A column makes it narrow' });
  expect([answered.status, answered.body.data]).toMatchObject([
    200,
    { disposition: 'terminated', closedBySystem: false, outcome: { sensorIs: 'right' } },
  ]);
  await unused();
  expect(await parking.alarms(location)).toEqual([]);
  expect(await stateOf(bay)).toBe('free');
});

test('the answer that the bay is really occupied keeps it quiet until the vehicle leaves', async () => {
  const { location, bay, sensor } = await occupiedForLong();
  expect((await answer(bay, { sensorIs: 'right' })).status).toBe(200);
  await parking.look(bay);
  expect(await parking.alarms(location)).toEqual([]);
  expect(await stateOf(bay)).toBe('occupied');
  await parking.occupied(sensor, Date.now() - minute, false);
  expect(await stateOf(bay)).toBe('free');
});

test('the answer that the sensor is wrong makes the bay unknown and recalibrates the sensor of an empty one', async () => {
  const { location, bay, sensor } = await occupiedForLong();
  const answered = await answer(bay, { sensorIs: 'wrong', bayEmpty: true });
  expect([answered.status, answered.body.data]).toMatchObject([
    200,
    { disposition: 'terminated', outcome: { sensorIs: 'wrong', bayEmpty: true } },
  ]);
  expect(answered.body.data.events.map(({ action }: { action: string }) => action)).toContain('action-sent');
  expect(await stateOf(bay)).toBe('unknown');
  expect(await parking.alarms(location)).toEqual([]);
  const [command] = (await parking.call('GET', `/device/${sensor.id}/command`)).body.data;
  expect(command).toMatchObject({ method: 'recalibrate', state: 'queued', requestedBy: expect.any(String) });
});

test('a sensor is not recalibrated while a vehicle is above it, nor one whose model cannot be', async () => {
  const above = await occupiedForLong();
  expect((await answer(above.bay, { sensorIs: 'wrong', bayEmpty: false })).status).toBe(200);
  const other = await occupiedForLong(2305);
  expect((await answer(other.bay, { sensorIs: 'wrong', bayEmpty: true })).status).toBe(200);
  for (const { bay, sensor } of [above, other]) {
    expect(await stateOf(bay)).toBe('unknown');
    expect((await parking.call('GET', `/device/${sensor.id}/command`)).body.data).toEqual([]);
  }
});

test('only alarms about stuck bays are answered, and only by people who may close them', async () => {
  const { bay } = await occupiedForLong();
  expect((await alarmOf(bay)).actions).toContain('answer');
  expect((await answer(bay, {})).status).toBe(418);
  expect((await answer(bay, { sensorIs: 'right' }, await parking.app.signIn('viewer@rasid.test'))).status).toBe(403);
  const limited = await parking.bay({ maxStayMinutes: 30 });
  await parking.occupied(await parking.sensor(limited), Date.now() - hour, true);
  await parking.look(limited);
  expect(await alarmOf(limited)).toMatchObject({ kind: 'overstay', actions: expect.not.arrayContaining(['answer']) });
  const refused = await answer(limited, { sensorIs: 'right' });
  expect([refused.status, refused.body.code ?? refused.body]).toMatchObject([409, expect.anything()]);
});

test('more than ten occupations in a day that are too short for a stay raise an alarm', async () => {
  const bay = await parking.bay();
  const sensor = await parking.sensor(bay);
  const start = Date.now() - 12 * hour;
  const ghost = async (n: number) => {
    await parking.occupied(sensor, start + n * hour, true);
    await parking.occupied(sensor, start + n * hour + 20 * second, false);
  };
  for (let n = 0; n < 10; n++) await ghost(n);
  expect(await parking.alarms(bay.locationId)).toEqual([]);
  await ghost(10);
  expect(await parking.alarms(bay.locationId)).toEqual(['ghosts poor active']);
  await clearGhosts(parking.app.kit);
  expect(await parking.alarms(bay.locationId)).toEqual(['ghosts poor active']);
  // The first of them is more than a day ago now.
  await parking.app.kit.pool.query(
    `UPDATE sparking_stay SET from_at = from_at - interval '13 hours', to_at = to_at - interval '13 hours' WHERE slot_id = $1`,
    [bay.id],
  );
  await clearGhosts(parking.app.kit);
  expect(await parking.alarms(bay.locationId)).toEqual([]);
});
