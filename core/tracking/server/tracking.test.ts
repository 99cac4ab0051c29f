import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { makeAllSegments } from '#main/testing/test-tracker.ts';
import { countStatements, type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { minuteMs } from '#platform/common/time/wall-clock.ts';
import type { FenceVisit, LocatedDevice, TrackSegment, TrailPoint } from '../common/tracking.ts';
import { deleteOldTracks } from './retention.ts';

let app: Rasid;
let customer: TestPerson;
let viewer: TestPerson;
let other: TestPerson;
let company: number;
let tag: TestDevice;
/** Today's fixes are in the past, so that all of their times are allowed. */
const start = Date.now() - 5 * 3_600_000;
const yard = { lat: 25.1, lng: 55.2 };
const north = (metres: number) => ({ lat: yard.lat + metres / 111_195, lng: yard.lng });

type Sent = { minute: number; metres: number; [more: string]: unknown };
const entry = ({ minute, metres, motion, ...more }: Sent) => ({
  ts: Math.round(start + minute * minuteMs),
  position: { ...north(metres), accuracy: 5, ...more },
  ...(motion === undefined ? {} : { values: { motion } }),
});
const publish = (...sent: Sent[]) => tag.publish(sent.map(entry));

beforeAll(async () => {
  app = await rasid({ start: true });
  [customer, viewer, other] = (await Promise.all(
    ['customer', 'viewer', 'other'].map((name) => app.signIn(`${name}@rasid.test`)),
  )) as [TestPerson, TestPerson, TestPerson];
  company = (await customer.call('GET', '/session')).body.data.company.id;
});
afterAll(() => app.close());

/** A device of the model with positions, without any yet. */
async function newTag(): Promise<TestDevice> {
  const changed = await app.kit.pool.query(
    `UPDATE device SET hardware_id = 90201, solution_id = 902 WHERE id = (
       SELECT min(id) FROM device WHERE company_id = $1 AND app = 'sample' AND state = 'installed' AND has_token AND solution_id = 901) RETURNING id`,
    [company],
  );
  return testDevice(app, customer, `id=${changed.rows[0].id}`);
}

const query = (from: number, to: number) =>
  `from=${new Date(start + from * minuteMs).toISOString()}&to=${new Date(start + to * minuteMs).toISOString()}`;
const trail = async (person = customer, period = query(-10, 1000)) =>
  (await person.call('GET', `/sample/device/${tag.id}/position?${period}`)).body.data as {
    points: TrailPoint[];
    total: number;
  };
const placed = async (person = customer): Promise<LocatedDevice | undefined> =>
  ((await person.call('GET', '/sample/device/map')).body.data.devices as LocatedDevice[]).find(
    ({ id }) => id === tag.id,
  );
const flags = async () =>
  (await app.kit.pool.query('SELECT flags FROM device_position WHERE device_id = $1 ORDER BY time', [tag.id])).rows.map(
    (row) => row.flags as number,
  );
const events = async () =>
  (
    await app.kit.pool.query(
      `SELECT kind, g.name FROM fence_event JOIN geofence g ON g.id = geofence_id WHERE device_id = $1 ORDER BY fence_event.id`,
      [tag.id],
    )
  ).rows.map(({ kind, name }) => `${kind} ${name}`);
let fences = 0;
const fence = async (metres: number, radius: number, person = customer) => {
  const body = { name: `Fence ${++fences}`, description: '', shape: { kind: 'circle', center: north(metres), radius } };
  return (await person.call('POST', '/geofence', { body })).body.data as { id: number; name: string };
};

describe('positions', () => {
  beforeAll(async () => {
    tag = await newTag();
  });

  test('are stored once however often they are sent, and make the trail and the place on the map', async () => {
    for (let n = 0; n < 2; n++) await publish({ minute: 0, metres: 0, speed: 12, heading: 370 - 10, altitude: 11 });
    await publish({ minute: 1, metres: 300 });
    await eventually(trail, ({ total }) => total === 2);
    const { points } = await trail();
    expect(points[0]).toEqual([start, yard.lat, yard.lng, 12, 0]);
    expect(await flags()).toEqual([0, 0]);
    expect(await placed()).toMatchObject({ id: tag.id, ...north(300), source: 'gnss', worst: null, fences: [] });
  });

  test('that come late are on the trail, and leave the newest place as it is', async () => {
    await publish({ minute: 0.5, metres: 100 });
    await eventually(trail, ({ total }) => total === 3);
    expect(await placed()).toMatchObject(north(300));
    expect(await flags()).toEqual([0, 4, 0]);
  });

  test('with a large error are kept and flagged, and do not replace a precise place', async () => {
    await publish({ minute: 2, metres: 5000, accuracy: 900, source: 'cell' });
    await eventually(flags, (all) => all.length === 4);
    expect((await flags())[3]).toBe(1);
    expect(await placed()).toMatchObject(north(300));
    expect((await trail()).total).toBe(3);
  });

  test('that no vehicle can reach are outliers; two that agree show the newest place, and are doubted until the device stays', async () => {
    await publish({ minute: 3, metres: 90_000 });
    await publish({ minute: 4, metres: 400 });
    await eventually(flags, (all) => all.length === 6);
    expect((await flags()).slice(4)).toEqual([2, 0]);
    await publish({ minute: 5, metres: 90_000 });
    await publish({ minute: 6, metres: 90_100 });
    await eventually(placed, (device) => (device?.lat ?? 0) > 25.9);
    await app.kit.pool.query('INSERT INTO track_due (device_id, due_from) VALUES ($1, now())', [tag.id]);
    await makeAllSegments(app);
    expect((await flags()).slice(6)).toEqual([2, 2]);
  });

  test('without a fix only show that the device lives', async () => {
    const seen = async () =>
      (await app.kit.pool.query('SELECT last_message_at FROM device_state WHERE device_id = $1', [tag.id])).rows[0]
        ?.last_message_at as Date;
    await app.kit.pool.query(
      "UPDATE device_state SET last_message_at = now() - interval '1 hour' WHERE device_id = $1",
      [tag.id],
    );
    const fresh = await newTag();
    const before = tag;
    tag = fresh;
    await tag.publish({ position: null });
    await eventually(seen, (at) => at !== undefined);
    expect(await flags()).toEqual([]);
    tag = before;
    await fresh.end();
  });

  test.each([
    ['the place where receivers without a fix are', { lat: 0, lng: 0 }, [{ param: 'position.lat', msg: 'no-fix' }]],
    ['a latitude beyond the pole', { lat: 91, lng: 55 }, [{ param: 'position.lat', msg: 'out-of-range' }]],
    ['no longitude', { lat: 25 }, [{ param: 'position.lng', msg: 'not-a-number' }]],
    ['a text', 'here', [{ param: 'position', msg: 'not-an-object' }]],
  ])('at %s are dead letters', async (_what, position, reasons) => {
    const path = `/telemetry/dead-letter?limit=1&deviceId=${tag.id}`;
    const before = (await customer.call('GET', path)).body.totalRecords as number;
    await tag.publish({ position });
    const { body } = await eventually(
      () => customer.call('GET', path),
      (answer) => answer.body.totalRecords > before,
    );
    expect(body.data[0].reasons).toEqual(reasons);
  });

  test('of a model that reports none are dead letters', async () => {
    const tank = await testDevice(app, customer, 'solutionId=901');
    await tank.publish({ position: yard, values: { level: 1 } });
    const { body } = await eventually(
      () => customer.call('GET', `/telemetry/dead-letter?limit=1&deviceId=${tank.id}`),
      (answer) => answer.body.data.length > 0,
    );
    expect(body.data[0].reasons).toEqual([{ param: 'position', msg: 'unknown-sensor' }]);
    await tank.end();
  });

  test('are for those who may see the device', async () => {
    for (const path of ['position', 'trip', 'position/file'])
      expect((await other.call('GET', `/sample/device/${tag.id}/${path}?${query(0, 1)}&format=csv`)).status, path).toBe(
        404,
      );
    expect(await placed(other)).toBeUndefined();
    const structures = (await viewer.call('GET', '/sample/structure/devices-info?limit=100')).body.data.length;
    expect(structures).toBeGreaterThan(0);
    const all = (await customer.call('GET', '/sample/device/map')).body.data.devices.length;
    expect((await viewer.call('GET', '/sample/device/map')).body.data.devices.length).toBeLessThanOrEqual(all);
  });

  test('are hidden while the device has no active subscription', async () => {
    await app.kit.pool.query('UPDATE device SET token_blocked = true WHERE id = $1', [tag.id]);
    app.kit.signals.send('device.changed', { id: tag.id });
    const hidden = (await customer.call('GET', `/sample/device/${tag.id}/position?${query(0, 100)}`)).body.data;
    expect(hidden).toMatchObject({ hidden: 'no-active-token', points: [] });
    expect(await placed()).toBeUndefined();
    await app.kit.pool.query('UPDATE device SET token_blocked = false WHERE id = $1', [tag.id]);
    app.kit.signals.send('device.changed', { id: tag.id });
  });

  test('of more than a month are refused under the field', async () => {
    const { status, body } = await customer.call('GET', `/sample/device/${tag.id}/position?${query(0, 32 * 1440)}`);
    expect([status, body.errors[0].param]).toEqual([418, 'to']);
  });

  test('can be had as a file, with those that the map leaves out', async () => {
    const csv = await customer.call('GET', `/sample/device/${tag.id}/position/file?${query(-1, 100)}&format=csv`);
    const lines = (csv.body as string).trim().split('\r\n');
    expect([lines.length, lines[0]?.startsWith('time,latitude'), lines[5]?.endsWith('outlier')]).toEqual([
      9,
      true,
      true,
    ]);
    const gpx = await customer.call('GET', `/sample/device/${tag.id}/position/file?${query(-1, 100)}&format=gpx`);
    expect((gpx.body as string).match(/<trkpt /g)).toHaveLength(5);
    expect(gpx.headers['content-type']).toContain('application/gpx+xml');
  });

  test('take the same statements on the map for any number of devices', async () => {
    const few = await countStatements(app, () => customer.call('GET', '/sample/device/map'));
    await app.kit.pool.query(
      `INSERT INTO device_place (device_id, time, lat, lng, source, coarse) SELECT id, now(), 25, 55, 0, false FROM device WHERE app = 'sample' ON CONFLICT DO NOTHING`,
    );
    expect(await countStatements(app, () => customer.call('GET', '/sample/device/map'))).toBe(few);
    await app.kit.pool.query('DELETE FROM device_place WHERE device_id <> $1', [tag.id]);
  });
});

describe('a geofence', () => {
  beforeAll(async () => {
    await tag.end();
    tag = await newTag();
  });

  test('is entered and left with events, and the first position does not count as entering', async () => {
    const home = await fence(0, 200);
    await publish({ minute: 0, metres: 0 });
    await eventually(placed, (device) => device?.fences[0]?.id === home.id);
    expect(await events()).toEqual([]);
    await publish({ minute: 1, metres: 500 }, { minute: 2, metres: 900 });
    await eventually(events, (all) => all.length === 1);
    await publish({ minute: 3, metres: 100 });
    await eventually(events, (all) => all.length === 2);
    expect(await events()).toEqual([`exit ${home.name}`, `enter ${home.name}`]);
    await makeAllSegments(app);
    // From the first position to the exit, and from the entry to the end of the period.
    const { body } = await customer.call('GET', `/sample/device/${tag.id}/usage?${query(-9, 33)}`);
    expect(body.data.fences).toEqual([
      { geofence: { id: home.id, name: home.name }, ms: expect.closeTo(31 * minuteMs, -2), visits: 2 },
    ]);
    await customer.call('DELETE', `/geofence/${home.id}`);
  });

  test('is not left by two fixes 200 m away at a stated error of 1.9 m, with one within between them', async () => {
    const office = await fence(100, 50);
    await publish({ minute: 10, metres: 108 }, { minute: 10.2, metres: 300, accuracy: 1.9 });
    await publish(
      { minute: 10.4, metres: 109 },
      { minute: 11, metres: 298, accuracy: 1.7 },
      { minute: 11.5, metres: 110 },
    );
    await eventually(placed, (device) => device?.lat === north(110).lat);
    expect((await events()).filter((one) => one.includes(office.name))).toEqual([]);
    await customer.call('DELETE', `/geofence/${office.id}`);
  });

  test('that is drawn around a device holds it without an event, and one that is drawn elsewhere no longer does', async () => {
    const before = (await events()).length;
    const drawn = await fence(110, 100);
    expect((await placed())?.fences).toEqual([{ id: drawn.id, name: drawn.name }]);
    const shape = { kind: 'circle', center: north(50_000), radius: 100 };
    await customer.call('PATCH', `/geofence/${drawn.id}`, { body: { shape } });
    expect((await placed())?.fences).toEqual([]);
    await publish({ minute: 20, metres: 115 });
    await eventually(placed, (device) => device?.lat === north(115).lat);
    expect((await events()).length).toBe(before);
    await customer.call('DELETE', `/geofence/${drawn.id}`);
  });

  test('of another company does not apply to the device', async () => {
    const foreign = await fence(115, 500, other);
    await publish({ minute: 21, metres: 116 });
    await eventually(placed, (device) => device?.lat === north(116).lat);
    expect((await placed())?.fences).toEqual([]);
    await other.call('DELETE', `/geofence/${foreign.id}`);
  });

  test('gets a visit from late positions, without an event for rules', async () => {
    const late = await fence(2000, 100);
    await publish({ minute: 15, metres: 2000 }, { minute: 15.5, metres: 2000 });
    await eventually(trail, ({ points }) => points.some(([, lat]) => lat === north(2000).lat));
    expect((await events()).filter((one) => one.includes(late.name))).toEqual([]);
    await app.kit.pool.query('INSERT INTO track_due (device_id, due_from) VALUES ($1, $2)', [
      tag.id,
      new Date(start + 15 * minuteMs),
    ]);
    await makeAllSegments(app);
    const { body } = await customer.call('GET', `/sample/device/${tag.id}/trip?${query(-9, 33)}`);
    const visits = (body.data.fences as FenceVisit[]).filter(({ geofence }) => geofence.id === late.id);
    expect(visits.map(({ kind, at, late }) => [kind, (Date.parse(at) - start) / minuteMs, late])).toEqual([
      ['enter', 15, true],
      ['exit', 20, true],
    ]);
    await customer.call('DELETE', `/geofence/${late.id}`);
  });
});

describe('trips', () => {
  const trips = async (from = 1000) => {
    // A note covers the positions of the next five seconds; the segments are made later than that, or here at once.
    const due = new Date(start + from * minuteMs);
    await app.kit.pool.query('INSERT INTO track_due (device_id, due_from) VALUES ($1, $2)', [tag.id, due]);
    await makeAllSegments(app);
    const { body } = await customer.call('GET', `/sample/device/${tag.id}/trip?${query(-60, 1000)}`);
    return (body.data.segments as TrackSegment[]).map(
      ({ kind, from, to, running }) =>
        `${kind} ${(Date.parse(from) - start) / minuteMs}-${(Date.parse(to) - start) / minuteMs}${running ? ' running' : ''}`,
    );
  };
  const minutes = (from: number, to: number, metres: (minute: number) => number) =>
    Array.from({ length: to - from + 1 }, (_, i) => ({ minute: from + i, metres: metres(from + i) }));

  beforeAll(async () => {
    await tag.end();
    tag = await newTag();
  });

  test('go on with each message, and what runs is shown as running', async () => {
    await publish(...minutes(0, 10, () => 0), ...minutes(11, 13, (minute) => (minute - 10) * 1000));
    await eventually(trail, ({ total }) => total === 14);
    expect(await trips()).toEqual(['stop 0-10', 'trip 10-13 running']);
    await publish(...minutes(14, 15, (minute) => (minute - 10) * 1000), ...minutes(16, 40, () => 5000));
    await eventually(trail, ({ total }) => total === 41);
    expect(await trips()).toEqual(['stop 0-10', 'trip 10-15', 'stop 15-40 running']);
    const { body } = await customer.call('GET', `/sample/device/${tag.id}/usage?${query(0, 50)}`);
    expect(body.data).toMatchObject({ movingMs: 5 * minuteMs, utilisation: 0.1 });
    expect(Date.parse(body.data.lastMovedAt)).toBe(start + 15 * minuteMs);
  });

  test('are made again when positions come late', async () => {
    await publish(...minutes(50, 60, () => 9000));
    await eventually(trail, ({ total }) => total === 52);
    expect(await trips()).toEqual(['stop 0-10', 'trip 10-15', 'stop 15-40', 'trip 40-50', 'stop 50-60 running']);
    await publish(...minutes(41, 45, () => 5000));
    await eventually(trail, ({ total }) => total === 57);
    expect(await trips(41)).toEqual(['stop 0-10', 'trip 10-15', 'stop 15-45', 'trip 45-50', 'stop 50-60 running']);
  });

  test('and stops show how long a device stayed at a site, and its positions how well it reports', async () => {
    const { rows } = await app.kit.pool.query(
      `UPDATE structure SET lat = $2, lng = $3 WHERE id = (SELECT structure_id FROM device WHERE id = $1) RETURNING id, name`,
      [tag.id, north(5150).lat, yard.lng],
    );
    const { data } = (await customer.call('GET', `/sample/device/${tag.id}/usage?${query(0, 60)}`)).body;
    expect(data.structures).toEqual([{ structure: rows[0], ms: expect.closeTo(30 * minuteMs, -2), visits: 1 }]);
    await app.kit.pool.query('UPDATE structure SET lat = $2 WHERE id = $1', [rows[0].id, north(5250).lat]);
    const farther = (await customer.call('GET', `/sample/device/${tag.id}/usage?${query(0, 60)}`)).body.data;
    expect(farther.structures).toEqual([]);
    await publish({ minute: 200, metres: 9000 }, { minute: 201, metres: 9000, accuracy: 900 });
    await eventually(trail, ({ total }) => total === 58);
    const quality = await customer.call('GET', `/sample/device/${tag.id}/position/quality?${query(0, 240)}`);
    expect(quality.body.data).toMatchObject({ fixes: 59, fixesPerHour: 59 / 4, accuracy: 5, doubtful: 1, gaps: 0 });
    expect((await other.call('GET', `/sample/device/${tag.id}/position/quality?${query(0, 240)}`)).status).toBe(404);
  });

  test('and visits are deleted after 25 months', async () => {
    const monthsAgo = (months: number) => new Date(Date.now() - months * 30.5 * 24 * 60 * minuteMs);
    const insert = (months: number) =>
      app.kit.pool.query(
        `INSERT INTO track_segment (device_id, started_at, ended_at, kind, running, metres, fixes, start_lat, start_lng, end_lat, end_lng)
         VALUES ($1, $2::timestamptz - interval '1 hour', $2, 'trip', false, 900, 9, 25, 55, 25, 55)`,
        [tag.id, monthsAgo(months)],
      );
    await insert(24);
    await insert(26);
    await deleteOldTracks(app.kit);
    const { rows } = await app.kit.pool.query(
      'DELETE FROM track_segment WHERE device_id = $1 AND ended_at < $2 RETURNING ended_at',
      [tag.id, monthsAgo(20)],
    );
    expect(rows).toHaveLength(1);
  });

  test('of more than 2,000 segments are cut off, which the reply says', async () => {
    const read = async () =>
      (await customer.call('GET', `/sample/device/${tag.id}/trip?${query(-20_000, -10_000)}`)).body.data;
    const add = (from: number, to: number) =>
      app.kit.pool.query(
        `INSERT INTO track_segment (device_id, started_at, ended_at, kind, running, metres, fixes, start_lat, start_lng, end_lat, end_lng)
         SELECT $1, $2::timestamptz + n * interval '1 minute', $2::timestamptz + (n + 1) * interval '1 minute', 'stop', false, 0, 2, 25, 55, 25, 55
           FROM generate_series($3::integer, $4::integer) n`,
        [tag.id, new Date(start - 15_000 * minuteMs), from, to],
      );
    await add(1, 2000);
    expect(await read()).toMatchObject({ truncated: false, segments: { length: 2000 } });
    await add(2001, 2001);
    expect(await read()).toMatchObject({ truncated: true, segments: { length: 2000 } });
    await app.kit.pool.query('DELETE FROM track_segment WHERE device_id = $1 AND started_at < $2', [
      tag.id,
      new Date(start - 5000 * minuteMs),
    ]);
  });

  test('follow what the template says of stops, within its limits, until the device has another one', async () => {
    await tag.end();
    tag = await newTag();
    const body = { name: 'Yards', hardwareId: 90201 };
    const template = (settings: object) =>
      customer.call('POST', '/sample/template', {
        body: { ...body, name: `${tag.id} ${JSON.stringify(settings)}`, settings },
      });
    for (const settings of [
      { stopMetres: 29 },
      { stopMetres: 501 },
      { stopSeconds: 59 },
      { stopSeconds: 1801 },
      { gapSeconds: 299 },
      { gapSeconds: 3601 },
    ])
      expect((await template(settings)).status, JSON.stringify(settings)).toBe(418);
    const made = await template({ stopMetres: 500, stopSeconds: 600 });
    expect([made.status, made.body.errors]).toEqual([201, undefined]);
    const path = `/sample/device/${tag.id}/template`;
    const given = await customer.call('PUT', path, { body: { templateId: made.body.data.id } });
    expect(given.body.data).toMatchObject({ state: 'in-sync' });
    const round = minutes(0, 20, (minute) => (minute % 4 === 0 ? 400 : 0));
    await publish(...round);
    await eventually(trail, ({ total }) => total === round.length);
    expect(await trips()).toEqual(['stop 0-20 running']);
    expect((await customer.call('DELETE', path)).status).toBe(204);
    await app.kit.pool.query('DELETE FROM track_progress WHERE device_id = $1', [tag.id]);
    expect((await trips(0)).some((one) => one.startsWith('trip'))).toBe(true);
  });
});

test('a position whose batch is rolled back is stored when it is delivered again', async () => {
  await tag.end();
  tag = await newTag();
  await publish({ minute: 0, metres: 0 });
  await eventually(trail, ({ total }) => total === 1);
  // The database refuses the newest value once, after the position has moved the device in memory.
  await app.kit.pool.query(`
    CREATE SEQUENCE refused;
    GRANT USAGE ON SEQUENCE refused TO rasid_all;
    CREATE FUNCTION refuse_once() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF nextval('refused') = 1 THEN RAISE EXCEPTION 'once' USING ERRCODE = 'serialization_failure'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER refuse_once BEFORE INSERT OR UPDATE ON device_latest FOR EACH ROW EXECUTE FUNCTION refuse_once();`);
  const message = JSON.stringify({ ...entry({ minute: 1, metres: 300 }), values: { battery: 80 } });
  const refused = await tag.connect();
  const closed = new Promise<void>((resolve) => refused.once('close', () => resolve()));
  // Unstored messages are not acknowledged: the device is disconnected, and resends them.
  refused.publish('v1/devices/me/telemetry', message, { qos: 1 });
  await closed;
  await (await tag.connect()).publishAsync('v1/devices/me/telemetry', message, { qos: 1 });
  await eventually(trail, ({ total }) => total === 2);
  expect(await placed()).toMatchObject(north(300));
  await app.kit.pool.query(
    'DROP TRIGGER refuse_once ON device_latest; DROP FUNCTION refuse_once; DROP SEQUENCE refused',
  );
});
