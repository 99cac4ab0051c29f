import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeAllSegments } from '#main/testing/test-tracker.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { minuteMs } from '#platform/common/time/wall-clock.ts';
import type { ShownTrackingSetting, TrackRebuild } from '../../common/tracking-setting.ts';
import { makeSegments } from '../segments/segments.ts';

let app: Rasid;
let customer: TestPerson;
let company: number;
let devices: number[];
let device: number;
const start = Date.UTC(2026, 0, 10, 6);
const none = { stopMetres: null, stopSeconds: null, gapSeconds: null };

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  company = (await customer.call('GET', '/session')).body.data.company.id;
  const { rows } = await app.kit.pool.query(
    `UPDATE device SET hardware_id = 90201, solution_id = 902
      WHERE id IN (SELECT id FROM device WHERE company_id = $1 AND app = 'sample' AND solution_id = 901 AND structure_id IS NOT NULL ORDER BY id LIMIT 2) RETURNING id`,
    [company],
  );
  devices = rows.map(({ id }) => id as number);
  device = devices[0] ?? 0;
});
afterAll(() => app.close());
beforeEach(async () => {
  const written = ['device_position', 'fence_visit', 'track_segment', 'track_progress', 'track_due'];
  for (const table of ['tracking_setting', 'track_rebuild', 'track_rebuild_device', ...written])
    await app.kit.pool.query(`DELETE FROM ${table}`);
  await app.kit.pool.query(`UPDATE device SET kept_settings = '{}'`);
});

/** A kilometre a minute, except while it stands from the tenth minute on. */
const metresAt = (minute: number, stands: number) => (minute <= 10 ? minute : Math.max(10, minute - stands)) * 1000;

/** Stores positions of one minute each. */
async function arrive(of: number, { minutes = 40, stands = 4, from = start, everyMs = minuteMs } = {}): Promise<void> {
  const times = Array.from({ length: minutes }, (_, minute) => from + minute * everyMs);
  await app.kit.pool.query(
    `INSERT INTO device_position (device_id, time, lat, lng, accuracy, source, flags)
     SELECT $1, to_timestamp(t / 1000), 25 + m / 111195, 55, 5, 0, 0 FROM unnest($2::float8[], $3::float8[]) AS n(t, m) ON CONFLICT DO NOTHING`,
    [of, times, times.map((_, minute) => metresAt(minute, stands))],
  );
  await due(of, from);
}
async function drive(of: number, options = {}): Promise<void> {
  await arrive(of, options);
  await makeAllSegments(app);
}
const due = (of: number, from: number) =>
  app.kit.pool.query('INSERT INTO track_due (device_id, due_from) VALUES ($1, to_timestamp($2::float8 / 1000))', [
    of,
    from,
  ]);
const kindsOf = async (of: number): Promise<string[]> =>
  (await app.kit.pool.query('SELECT kind FROM track_segment WHERE device_id = $1 ORDER BY started_at', [of])).rows.map(
    ({ kind }) => kind,
  );
const set = (body: Partial<typeof none> | Record<string, number>, person = customer) =>
  person.call('PUT', '/tracking-setting', { body });
const read = async (): Promise<ShownTrackingSetting> => (await customer.call('GET', '/tracking-setting')).body.data;
const rebuild = (body: { from?: string; deviceId?: number } = {}, person = customer) =>
  person.call('POST', '/tracking-setting/rebuild', { body: { from: '2026-01-10', ...body } });
const rebuilds = async (person = customer): Promise<TrackRebuild[]> =>
  (await person.call('GET', '/tracking-setting/rebuild')).body.data;
const withHalt = ['trip', 'stop', 'trip'];

describe('the limits of stops and gaps of a company', () => {
  test('are those of the models until an administrator sets some', async () => {
    const viewer = await app.signIn('viewer@rasid.test');
    expect(await read()).toMatchObject({ ...none, since: null, models: expect.arrayContaining([90201]) });
    expect((await set({ stopSeconds: 600 }, viewer)).status).toBe(403);
    expect((await set({ stopSeconds: 600 })).body.data).toMatchObject({ ...none, stopSeconds: 600 });
    expect((await viewer.call('GET', '/tracking-setting')).body.data.stopSeconds).toBe(600);
  });

  test('are of one company', async () => {
    await set({ stopSeconds: 600 });
    const other = await app.signIn('other@rasid.test');
    expect((await other.call('GET', '/tracking-setting')).body.data).toMatchObject(none);
  });

  test.each([
    ['stopSeconds', 59],
    ['stopSeconds', 1801],
    ['stopMetres', 29],
    ['gapSeconds', 3601],
  ])('of %s cannot be %d', async (param, value) => {
    const { status, body } = await set({ [param]: value });
    expect([status, body.errors]).toEqual([418, [{ param, msg: 'outOfRange' }]]);
  });

  test('are in the history of the company, and setting the same values again has no effect', async () => {
    await set({ gapSeconds: 1200 });
    const { since } = await read();
    await set({ gapSeconds: 1200 });
    expect((await read()).since).toBe(since);
    const [newest] = (await customer.call('GET', `/company/${company}/history`)).body.data;
    expect(newest).toMatchObject({ part: true, action: 'insert' });
    expect(newest.changes).toContainEqual({ field: 'gapSeconds', before: null, after: 1200 });
  });

  test('apply to positions from then on, whenever earlier ones arrive', async () => {
    await set({ stopSeconds: 600 });
    await drive(device);
    expect(await kindsOf(device)).toEqual(withHalt);
    await app.kit.pool.query('UPDATE tracking_setting SET since = to_timestamp($1::float8 / 1000)', [start]);
    const [, second = 0] = devices;
    await drive(second);
    expect(await kindsOf(second)).toEqual(['trip']);
  });

  test('give way to the template of a device', async () => {
    await set({ stopSeconds: 600 });
    await app.kit.pool.query('UPDATE tracking_setting SET since = to_timestamp($1::float8 / 1000)', [start]);
    await app.kit.pool.query('UPDATE device SET kept_settings = $2 WHERE id = $1', [device, { stopSeconds: 120 }]);
    await drive(device);
    expect(await kindsOf(device)).toEqual(withHalt);
  });
});

describe('trips that are recomputed', () => {
  test('of all devices follow the present limits from that day on', async () => {
    for (const one of devices) await drive(one);
    expect(await kindsOf(device)).toEqual(withHalt);
    await set({ stopSeconds: 600 });
    const { status, body } = await rebuild();
    expect([status, body.data]).toMatchObject([201, { device: null, devices: 2, done: 0, finishedAt: null }]);
    await makeAllSegments(app);
    for (const one of devices) expect(await kindsOf(one)).toEqual(['trip']);
    const [done] = await rebuilds();
    expect(done).toMatchObject({ id: body.data.id, devices: 2, done: 2, finishedAt: expect.any(String) });
    // In the time zone of the company.
    expect([(await read()).since, done?.from]).toEqual(['2026-01-09T20:00:00.000Z', '2026-01-09T20:00:00.000Z']);
  });

  test('of one device follow the limits of their time', async () => {
    await drive(device);
    await set({ stopSeconds: 600 });
    const { since } = await read();
    expect((await rebuild({ deviceId: device })).body.data).toMatchObject({ device: { id: device }, devices: 1 });
    await makeAllSegments(app);
    expect(await kindsOf(device)).toEqual(withHalt);
    expect((await read()).since).toBe(since);
  });

  test('are the same however often, and show visits to geofences that were drawn since, without an event', async () => {
    await drive(device);
    const body = {
      name: 'Depot',
      description: '',
      shape: { kind: 'circle', center: { lat: 25 + 20_000 / 111_195, lng: 55 }, radius: 1500 },
    };
    const fence = (await customer.call('POST', '/geofence', { body })).body.data.id;
    const stored = async () => {
      const { rows } = await app.kit.pool.query(
        `SELECT to_jsonb(s) AS row FROM track_segment s WHERE device_id = $1 UNION ALL SELECT to_jsonb(v) FROM fence_visit v WHERE device_id = $1`,
        [device],
      );
      return rows.map(({ row }) => JSON.stringify(row)).sort();
    };
    const results: string[][] = [];
    for (let n = 0; n < 2; n++) {
      await rebuild();
      await makeAllSegments(app);
      results.push(await stored());
    }
    expect(results[1]).toEqual(results[0]);
    const count = async (table: string) =>
      (await app.kit.pool.query(`SELECT count(*) FROM ${table} WHERE geofence_id = $1`, [fence])).rows[0].count;
    expect([await count('fence_visit'), await count('fence_event')]).toEqual([1, 0]);
  });

  test('go on where they were interrupted; newer positions of the device wait for them, those of others do not', async () => {
    const many = { minutes: 11_000, everyMs: 1000, stands: 0 };
    await drive(device, many);
    const before = await kindsOf(device);
    await rebuild({ deviceId: device });
    let passes = 0;
    const once = () => passes++ > 0;
    await makeSegments(app.kit, { isEnding: once });
    expect((await rebuilds())[0]).toMatchObject({ done: 0, finishedAt: null });
    const [, second = 0] = devices;
    await due(device, start + 10_999_000);
    passes = 0;
    await due(second, start);
    await makeSegments(app.kit, { isEnding: once });
    const waiting = await app.kit.pool.query('SELECT device_id FROM track_due');
    expect(waiting.rows.map((row) => row.device_id)).toEqual([device]);
    await makeAllSegments(app);
    expect(await kindsOf(device)).toEqual(before);
    expect((await rebuilds())[0]).toMatchObject({ done: 1, finishedAt: expect.any(String) });
    expect((await app.kit.pool.query('SELECT FROM track_due')).rowCount).toBe(0);
  });

  test('that fail do not stop those of new positions, and are tried again', async () => {
    const [first = 0, second = 0] = devices;
    await drive(first);
    await rebuild({ deviceId: first });
    await app.kit.pool.query(`
      CREATE FUNCTION fail_rebuild() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken rebuild'; END $$;
      CREATE TRIGGER fail_rebuild BEFORE DELETE ON track_rebuild_device FOR EACH ROW EXECUTE FUNCTION fail_rebuild()`);
    await arrive(second);
    await expect(makeSegments(app.kit)).rejects.toThrow('broken rebuild');
    await app.kit.pool.query('DROP TRIGGER fail_rebuild ON track_rebuild_device; DROP FUNCTION fail_rebuild');
    expect(await kindsOf(second)).toEqual(withHalt);
    await makeAllSegments(app);
    expect((await rebuilds())[0]).toMatchObject({ done: 1, finishedAt: expect.any(String) });
  });

  test('are refused while others are under way, by those who may not change limits, and before the day has begun', async () => {
    await drive(device);
    expect((await rebuild()).status).toBe(201);
    expect((await rebuild()).body.word).toBe('rebuild-running');
    await makeAllSegments(app);
    const viewer = await app.signIn('viewer@rasid.test');
    expect((await rebuild({}, viewer)).status).toBe(403);
    const future = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    expect((await rebuild({ from: future })).body.errors).toEqual([{ param: 'from', msg: 'inTheFuture' }]);
  });

  test('are of a device of the company that reports positions', async () => {
    const other = await app.signIn('other@rasid.test');
    expect((await rebuild({ deviceId: device }, other)).status).toBe(404);
    const tank = (await customer.call('GET', '/sample/device?solutionId=901&limit=1')).body.data[0].id;
    expect((await rebuild({ deviceId: tank })).body.errors).toEqual([{ param: 'deviceId', msg: 'invalid' }]);
  });

  test('of a device are listed for those who may see it, and end with it', async () => {
    await drive(device);
    await rebuild({ deviceId: device });
    await makeAllSegments(app);
    await rebuild();
    await makeAllSegments(app);
    const operator = await app.signIn('operator@rasid.test');
    const user = (await operator.call('GET', '/session')).body.data.user.id;
    await app.kit.pool.query('DELETE FROM permission_group_member WHERE user_id = $1', [user]);
    expect((await rebuilds(operator)).map((one) => one.device)).toEqual([null]);
    expect((await rebuilds()).map((one) => one.device?.id ?? null)).toEqual([null, device]);
  });
});
