import { afterAll, beforeAll, expect, test } from 'vitest';
import { dueDone, type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { lockWaits } from '#main/testing/test-locks.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import type { Listeners } from '#platform/server/domain-events.ts';
import { recordIntake } from './outages.ts';
import { duePaths } from './paths.ts';
import { dueSilence } from './silence.ts';

let app: Rasid;
let customer: TestPerson;
let panels: TestDevice[];
const heard: string[] = [];

beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
  const company = (await customer.call('GET', '/session')).body.data.company.id;
  const { rows } = await app.kit.pool.query(
    `UPDATE device SET hardware_id = 90203, solution_id = 902 WHERE id IN (
       SELECT id FROM device WHERE company_id = $1 AND app = 'sample' AND state = 'installed' AND has_token ORDER BY id LIMIT 4) RETURNING id`,
    [company],
  );
  panels = await Promise.all(rows.map(({ id }) => testDevice(app, customer, `id=${id}`)));
  const note =
    (what: string) =>
    async (_: unknown, { paths }: { paths: readonly { deviceId: number; line: string }[] }) => {
      heard.push(...paths.map(({ deviceId, line }) => `${deviceId} ${line} ${what}`));
    };
  const listening: Listeners = { inTransaction: { 'path.lost': note('lost'), 'path.restored': note('restored') } };
  app.kit.listeners = [...app.kit.listeners, listening];
});
afterAll(async () => {
  await Promise.all(panels.map((panel) => panel.end()));
  await app.close();
});

const panelAt = (n: number): TestDevice => panels[n] as TestDevice;
const eventsOf = ({ id }: TestDevice) => heard.filter((line) => line.startsWith(`${id} `));
const read = async ({ id }: TestDevice) => (await customer.call('GET', `/sample/device/${id}`)).body.data;
const supervise = (person: TestPerson, { id }: TestDevice, supervisionSeconds: number | null) =>
  person.call('PUT', `/sample/device/${id}/supervision`, { body: { supervisionSeconds } });
const logOf = async ({ id }: TestDevice): Promise<object[]> =>
  (await customer.call('GET', `/sample/device/${id}/log?limit=50`)).body.data;

async function send({ id, name, secret }: TestDevice, payload: object, to = 'telemetry') {
  const headers = { authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}` };
  const sent = await app.http.inject({ method: 'POST', url: `/api/v1/${to}`, headers, payload });
  expect([id, sent.statusCode, sent.body]).toEqual([id, 200, expect.anything()]);
}

/** Two workers look at the clocks at the same time. */
const bothLook = () => Promise.all([0, 1].map(() => dueDone(app, [dueSilence, duePaths])));

const earlier = (...columns: string[]) =>
  columns.map((column) => `${column} = ${column} - $1 * interval '1 second'`).join();
const timePasses = `WITH states AS (UPDATE device_state SET ${earlier('last_message_at', 'silent_until', 'counted_from')}),
                         paths AS (UPDATE device_path SET ${earlier('last_at', 'silent_until', 'counted_from')})`;

/** Lets this time pass while the platform works. */
async function pass(seconds: number): Promise<void> {
  await app.kit.pool.query(`${timePasses} SELECT`, [seconds]);
  await bothLook();
}

/** Lets this time pass while no process of the platform runs. Then two start at the same time. */
async function restartAfter(seconds: number): Promise<void> {
  await app.kit.pool.query(`${timePasses} UPDATE intake_role SET ${earlier('seen_at')}`, [seconds]);
  await bothLook();
  await Promise.all([recordIntake(app.kit), recordIntake(app.kit)]);
  await bothLook();
}

test('a device is offline after the silence that people have set for it, also if they set it while it is silent', async () => {
  const panel = panelAt(0);
  await send(panel, { values: { battery: 90 } });
  expect((await supervise(customer, panel, 9)).status).toBe(418);
  expect((await supervise(await app.signIn('viewer@rasid.test'), panel, 60)).status).toBe(403);
  expect((await supervise(customer, panel, 60)).body.data).toMatchObject({ supervisionSeconds: 60 });
  await pass(50);
  expect(await read(panel)).toMatchObject({ connection: 'online' });
  await pass(20);
  expect(await read(panel)).toMatchObject({ connection: 'offline' });
  await send(panel, { values: { motion: false } });
  await supervise(customer, panel, null);
  await pass(3600);
  expect(await read(panel)).toMatchObject({ connection: 'online', supervisionSeconds: null });
  expect(await logOf(panel)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'supervised', data: { from: null, to: 60 } }),
      expect.objectContaining({ kind: 'supervised', data: { from: 60, to: null } }),
    ]),
  );
});

test('a path is lost once while the device stays online by its other path, and restored once', async () => {
  const panel = panelAt(1);
  await send(panel, [{ path: 'cable', values: { battery: 90 } }, { path: 'mobile' }]);
  await pass(70);
  expect(await read(panel)).toMatchObject({
    connection: 'online',
    paths: [
      { line: 'cable', state: 'lost', supervisionSeconds: 60 },
      { line: 'mobile', state: 'alive', supervisionSeconds: 600 },
    ],
  });
  await pass(10);
  expect(eventsOf(panel)).toEqual([`${panel.id} cable lost`]);
  await send(panel, { path: 'cable', kind: 'restart' }, 'event');
  await send(panel, { path: 'cable' });
  expect(eventsOf(panel)).toEqual([`${panel.id} cable lost`, `${panel.id} cable restored`]);
  expect((await logOf(panel)).slice(0, 2)).toMatchObject([
    { kind: 'path-restored', data: { path: 'cable' } },
    { kind: 'path-lost', data: { path: 'cable' } },
  ]);
});

test('a path that is found silent while its device reports on it is restored', async () => {
  const panel = panelAt(1);
  await send(panel, { path: 'cable' });
  heard.length = 0;
  const worker = await app.kit.pool.connect();
  try {
    await worker.query('BEGIN');
    await worker.query(
      "UPDATE device_path SET state = 'lost', silent_until = NULL WHERE device_id = $1 AND line = 'cable'",
      [panel.id],
    );
    const sent = send(panel, { path: 'cable' });
    await lockWaits(app, 1, 'device_path');
    await worker.query('COMMIT');
    await sent;
  } finally {
    worker.release();
  }
  expect(eventsOf(panel)).toEqual([`${panel.id} cable restored`]);
});

test('a message on a path that the model does not have is refused', async () => {
  const { name, secret } = panelAt(1);
  const headers = { authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}` };
  const payload = { path: 'pigeon', values: { battery: 90 } };
  const sent = await app.http.inject({ method: 'POST', url: '/api/v1/telemetry', headers, payload });
  expect([sent.statusCode, sent.json().errors]).toEqual([418, [{ param: 'path', msg: 'unknown-path' }]]);
});

test('the paths of a suspended device are not lost', async () => {
  const panel = panelAt(3);
  await send(panel, { path: 'cable' });
  await customer.call('POST', `/sample/device/${panel.id}/suspend`, { body: { reason: 'Replaced' } });
  await pass(70);
  expect(eventsOf(panel)).toEqual([]);
});

test('after a restart each clock begins again once: a device that reports is not lost, and a dead one is, however often the platform restarts', async () => {
  const panel = panelAt(2);
  await supervise(customer, panel, 60);
  await send(panel, { path: 'cable', values: { battery: 90 } });
  const lost = [`${panel.id} cable lost`];
  // Both would have been silent for too long, but the platform was down.
  await restartAfter(100);
  expect([(await read(panel)).connection, eventsOf(panel)]).toEqual(['online', []]);
  await pass(40);
  expect([(await read(panel)).connection, eventsOf(panel)]).toEqual(['online', []]);
  // A second outage does not begin the clocks again: they have stood still, and 20 seconds are left.
  await restartAfter(100);
  expect([(await read(panel)).connection, eventsOf(panel)]).toEqual(['online', []]);
  await pass(30);
  expect([(await read(panel)).connection, eventsOf(panel)]).toEqual(['offline', lost]);
  // A message, which is recorded at once because the motion has changed, lets the clocks begin again after the next outage.
  await send(panel, { path: 'cable', values: { motion: true } });
  await restartAfter(100);
  await pass(40);
  expect((await read(panel)).connection).toBe('online');
  await pass(30);
  expect([(await read(panel)).connection, eventsOf(panel)]).toEqual([
    'offline',
    [...lost, `${panel.id} cable restored`, ...lost],
  ]);
});

test('a role that does not run keeps devices from being found silent, is a warning, and is forgotten after a day', async () => {
  const panel = panelAt(2);
  const last = (ago: string) =>
    app.kit.pool.query(
      "INSERT INTO intake_role (role, seen_at) VALUES ('former', now() - $1::interval) ON CONFLICT (role) DO UPDATE SET seen_at = excluded.seen_at",
      [ago],
    );
  await send(panel, { values: { motion: false } });
  await last('1 hour');
  await pass(3600);
  expect((await read(panel)).connection).toBe('online');
  await expect.poll(() => app.kit.readiness.warnings().join()).toContain('No process runs the role former');
  expect(await recordIntake(app.kit, { retires: true })).toEqual(['former']);
  await last('25 hours');
  expect([await recordIntake(app.kit), await recordIntake(app.kit, { retires: true })]).toEqual([['former'], []]);
  await bothLook();
  expect((await read(panel)).connection).toBe('offline');
});

test('a device that had been silent for too long before an outage is offline at once after it', async () => {
  const panel = panelAt(2);
  await send(panel, { values: { motion: true } });
  await app.kit.pool.query(
    `WITH down AS (UPDATE intake_role SET seen_at = seen_at - interval '20 seconds')
     UPDATE device_state SET silent_until = now() - interval '30 seconds' WHERE device_id = $1`,
    [panel.id],
  );
  await recordIntake(app.kit);
  await bothLook();
  expect((await read(panel)).connection).toBe('offline');
});
