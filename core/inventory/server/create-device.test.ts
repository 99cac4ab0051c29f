import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deviceWithSecret } from '#core/devices/server/api.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let newcomer: TestPerson;
let customer: TestPerson;
let company: number;
let structure: { id: number };

beforeAll(async () => {
  app = await rasid();
  newcomer = await app.signIn('newcomer@rasid.test');
  customer = await app.signIn('customer@rasid.test');
  company = (await newcomer.call('GET', '/session')).body.data.company.id;
  expect((await newcomer.call('PUT', `/company/${company}/app/sample/trial`)).status).toBe(200);
  structure = (
    await newcomer.call('POST', `/company/${company}/structure`, {
      body: {
        name: 'First site',
        kind: 'building',
        countryId: 233,
        cityId: null,
        areaId: null,
        address: '',
        location: null,
        parentId: null,
      },
    })
  ).body.data;
});
afterAll(() => app.close());
beforeEach(() => app.kit.pool.query('UPDATE app_trial SET used = 0'));

const tank = 90101;
let count = 0;
const nextSerial = () => `70B3D5AA${(++count).toString(16).toUpperCase().padStart(4, '0')}`;
const add = (body: object, person = newcomer, headers = {}) =>
  person.call('POST', '/sample/device', { body: { hardwareId: tank, ...body }, headers });

test('an added device is in the inventory, named after its model and without a subscription', async () => {
  const reply = await add({ serial: '70:b3:d5:aa:ff:01' });
  expect(reply.status).toBe(201);
  expect(reply.body.data).toMatchObject({
    serial: '70B3D5AAFF01',
    name: 'Tank 1 FF01',
    state: 'inventory',
    structure: null,
    token: 'none',
  });
  const log = await newcomer.call('GET', `/sample/device/${reply.body.data.id}/log`);
  expect(log.body.data.map(({ kind }: { kind: string }) => kind)).toEqual(['added']);
});

test('a device has a user name once its secret was made', async () => {
  const { id, serial, credentialName } = (await add({ serial: nextSerial() })).body.data;
  expect(credentialName).toBeNull();
  await newcomer.call('PUT', `/sample/device/${id}/credential`);
  expect((await newcomer.call('GET', `/sample/device/${id}`)).body.data.credentialName).toBe(serial);
});

test('a device that is added with a place is installed there and counted', async () => {
  const reply = await add({ serial: nextSerial(), name: 'Roof tank', structureId: structure.id });
  expect(reply.body.data).toMatchObject({ name: 'Roof tank', state: 'installed', structure: { id: structure.id } });
  const counted = await app.kit.pool.query('SELECT devices FROM structure_solution WHERE structure_id = $1', [
    structure.id,
  ]);
  expect(counted.rows).toEqual([{ devices: 1 }]);
  const unknown = await add({ serial: nextSerial(), structureId: 999_999 });
  expect([unknown.status, unknown.body.word]).toEqual([409, 'place-not-found']);
});

test('a device that is added under a trial gets a subscription until the trial ends, as long as there are some', async () => {
  const trial = (await newcomer.call('GET', `/company/${company}/app`)).body.data.apps.find(
    ({ id }: { id: string }) => id === 'sample',
  ).trial;
  const replies = await Promise.all([1, 2, 3, 4].map(() => add({ serial: nextSerial(), activate: true })));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409]);
  for (const { body } of replies.filter(({ status }) => status === 201))
    expect(body.data).toMatchObject({ token: 'active', expirationAt: trial.expiresAt });
  expect(replies.find(({ status }) => status === 409)?.body.word).toBe('no-subscription');
});

test('a device that cannot be added does not use a subscription', async () => {
  const serial = nextSerial();
  await add({ serial });
  expect((await add({ serial, activate: true })).status).toBe(418);
  expect((await app.kit.pool.query('SELECT used FROM app_trial')).rows).toEqual([{ used: 0 }]);
});

test('no subscription is given after the end of a trial', async () => {
  await app.kit.pool.query("UPDATE app_trial SET expires_at = now() - interval '1 second'");
  expect((await add({ serial: nextSerial(), activate: true })).body.word).toBe('no-subscription');
  await app.kit.pool.query("UPDATE app_trial SET expires_at = now() + interval '30 days'");
});

test('a repeated call with the same key adds one device', async () => {
  const body = { serial: nextSerial() };
  const headers = { 'idempotency-key': 'add-one-device' };
  const first = await add(body, newcomer, headers);
  const second = await add(body, newcomer, headers);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body).toEqual(first.body);
});

test('a serial number is refused if the company already has it, or if it does not fit the model', async () => {
  const fault = async (body: object) => (await add(body)).body.errors;
  const serial = nextSerial();
  await add({ serial });
  expect(await fault({ serial })).toEqual([{ param: 'serial', msg: 'serialKnown' }]);
  expect(await fault({ serial: nextSerial(), hardwareId: 90401 })).toEqual([{ param: 'serial', msg: 'serialDevEui' }]);
  expect(await fault({ serial: 'A84041FFFF18C2D1', hardwareId: 201 })).toEqual([
    { param: 'hardwareId', msg: 'invalid' },
  ]);
  expect((await add({ serial: 'A84041FFFF18C2D1', hardwareId: 90401 })).status).toBe(201);
});

test('a serial number that another company has is accepted like a free one, so that nobody learns of it', async () => {
  const foreign = await app.kit.pool.query("SELECT serial FROM device WHERE app = 'sample' ORDER BY id LIMIT 2");
  const [byHand, byImport] = foreign.rows.map((row) => row.serial);
  expect((await add({ serial: byHand })).status).toBe(201);
  const lines = [{ serial: byImport, model: 'Tank 1' }];
  const imported = await newcomer.call('POST', '/sample/device/import', { body: { dryRun: false, lines } });
  expect(imported.body.data).toEqual([{ outcome: 'created', errors: [] }]);
});

test('two companies that entered the same serial number each sign in to their own device', async () => {
  const serial = nextSerial();
  const connect = async (person: TestPerson) => {
    const { id } = (await add({ serial }, person)).body.data;
    const { name, secret } = (await person.call('PUT', `/sample/device/${id}/credential`)).body.data;
    expect(name).toBe(serial);
    return { id, secret };
  };
  const devices = [await connect(newcomer), await connect(customer)];
  for (const { id, secret } of devices) expect(await deviceWithSecret(app.kit, serial, secret)).toBe(id);
  expect(await deviceWithSecret(app.kit, serial, 'wrong')).toBeNull();
});

test('who may install but not create adds devices with a place only; a viewer adds none', async () => {
  const { company: reem } = (await customer.call('GET', '/session')).body.data;
  const structures = (await customer.call('GET', `/company/${reem.id}/structure`)).body.data;
  const viewer = await app.signIn('viewer@rasid.test');
  expect((await add({ serial: nextSerial() }, viewer)).status).toBe(403);
  await app.kit.pool.query(
    "UPDATE company_relation SET contract_abilities = ARRAY['sample.device.read', 'sample.device.install'] WHERE client_id = $1",
    [reem.id],
  );
  const integrator = await app.signIn('integrator@rasid.test');
  const acting = { 'customer-id': String(reem.id) };
  expect((await add({ serial: nextSerial() }, integrator, acting)).body.errors).toEqual([
    { param: 'structureId', msg: 'Required' },
  ]);
  const added = await add({ serial: nextSerial(), structureId: structures[0].id }, integrator, acting);
  expect([added.status, added.body.data?.companyId]).toEqual([201, reem.id]);
});
