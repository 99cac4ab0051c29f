import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { TestLock } from './test-lock.ts';

let app: Rasid;
let customer: TestPerson;
let door: TestDevice;
/** A lock that no other test has opened. */
let gate: TestDevice;
beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
  door = await testDevice(app, customer, 'hardwareId=1101', '/metrowatch');
  gate = await testDevice(app, customer, 'hardwareId=1101&skip=1', '/metrowatch');
  await new TestLock(door).connect();
  await new TestLock(gate).connect();
});
afterAll(async () => {
  await Promise.all([door.end(), gate.end()]);
  await app.close();
});

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
const post = (path: string, body: object) => customer.call('POST', `/metrowatch${path}`, { body });

/** Makes a change while somebody else changes the grant and then its credentials, as revoking does. */
async function whileRevoking(grantId: number, change: () => ReturnType<TestPerson['call']>) {
  const client = await app.kit.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT FROM access_grant WHERE id = $1 FOR UPDATE', [grantId]);
    const changing = change();
    await eventually(
      () =>
        app.kit.pool.query(
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        ),
      ({ rowCount }) => (rowCount ?? 0) > 0,
    );
    const free = await client.query('SELECT FROM access_credential WHERE grant_id = $1 FOR UPDATE SKIP LOCKED', [
      grantId,
    ]);
    await client.query('COMMIT');
    return { free: free.rowCount, status: (await changing).status };
  } finally {
    client.release();
  }
}

test('opening a lock by a link waits for the grant first, so that revoking it at the same moment causes no deadlock', async () => {
  const made = await post('/user-access', {
    mode: 'onetime',
    methods: ['link'],
    deviceIds: [door.id],
    to: hours(1),
  });
  const { id, secrets } = made.body.data;
  const path = `/metrowatch/access-token/public/${secrets.links[0].url.split('/').at(-1)}/unlock`;
  const outcome = await whileRevoking(id, () => app.anonymous.call('POST', path, { body: { key: randomUUID() } }));
  expect(outcome).toEqual({ free: 1, status: 200 });
});

test('blocking a means of access waits for its grant first, so that revoking it at the same moment causes no deadlock', async () => {
  const holder = { name: 'Order', email: 'order@locks.test' };
  const made = await post('/user-access', {
    mode: 'calendar-mode',
    methods: ['link'],
    holder,
    deviceIds: [door.id],
    windows: [{ from: hours(1), to: hours(2) }],
  });
  const { id, credentials } = made.body.data;
  const outcome = await whileRevoking(id, () => post(`/access-token/${credentials[0].id}/block`, {}));
  expect(outcome).toEqual({ free: 1, status: 200 });
});

test('opening a lock waits for the grant first, so that revoking it at the same moment causes no deadlock', async () => {
  const guest = await app.signIn('viewer@rasid.test');
  const { id: userId } = (await guest.call('GET', '/session')).body.data.user;
  const given = { mode: 'fulltime', methods: ['app'], holder: { userId }, deviceIds: [gate.id] };
  const { id } = (await post('/user-access', given)).body.data;
  const outcome = await whileRevoking(id, () =>
    guest.call('POST', `/metrowatch/device/${gate.id}/unlock`, { body: {} }),
  );
  expect(outcome).toEqual({ free: 1, status: 201 });
});
