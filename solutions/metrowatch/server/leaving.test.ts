import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { TestLock } from './locks/test-lock.ts';

let app: Rasid;
let customer: TestPerson;
let company: number;
let operator: { id: number };
let door: TestDevice;
let sleeper: TestDevice;
let lock: TestLock;
let slow: TestLock;

beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
  company = (await customer.call('GET', '/session')).body.data.company.id;
  const people = (await customer.call('GET', `/company/${company}/user`)).body.data;
  operator = people.find(({ email }: { email: string }) => email === 'operator@rasid.test');
  door = await testDevice(app, customer, 'hardwareId=1101', '/metrowatch');
  sleeper = await testDevice(app, customer, 'hardwareId=1101&skip=1', '/metrowatch');
  lock = await new TestLock(door).connect();
  slow = await new TestLock(sleeper).connect();
});
afterAll(async () => {
  await Promise.all([door.end(), sleeper.end()]);
  await app.close();
});

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  customer.call(method, `/metrowatch${path}`, body === undefined ? {} : { body });
const suspend = (status: 'suspended' | 'active') =>
  customer.call('PATCH', `/company/${company}/user/${operator.id}`, { body: { status } });
const newest = async () => {
  const [{ id }] = (await call('GET', '/user-access/revocation?limit=1')).body.data;
  return (await call('GET', `/user-access/revocation/${id}`)).body.data;
};
const grantOf = async (id: number) => (await call('GET', `/user-access/${id}`)).body.data;
const set = (id: number) =>
  eventually(
    () => grantOf(id),
    ({ credentials }) =>
      credentials.every(({ kind, sync }: { kind: string; sync: string }) => kind !== 'pin' || sync === 'set'),
  );
type Row = { device: { id: number }; confirmed: boolean; removedAt: string | null };
const left = ({ list }: { list: Row[] }) => list.filter(({ confirmed }) => !confirmed).map(({ device }) => device.id);
let revocation: { id: number };
let before: { pin: string };

test('the locks that still hold a code of somebody who left are named until each has confirmed it', async () => {
  const made = await call('POST', '/user-access', {
    mode: 'fulltime',
    holder: { userId: operator.id },
    methods: ['app', 'pin'],
    deviceIds: [door.id, sleeper.id],
  });
  before = made.body.data.secrets;
  await set(made.body.data.id);
  const leaving = async (userId: number) =>
    (await call('GET', `/user-access/leaving?userId=${userId}`)).body.data as {
      grants: number;
      codes: number;
      locks: { id: number }[];
    };
  const loses = await leaving(operator.id);
  expect(loses.locks.map(({ id }) => id)).toEqual(expect.arrayContaining([door.id, sleeper.id]));
  expect(loses.codes).toBeGreaterThanOrEqual(2);
  expect(await leaving(0x7fffffff)).toEqual({ grants: 0, codes: 0, cards: 0, locks: [] });
  slow.stuck = true;
  await suspend('suspended');
  const half = await eventually(newest, (one) => left(one).length === 1);
  expect([left(half), half.locks, half.confirmed, half.reason]).toEqual([[sleeper.id], 2, 1, 'holder-left']);
  const early = await call('POST', `/user-access/revocation/${half.id}/report`, { language: 'en' });
  expect([early.status, early.body.word]).toEqual([409, 'codes-still-on-locks']);
  slow.codes = {};
  slow.stuck = false;
  await slow.list();
  const whole = await eventually(newest, (one) => left(one).length === 0);
  expect(whole.list.every(({ removedAt }: Row) => removedAt !== null)).toBe(true);
  revocation = whole;
});

test('the person who removed somebody is referred to the list of locks', async () => {
  const { data } = (await customer.call('GET', '/notice')).body;
  expect(data).toContainEqual(
    expect.objectContaining({ kind: 'access', path: `/SmartTrack/access-management/revocations/${revocation.id}` }),
  );
});

test('the signed list is confirmed to anyone with its code, until what is stored differs', async () => {
  const asked = await call('POST', `/user-access/revocation/${revocation.id}/report`, { language: 'ar' });
  expect(asked.status, JSON.stringify(asked.body)).toBe(201);
  const { rows } = await app.kit.pool.query('SELECT page, data FROM print_document WHERE id = $1', [
    asked.body.data.id,
  ]);
  const [{ page, data }] = rows;
  expect([page, data.locks.length, data.seal.length]).toEqual(['access-revocation', 2, 64]);
  const check = async () =>
    (await app.anonymous.call('GET', `/metrowatch/revocation/${data.address.split('/').at(-1)}`)).body.data;
  expect(await check()).toMatchObject({ unchanged: true, locks: 2, seal: data.seal });
  await app.kit.pool.query(
    "UPDATE access_credential SET removed_at = removed_at + interval '1 hour' WHERE device_id = $1",
    [door.id],
  );
  expect((await check()).unchanged).toBe(false);
});

test('access is given back with new codes within ten minutes, once, to somebody whose account is active again', async () => {
  const undo = () => call('POST', `/user-access/revocation/${revocation.id}/undo`);
  expect((await undo()).body.word).toBe('holder-not-active');
  await suspend('active');
  const undone = await undo();
  expect(undone.status, JSON.stringify(undone.body)).toBe(200);
  const [grant] = undone.body.data;
  expect(grant).toMatchObject({ mode: 'fulltime', state: 'active', holder: { userId: operator.id } });
  expect(grant.secrets.pin).toMatch(/^\d{6}$/);
  expect(grant.secrets.pin).not.toBe(before.pin);
  await set(grant.id);
  expect(Object.keys(lock.codes)).toHaveLength(1);
  expect((await undo()).body.word).toBe('already-given-back');
});

test('after ten minutes access is not given back any more', async () => {
  const [{ holder }] = (await call('GET', '/user-access?state=active&mode=fulltime&limit=50')).body.data.filter(
    (one: { holder: { userId: number | null } }) => one.holder.userId === operator.id,
  );
  const taken = (await call('POST', `/user-access/holder/${holder.id}/revoke`)).body.data;
  expect(taken.grants).toBeGreaterThan(0);
  await app.kit.pool.query("UPDATE access_revocation SET created_at = now() - interval '11 minutes' WHERE id = $1", [
    taken.revocationId,
  ]);
  const late = await call('POST', `/user-access/revocation/${taken.revocationId}/undo`);
  expect([late.status, late.body.word]).toEqual([409, 'undo-too-late']);
});

test('a lock that is uninstalled before it has confirmed counts as not confirmed, and nothing is signed', async () => {
  const holder = { name: 'Khalid', email: 'khalid@visitors.test' };
  const made = await call('POST', '/user-access', {
    mode: 'fulltime',
    holder,
    methods: ['pin'],
    deviceIds: [door.id, sleeper.id],
  });
  const { id, holder: kept } = made.body.data;
  await set(id);
  slow.stuck = true;
  const revoked = await call('POST', `/user-access/holder/${kept.id}/revoke`);
  const address = `/user-access/revocation/${revoked.body.data.revocationId}`;
  const read = async () => (await call('GET', address)).body.data;
  await eventually(read, (one) => left(one).length === 1);
  expect((await call('PUT', `/device/${sleeper.id}/remove`, { to: 'inventory' })).status).toBe(200);
  const { list, locks, confirmed } = await read();
  const here = list.find(({ device }: Row) => device.id === sleeper.id);
  expect([here.confirmed, here.uninstalled, here.removedAt, confirmed, locks]).toEqual([false, true, null, 1, 2]);
  const signed = await call('POST', `${address}/report`, { language: 'en' });
  expect([signed.status, signed.body.word]).toEqual([409, 'codes-still-on-locks']);
});
