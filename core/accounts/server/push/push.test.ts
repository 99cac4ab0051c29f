import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { importJWK, jwtVerify } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ReceivedCall, startReceiver, type TestReceiver } from '#main/testing/test-receiver.ts';
import { personOn, type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import type { PushDevice, PushNotice } from '../../common/push.ts';
import { queuePushes, sendDuePushes, takeFailedPushes } from './push-outbox.ts';
import { vapidKeys } from './vapid-keys.ts';

let app: Rasid;
let viewer: TestPerson;
let service: TestReceiver;
let userId: number;
const path = '/user/push-device';

beforeAll(async () => {
  app = await rasid();
});
afterAll(() => app.close());
beforeEach(async () => {
  service = await startReceiver();
  service.answer = () => ({ status: 201 });
  await app.kit.pool.query('DELETE FROM push_subscription');
  await app.kit.pool.query('DELETE FROM push_outbox');
  viewer = await app.signIn('viewer@rasid.test');
  userId = (await viewer.call('GET', '/session')).body.data.user.id;
});
afterEach(() => service.close());

/** The parts of its subscription that a browser stores. */
function browser() {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const auth = randomBytes(16);
  const endpoint = `${service.url}/${randomUUID()}`;
  const body = {
    endpoint,
    keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
  };
  return { body, endpoint, decrypt: (call: ReceivedCall) => decrypt(call.body, keys, auth) };
}

/** Decrypts the content of a push by RFC 8291. */
function decrypt(content: Buffer, keys: ReturnType<typeof createECDH>, auth: Buffer): PushNotice {
  const salt = content.subarray(0, 16);
  const length = content.readUInt8(20);
  const sender = content.subarray(21, 21 + length);
  const derive = (secret: Buffer, by: Buffer, info: Buffer, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, by, info, bytes));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const input = derive(keys.computeSecret(sender), auth, info, 32);
  const key = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const body = content.subarray(21 + length);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(body.subarray(-16));
  const padded = Buffer.concat([decipher.update(body.subarray(0, -16)), decipher.final()]);
  return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString('utf8'));
}

/** Registers a browser in a separate session. */
const registerAnother = async () => register(browser(), await app.signIn('viewer@rasid.test'));
const register = async (one = browser(), person = viewer) => ({
  ...one,
  device: (await person.call('POST', path, { body: one.body })).body.data as PushDevice,
});
const devices = async (person = viewer): Promise<PushDevice[]> => (await person.call('GET', path)).body.data;
const notice: PushNotice = {
  title: 'حرج: تسرّب',
  body: 'فوق 80 %',
  tag: 'alarm-1',
  address: '/sample/alarms/operational?alarm=1',
  locale: 'ar',
};
const queue = (reference: string = randomUUID()) =>
  inSystem(app.kit.db, (tx) => queuePushes(tx, [{ userId, notice, reference }]));
const send = () => sendDuePushes(app.kit);
const failed = () => inSystem(app.kit.db, takeFailedPushes);
const passTime = () => app.kit.pool.query('UPDATE push_outbox SET next_attempt_at = now()');

test('a notification reaches each browser of the person encrypted, signed by the installation', async () => {
  const [first, second] = [await register(), await registerAnother()];
  await queue();
  await send();
  expect(service.received).toHaveLength(2);
  for (const one of [first, second]) {
    const call = service.received.find(({ path }) => one.endpoint.endsWith(path)) as ReceivedCall;
    expect(call.body.toString('latin1')).not.toContain('alarm');
    expect(call.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '14400', urgency: 'high' });
    expect(one.decrypt(call)).toEqual(notice);
  }
  const { publicKey } = (await viewer.call('GET', '/user/push-key')).body.data;
  const [, token = '', key] = /^vapid t=(.+), k=(.+)$/.exec(String(service.received[0]?.headers.authorization)) ?? [];
  expect(key).toBe(publicKey);
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const jwk = await importJWK({ kty: 'EC', crv: 'P-256', x: x as string, y: y as string }, 'ES256');
  const { payload } = await jwtVerify(token, jwk, { audience: new URL(service.url).origin });
  expect(payload.sub).toBe('mailto:no-reply@localhost');
});

test('the keys of the installation are made once, sealed, and the settings may give others', async () => {
  const [one, other] = await Promise.all([vapidKeys(app.kit), vapidKeys(app.kit)]);
  expect(one).toEqual(other);
  const { rows } = await app.kit.pool.query('SELECT public_key, sealed FROM vapid_key');
  expect(rows).toHaveLength(1);
  expect(rows[0].sealed.toString('latin1')).not.toContain(one.privateKey);
  const vapid = { publicKey: 'given', privateKey: 'given' };
  expect(await vapidKeys({ ...app.kit, settings: { ...app.kit.settings, vapid } })).toEqual(vapid);
});

test.each([404, 410])(
  'a browser whose push service answers %i is removed, and its notification has failed',
  async (status) => {
    await register();
    service.answer = () => ({ status });
    const reference = randomUUID();
    await queue(reference);
    await send();
    expect(await devices()).toEqual([]);
    expect(await failed()).toEqual([reference]);
    expect(await failed()).toEqual([]);
  },
);

test('a push service that fails is tried again, and one browser that gets the notification is enough', async () => {
  const first = await register();
  await registerAnother();
  service.answer = ({ path }) => ({ status: first.endpoint.endsWith(path) ? 201 : 500 });
  await queue();
  for (let attempt = 0; attempt < 6; attempt++) {
    await send();
    await passTime();
  }
  expect(service.received).toHaveLength(1 + 5);
  expect(await failed()).toEqual([]);
  expect((await devices()).map(({ deliveredAt }) => deliveredAt !== null)).toEqual([false, true]);
});

test('a browser gets no notifications after its session has ended', async () => {
  await register();
  await queue();
  await viewer.call('POST', '/user/logout');
  await send();
  await queue();
  await send();
  expect(service.received).toEqual([]);
  expect((await app.kit.pool.query('SELECT FROM push_subscription')).rowCount).toBe(0);
});

test('a browser belongs to the person who registered it last', async () => {
  const shared = await register();
  const operator = await app.signIn('operator@rasid.test');
  await register(shared, operator);
  expect(await devices()).toEqual([]);
  expect(await devices(operator)).toMatchObject([{ current: true }]);
  await queue();
  await send();
  expect(service.received).toEqual([]);
});

test('a browser that registers again in its session stays as it is', async () => {
  const { body, device } = await register();
  expect((await viewer.call('POST', path, { body })).body.data).toEqual(device);
  expect(await devices()).toEqual([device]);
  const { device: renewed } = await register();
  expect(await devices()).toEqual([renewed]);
});

test('a person lists, tests and removes only their own browsers', async () => {
  const { device, decrypt: read } = await register();
  const operator = await app.signIn('operator@rasid.test');
  expect(await devices(operator)).toEqual([]);
  expect((await operator.call('DELETE', `${path}/${device.id}`)).status).toBe(404);
  expect((await operator.call('POST', `${path}/${device.id}/test`)).status).toBe(404);
  await viewer.call('POST', `${path}/${device.id}/test`, { headers: { 'accept-language': 'ar' } });
  await send();
  expect(read(service.received[0] as ReceivedCall)).toMatchObject({ tag: 'test', address: '/' });
  expect((await viewer.call('DELETE', `${path}/${device.id}`)).status).toBe(204);
  expect(await devices()).toEqual([]);
});

test('a session as the owner of a company does not change the browsers of the owner', async () => {
  const customer = await app.signIn('customer@rasid.test');
  const { device } = await register(browser(), customer);
  const { company } = (await customer.call('GET', '/session')).body.data;
  const opener = await app.signIn('integrator@rasid.test');
  const opened = await opener.call('POST', '/user/login-as-company-owner', { body: { companyId: company.id } });
  const owner = personOn(app.http, opened.body.data.token);
  const replies = [
    await owner.call('POST', path, { body: browser().body }),
    await owner.call('POST', `${path}/${device.id}/test`),
    await owner.call('DELETE', `${path}/${device.id}`),
  ];
  expect(replies.map(({ status, body }) => [status, body.word])).toEqual(Array(3).fill([409, 'not-as-owner']));
  expect(await devices(customer)).toEqual([device]);
});

test('the latest twenty browsers of a person are kept', async () => {
  await app.kit.pool.query(
    `INSERT INTO push_subscription (user_id, session_id, endpoint, p256dh, auth)
     SELECT $1, (SELECT id FROM session WHERE user_id = $1 AND revoked_at IS NULL ORDER BY created_at LIMIT 1), 'https://push.example/' || n, 'key', 'auth' FROM generate_series(1, 20) n`,
    [userId],
  );
  const { device } = await register();
  const kept = await devices();
  expect([kept.length, kept[0]?.id]).toEqual([20, device.id]);
});

test('invalid keys remove the browser, and an address that may not be called is refused', async () => {
  const { body } = browser();
  const broken = { ...body.keys, p256dh: 'A'.repeat(87) };
  expect((await viewer.call('POST', path, { body: { ...body, keys: broken } })).status).toBe(201);
  await queue();
  await send();
  expect(await devices()).toEqual([]);
  const { settings } = app.kit;
  Object.assign(app.kit, { settings: { ...settings, privateCalls: false } });
  try {
    expect((await viewer.call('POST', path, { body })).body.errors).toEqual([
      { param: 'endpoint', msg: 'httpsAddress' },
    ]);
  } finally {
    Object.assign(app.kit, { settings });
  }
});
