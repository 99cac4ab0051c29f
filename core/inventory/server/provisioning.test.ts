import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deviceWithSecret } from '#core/devices/server/api.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let customer: TestPerson;
let other: TestPerson;
let reem: number;
let structure: number;
const tank = 90101;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  other = await app.signIn('other@rasid.test');
  reem = (await customer.call('GET', '/session')).body.data.company.id;
  structure = (await app.kit.pool.query('SELECT min(id) AS id FROM structure WHERE company_id = $1', [reem])).rows[0]
    .id;
});
afterAll(() => app.close());

let count = 0;
const nextSerial = () => `70B3D5AC${(++count).toString(16).toUpperCase().padStart(4, '0')}`;
type Key = { id: number; key: string; secret: string };
const newKey = async (body: object = {}): Promise<Key> =>
  (
    await customer.call('POST', '/provisioning-key', {
      body: {
        app: 'sample',
        hardwareId: tank,
        name: 'Batch',
        strategy: 'create',
        most: 10,
        expiresAt: inDays(30),
        ...body,
      },
    })
  ).body.data;
const proofOf = (secret: string, serial: string, nonce: string, ts: number) =>
  createHmac('sha256', secret).update(`${serial}.${nonce}.${ts}`).digest('hex');
let address = 0;
/** Requests like a device; each request comes from another address, since ten per minute are allowed. */
async function provision({ key, secret }: Key, serial: string, { ts = Date.now(), signedWith = secret } = {}) {
  const nonce = randomUUID();
  const reply = await app.http.inject({
    method: 'POST',
    url: '/api/v1/provision',
    payload: { key, serial, nonce, ts, proof: proofOf(signedWith, serial, nonce, ts) },
    remoteAddress: `198.51.100.${++address}`,
  });
  return { status: reply.statusCode, body: reply.json() };
}

test('a key is made for an app of the company, and for no other', async () => {
  const { company } = (await other.call('GET', '/session')).body.data;
  const body = { app: 'sample', hardwareId: tank, name: 'Batch', strategy: 'create', most: 10, expiresAt: inDays(30) };
  const errors = async () => (await other.call('POST', '/provisioning-key', { body })).body.errors;
  expect(await errors()).toBeUndefined();
  await app.kit.pool.query("DELETE FROM company_app WHERE company_id = $1 AND app_id = 'sample'", [company.id]);
  expect(await errors()).toEqual([{ param: 'app', msg: 'invalid' }]);
  await app.kit.pool.query("INSERT INTO company_app (company_id, app_id) VALUES ($1, 'sample')", [company.id]);
});

test('a device fetches its secret once with a proven request, and signs in with it', async () => {
  const key = await newKey();
  const serial = nextSerial();
  const first = await provision(key, serial);
  expect(first.status).toBe(200);
  const { name, secret } = first.body.data;
  expect(await deviceWithSecret(app.kit, name, secret)).toBeTypeOf('number');
  const second = await provision(key, serial);
  expect([second.status, second.body.word, second.body.code]).toEqual([409, 'already-provisioned', '01100409']);
  const [device] = (await customer.call('GET', `/sample/device?search=${serial}`)).body.data;
  expect(device).toMatchObject({ serial, state: 'inventory' });
  await customer.call('POST', `/sample/device/${device.id}/provision-again`);
  const again = await provision(key, serial);
  expect(again.status).toBe(200);
  expect(await deviceWithSecret(app.kit, name, secret)).toBeNull();
  expect((await provision(key, serial)).status).toBe(409);
});

test('a wrong proof, an unknown key, a wrong clock and an expired key are refused in the same way', async () => {
  const key = await newKey();
  const expired = await newKey();
  await app.kit.pool.query("UPDATE provisioning_key SET expires_at = now() - interval '1 second' WHERE id = $1", [
    expired.id,
  ]);
  const replies = await Promise.all([
    provision(key, nextSerial(), { signedWith: 'another secret' }),
    provision({ ...key, key: 'unknown' }, nextSerial()),
    provision(key, nextSerial(), { ts: Date.now() - 6 * 60_000 }),
    provision(expired, nextSerial()),
  ]);
  for (const { status, body } of replies) expect([status, body.word]).toEqual([404, 'not-found']);
});

test('a key for known devices provisions only those of the inventory', async () => {
  const key = await newKey({ strategy: 'known' });
  const serial = nextSerial();
  expect((await provision(key, serial)).status).toBe(404);
  await customer.call('POST', '/sample/device', { body: { serial, hardwareId: tank } });
  expect((await provision(key, serial)).status).toBe(200);
});

test('a serial number that another company has is provisioned like a free one, so that nobody learns of it', async () => {
  const key = await newKey();
  const foreign = await app.kit.pool.query(
    "SELECT serial FROM device WHERE company_id <> $1 AND app = 'sample' LIMIT 1",
    [reem],
  );
  const { name, secret } = (await provision(key, foreign.rows[0].serial)).body.data;
  const id = await deviceWithSecret(app.kit, name, secret);
  const { rows } = await app.kit.pool.query('SELECT company_id FROM device WHERE id = $1', [id]);
  expect(rows).toEqual([{ company_id: reem }]);
});

test('a key adds no more devices than its limit, installs them in its site, and ends when it is deleted', async () => {
  const key = await newKey({ most: 1, structureId: structure });
  const serial = nextSerial();
  expect((await provision(key, serial)).status).toBe(200);
  const [device] = (await customer.call('GET', `/sample/device?search=${serial}`)).body.data;
  expect(device).toMatchObject({ state: 'installed', structure: { id: structure } });
  expect((await provision(key, nextSerial())).status).toBe(404);
  const open = await newKey();
  await customer.call('DELETE', `/provisioning-key/${open.id}`);
  expect((await provision(open, nextSerial())).status).toBe(404);
});

test('the secret of a key is shown once and stored sealed in the database', async () => {
  const key = await newKey();
  const listed = (await customer.call('GET', '/provisioning-key?limit=1')).body.data[0];
  expect(listed).toMatchObject({ id: key.id, used: 0 });
  expect(listed).not.toHaveProperty('secret');
  const stored = await app.kit.pool.query('SELECT * FROM provisioning_key WHERE id = $1', [key.id]);
  expect(JSON.stringify(stored.rows)).not.toContain(key.secret);
  expect(
    (
      await customer.call('POST', '/provisioning-key', {
        body: { app: 'sample', hardwareId: 1, name: 'x', strategy: 'known', most: 1, expiresAt: inDays(400) },
      })
    ).status,
  ).toBe(418);
});

const opened = async () => {
  const serial = nextSerial();
  const device = (await customer.call('POST', '/sample/device', { body: { serial, hardwareId: tank } })).body.data;
  const { key } = (await customer.call('PUT', `/sample/device/${device.id}/claim-key`)).body.data;
  return { serial, key, id: device.id };
};
const claim = (serial: string, key: string, person = other) =>
  person.call('POST', '/device/claim', { body: { serial, key } });

test('a device that its owner opened is claimed with the key of its label', async () => {
  const { serial, key, id } = await opened();
  const claimed = await claim(serial, key.toLowerCase());
  expect(claimed.body.data).toMatchObject({ app: 'sample' });
  expect((await other.call('GET', `/sample/device/${claimed.body.data.id}`)).body.data).toMatchObject({
    serial,
    state: 'inventory',
  });
  expect((await customer.call('GET', `/sample/device/${id}`)).body.data.state).toBe('removed');
  expect((await claim(serial, key)).body.word).toBe('claim-refused');
});

test('a wrong claim key and an unknown serial are answered in the same way', async () => {
  const { serial } = await opened();
  const unknown = await claim(nextSerial(), 'ABCDEFGHJK');
  const wrong = await claim(serial, 'ABCDEFGHJK');
  expect(wrong.body).toEqual({ ...unknown.body, requestId: wrong.body.requestId });
});

test('the right claim key finds its device although a stranger has entered the serial number too', async () => {
  const { serial, key } = await opened();
  const stranger = await app.signIn('newcomer@rasid.test');
  const { company } = (await stranger.call('GET', '/session')).body.data;
  await stranger.call('PUT', `/company/${company.id}/app/sample/trial`);
  const entered = await stranger.call('POST', '/sample/device', { body: { serial, hardwareId: tank } });
  expect(entered.status).toBe(201);
  await stranger.call('PUT', `/sample/device/${entered.body.data.id}/claim-key`);
  expect((await claim(serial, key)).body.data).toMatchObject({ app: 'sample' });
});

test('a company that has entered a serial number itself is not given another device with it', async () => {
  const { serial, key } = await opened();
  await other.call('POST', '/sample/device', { body: { serial, hardwareId: tank } });
  const refused = await claim(serial, key);
  expect([refused.status, refused.body.word]).toEqual([409, 'serial-in-use']);
});

test('wrong claim keys stop the person who enters them, but not people with the right key', async () => {
  const { serial, key } = await opened();
  const stranger = await app.signIn('newcomer@rasid.test');
  for (let n = 0; n < 10; n++) expect((await claim(serial, `ABCDEFGHJ${n}`, stranger)).body.word).toBe('claim-refused');
  expect((await claim(serial, key, stranger)).status).toBe(429);
  expect((await claim(serial, key)).status).toBe(200);
});
