import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually, testDevice } from '#main/testing/test-device.ts';
import { lockWaits } from '#main/testing/test-locks.ts';
import { countStatements, type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import type { Listeners } from '#platform/server/domain-events.ts';
import { refuse } from '#platform/server/refuse.ts';
import { releaseWaiting } from './release-waiting.ts';

// Without timers: only the tests check the commands that wait.
let app: Rasid;
let person: TestPerson;
let devices: number[];

beforeAll(async () => {
  app = await rasid();
  person = await app.signIn('customer@rasid.test');
  const found = await person.call('GET', '/sample/device?solutionId=902&limit=5&sort[id]=asc');
  devices = found.body.data.map(({ id }: { id: number }) => id);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.kit.pool.query('DELETE FROM device_command');
  await place(40);
});

/** Places all devices, at this speed. */
const place = (speed: number) =>
  app.kit.pool.query(
    `INSERT INTO device_place AS p (device_id, time, lat, lng, speed, source, coarse)
     SELECT d, now(), 24.7, 46.7, $2, 0, false FROM unnest($1::integer[]) d
     ON CONFLICT (device_id) DO UPDATE SET time = now(), moved_at = now(), speed = excluded.speed`,
    [devices, speed],
  );
const commandsOf = (id: number) => `/sample/device/${id}/command`;
const halt = (id: number | undefined) => person.call('POST', commandsOf(id ?? 0), { body: { method: 'halt' } });
const newest = async (id: number | undefined) => (await person.call('GET', commandsOf(id ?? 0))).body.data[0];

/** Runs `work` while a device is locked: what was begun before waits until `work` has ended. */
async function whileLocked(id: number | undefined, work: () => Promise<unknown>): Promise<void> {
  const holder = await app.kit.pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM device WHERE id = $1 FOR UPDATE', [id]);
  await work();
  await holder.query('COMMIT');
  holder.release();
}

test('two workers that check a waiting command at the same time send it once', async () => {
  const { id } = (await halt(devices[0])).body.data;
  let sent = 0;
  const stop = app.kit.signals.on('command.queued', (signal) => {
    if (signal.id === id) sent += 1;
  });
  await place(0);
  const workers: Promise<void>[] = [];
  await whileLocked(devices[0], () => {
    workers.push(releaseWaiting(app.kit), releaseWaiting(app.kit));
    return lockWaits(app, 2);
  });
  await Promise.all(workers);
  stop();
  expect(sent).toBe(1);
});

test('a command is not sent if its device moves on while the worker waits for it', async () => {
  await halt(devices[0]);
  await place(0);
  const workers: Promise<void>[] = [];
  await whileLocked(devices[0], async () => {
    workers.push(releaseWaiting(app.kit));
    await lockWaits(app, 1);
    await place(40);
  });
  await Promise.all(workers);
  expect(await newest(devices[0])).toMatchObject({ state: 'queued', waitsFor: 'moving' });
});

test('a command that a slice refuses to let leave fails with that refusal, and holds up no other', async () => {
  await halt(devices[0]);
  await halt(devices[1]);
  await place(0);
  const refusing: Listeners = {
    inTransaction: {
      'command.queued': async (_context, { device: { id } }) => {
        if (id === devices[0]) throw refuse(409, 'asleep');
      },
    },
  };
  await releaseWaiting({ ...app.kit, listeners: [...app.kit.listeners, refusing] });
  expect(await newest(devices[0])).toMatchObject({ state: 'failed', reason: 'asleep' });
  expect(await newest(devices[1])).toMatchObject({ state: 'queued', waitsFor: null });
});

test('waiting commands take the same number of statements to check, however many there are', async () => {
  expect(devices.length).toBeGreaterThan(1);
  const statements = () => countStatements(app, () => releaseWaiting(app.kit));
  await halt(devices[0]);
  const forOne = await statements();
  for (const id of devices.slice(1)) expect((await halt(id)).body.data.waitsFor).toBe('moving');
  expect(await statements()).toBe(forOne);
});

test('nothing is read while no app declares a command that waits', async () => {
  const apps = app.kit.apps.map(({ commands = {}, ...rest }) => ({
    ...rest,
    commands: Object.fromEntries(
      Object.entries(commands).map(([method, { waitSeconds: _, ...command }]) => [method, command]),
    ),
  }));
  expect(await countStatements(app, () => releaseWaiting({ ...app.kit, apps }))).toBe(0);
  expect(await countStatements(app, () => releaseWaiting(app.kit))).toBeGreaterThan(0);
});

test('a command still waits after the next start of the server', async () => {
  const restarted = await rasid();
  const customer = await restarted.signIn('customer@rasid.test');
  const path = commandsOf(devices[0] ?? 0);
  const before = await customer.call('POST', path, { body: { method: 'halt' } });
  expect(before.body.data).toMatchObject({ state: 'queued', waitsFor: 'position-old' });
  await restarted.start();
  const tracker = await testDevice(restarted, customer, `id=${devices[0]}`);
  const read = async () => (await customer.call('GET', path)).body.data[0];
  const drive = (speed: number) => tracker.publish({ ts: Date.now(), position: { lat: 24.7, lng: 46.7, speed } });
  await drive(30);
  await eventually(read, ({ waitsFor }) => waitsFor === 'moving');
  await drive(0);
  await eventually(read, ({ waitsFor }) => waitsFor === null);
  await tracker.end();
  await restarted.close();
});
