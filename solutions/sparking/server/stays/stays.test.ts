import { afterAll, beforeAll, expect, test } from 'vitest';
import { hour, minute, type Reporter, second, TestParking } from '#main/testing/parking/test-parking.ts';
import { countStatements } from '#main/testing.ts';
import { emit, emittingAsSystem } from '#platform/server/domain-events.ts';
import { occupiedSensor } from '../locations/slot-sources.ts';

let parking: TestParking;
beforeAll(async () => {
  parking = await TestParking.begin();
});
afterAll(() => parking.app.close());

const permuted = <Item>(items: readonly Item[]): Item[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item, n) => permuted(items.toSpliced(n, 1)).map((others) => [item, ...others]));

test('reports in any order and sent twice make the same stays', async () => {
  const start = Date.now() - 2 * hour;
  const reports = [
    [0, true],
    [30, false],
    [50, true],
    [90, false],
  ] as const;
  const orders = permuted(reports).filter((_, n) => n % 4 === 0);
  for (const order of orders) {
    const bay = await parking.bay();
    const sensor = await parking.sensor(bay);
    for (const [at, isOccupied] of [...order, ...order])
      await parking.occupied(sensor, start + at * minute, isOccupied);
    const stays = await parking.stays(bay);
    expect(
      stays.map(({ from, to }) => [(from - start) / minute, ((to ?? 0) - start) / minute]),
      order.join(),
    ).toEqual([
      [0, 30],
      [50, 90],
    ]);
  }
});

test('an occupation of 40 seconds does not count as a stay where stays last a minute or more', async () => {
  const bay = await parking.bay();
  const sensor = await parking.sensor(bay);
  const start = Date.now() - hour;
  await parking.occupied(sensor, start, true);
  await parking.occupied(sensor, start + 40 * second, false);
  await parking.occupied(sensor, start + 10 * minute, true);
  await parking.occupied(sensor, start + 11 * minute, false);
  expect((await parking.stays(bay)).map(({ counted }) => counted)).toEqual([false, true]);
});

test('a departure that was lost ends the stay at the next sign of life, and nobody has overstayed in between', async () => {
  const bay = await parking.bay({ maxStayMinutes: 60 });
  const sensor = await parking.sensor(bay);
  const start = Date.now() - 20 * hour;
  await parking.occupied(sensor, start, true);
  await parking.occupied(sensor, start + 18 * hour, false, { signOfLife: true });
  await parking.look(bay);
  expect(await parking.stays(bay)).toMatchObject([
    { from: start, to: start + 18 * hour, quality: 'bounded', end: 'bounded' },
  ]);
  expect(await parking.alarms(bay.locationId)).toEqual([]);
});

test('a vehicle that comes after its bay was free and then in doubt is another one than before', async () => {
  const bay = await parking.bay();
  const sensor = await parking.sensor(bay);
  const start = Date.now() - hour;
  await parking.occupied(sensor, start, true);
  await parking.occupied(sensor, start + 30 * minute, false);
  const doubt = { state: 'unknown', reason: 'The sensor is covered' };
  expect((await parking.call('POST', `/slot/${bay.id}/state`, doubt)).status).toBe(200);
  await parking.occupied(sensor, Date.now(), true);
  expect(await parking.stays(bay)).toMatchObject([{ from: start, to: start + 30 * minute }, { to: null }]);
});

const place = async (items: readonly [Reporter, number, number | null][]) => {
  const body = { items: items.map(([{ id }, structureId, spaceId]) => ({ id, structureId, spaceId })) };
  const { status, body: answer } = await parking.call('PATCH', '/device/bulk', body);
  expect(status, JSON.stringify(answer)).toBe(200);
};

test('the stay in a bay goes on with another sensor, and takes nothing from where that one was', async () => {
  const bay = await parking.bay();
  const spare = await parking.bay();
  const [old, fresh] = [await parking.sensor(bay), await parking.sensor(spare)];
  const start = Date.now() - hour;
  await parking.occupied(old, start, true);
  await parking.occupied(fresh, start + 10 * minute, true);
  await place([[old, bay.locationId, null]]);
  expect(await parking.stays(bay)).toMatchObject([{ from: start, end: 'bounded' }]);
  // It sees this vehicle from now on.
  await place([[fresh, bay.locationId, bay.id]]);
  expect(await parking.stays(bay)).toMatchObject([{ from: start, to: null }]);
  await parking.occupied(fresh, Date.now(), false);
  expect(await parking.stays(bay)).toMatchObject([{ from: start, end: 'measured' }]);
  expect(await parking.stays(spare)).toMatchObject([{ from: start + 10 * minute, end: 'bounded' }]);
});

test('the stays of one bay and of forty take the same statements', async () => {
  const location = await parking.location();
  const bays = await parking.baysOf(await parking.group(location, 41));
  const { rows } = await parking.app.kit.pool.query(
    `INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, structure_id, space_id, state, has_token, activation_at)
     SELECT $1, 'sparking', 23, 2302, 'Many ' || id, 'MANY' || id, $2, id, 'installed', true, now() - interval '1 year' FROM unnest($3::integer[]) id RETURNING id`,
    [parking.company, location, bays.map(({ id }) => id)],
  );
  const devices: number[] = rows.map(({ id }) => id);
  const change = async (of: readonly number[], value: number, since: number) => {
    await parking.app.kit.pool.query(
      `INSERT INTO state_current (device_id, sensor_id, channel, value, since, quality, silent, made)
       SELECT d, $2, '', $3, to_timestamp($4::float8 / 1000), 'measured', false, true FROM unnest($1::integer[]) d
       ON CONFLICT (device_id, sensor_id, channel) DO UPDATE SET value = excluded.value, since = excluded.since`,
      [of, occupiedSensor, value, since],
    );
    const changes = of.map((deviceId) => ({
      ...{ deviceId, sensorId: occupiedSensor, channel: '', value, since, changedFrom: since, states: null },
      quality: 'measured' as const,
    }));
    const { kit } = parking.app;
    return countStatements(parking.app, () =>
      emittingAsSystem(kit, kit.telemetry.db, (context) => emit(context, 'states.changed', { changes })),
    );
  };
  const [few, many] = [devices.slice(0, 1), devices.slice(1)];
  for (const [value, ago] of [
    [1, 5],
    [0, 3],
  ] as const) {
    const at = Date.now() - ago * minute;
    const one = await change(few, value, at);
    expect(one).toBeGreaterThan(4);
    expect(await change(many, value, at)).toBe(one);
  }
  const { rows: made } = await parking.app.kit.pool.query(
    'SELECT count(*)::integer AS n FROM sparking_stay WHERE location_id = $1 AND to_at IS NOT NULL',
    [location],
  );
  expect(made[0].n).toBe(41);
});

/** Numbers from 0 to 1 that are the same in each run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    const more = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((more ^ (more >>> 14)) >>> 0) / 2 ** 32;
  };
}
const day = 24 * hour;
const year = 365 * day;
type Report = { ts: number; values: { occupied: boolean } };

/**
 * What a sensor reports in three days, and how it arrives: 5 % up to three days late, 1 % twice, and 0.5 % with a clock that
 * is a year off. `kept`: what of it counts, in order.
 */
function history(random: () => number, now: number): { kept: Report[]; arriving: Report[] } {
  const sent: { report: Report; at: number }[] = [];
  let occupied = random() < 0.5;
  for (let at = now - 3 * day; at < now - minute; at += (5 + random() * 300) * minute) {
    const ts = Math.round(random() < 0.005 ? at + (random() < 0.5 ? year : -year) : at);
    occupied = !occupied;
    const report = { ts, values: { occupied } };
    sent.push({ report, at: random() < 0.05 ? at + random() * 3 * day : at });
    if (random() < 0.01) sent.push({ report, at: at + random() * hour });
  }
  const arriving = sent.toSorted((a, b) => a.at - b.at).map(({ report }) => report);
  // A time in the future is refused.
  const kept = [...new Set(arriving)].filter(({ ts }) => ts < now).sort((a, b) => a.ts - b.ts);
  return { kept, arriving };
}

test('late, doubled and wrongly dated reports of many bays make what they would have made in order', async () => {
  const random = seeded(20_261_129);
  const bays = 40;
  const now = Date.now();
  const histories = Array.from({ length: bays }, () => history(random, now));
  const park = async () => {
    const location = await parking.location({ stuckHours: 1440 });
    const group = await parking.group(location, bays);
    await parking.since(now - 4 * day, location);
    const all = await parking.baysOf(group);
    return { location, group, all, sensors: await Promise.all(all.map((bay) => parking.sensor(bay))) };
  };
  const [mixed, ordered] = [await park(), await park()];
  const rounds = 6;
  const part = (reports: readonly Report[], round: number) =>
    reports.slice((reports.length * round) / rounds, (reports.length * (round + 1)) / rounds);
  const sendAll = (sensors: readonly Reporter[], of: (n: number) => readonly Report[]) =>
    Promise.all(
      sensors.map(async (sensor, n) => {
        const [ahead, possible] = [of(n).filter(({ ts }) => ts > now), of(n).filter(({ ts }) => ts <= now)];
        if (possible.length > 0) await parking.send(sensor, possible);
        for (const report of ahead) await expect(parking.send(sensor, report)).rejects.toThrow('future-time');
      }),
    );
  for (let round = 0; round < rounds; round++) {
    await sendAll(mixed.sensors, (n) => part(histories[n]?.arriving ?? [], round));
    await sendAll(ordered.sensors, (n) => part(histories[n]?.kept ?? [], round));
    const { free, occupied, unknown, total } = (await parking.call('GET', `/location/${mixed.location}`)).body.data;
    expect(Math.min(free, occupied, unknown)).toBeGreaterThanOrEqual(0);
    expect([total, free + occupied + unknown]).toEqual([bays, bays]);
  }
  const intervals = async (ids: readonly number[]) => {
    const { rows } = await parking.app.kit.pool.query(
      'SELECT slot_id, from_at, to_at, occupied, quality FROM sparking_interval WHERE slot_id = ANY ($1) ORDER BY slot_id, from_at',
      [ids],
    );
    return rows.map(({ slot_id, ...row }) => ({ bay: ids.indexOf(slot_id), ...row }));
  };
  const made = async ({ location, group, all }: typeof mixed) => {
    await parking.count();
    const { free, occupied, unknown } = (await parking.call('GET', `/group?locationId=${location}`)).body.data[0];
    return {
      intervals: await intervals(all.map(({ id }) => id)),
      stays: await Promise.all(all.map((bay) => parking.stays(bay))),
      quarters: await parking.quarters(location, group),
      counts: { free, occupied, unknown },
    };
  };
  const expected = await made(ordered);
  expect(expected.intervals.length).toBeGreaterThan(bays * 10);
  expect(await made(mixed)).toEqual(expected);
});
