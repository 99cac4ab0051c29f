import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoCompanies, grantApp } from '#core/accounts/server/api.ts';
import { eventually, type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { inSystem } from '#platform/server/postgres/database.ts';

let app: Rasid;
let customer: TestPerson;
let sensor: TestDevice;
let controller: TestDevice;
let location: number;
let bays: number[];

const call = (method: Parameters<TestPerson['call']>[0], path: string, body?: object) =>
  customer.call(method, `/sparking/api${path}`, body ? { body } : {});

beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
  const { reem } = await inSystem(app.kit.db, demoCompanies);
  await inSystem(app.kit.db, (tx) => grantApp(tx, 'sparking', [reem]));
  location = (await call('POST', '/location', { name: 'Qasr Mall Car Park', countryId: 233 })).body.data.id;
  const slots = { prefix: 'A-', from: 1, to: 3, digits: 2, use: 'standard' };
  await call('POST', '/group', { locationId: location, name: 'Level 1', slots });
  bays = (await call('GET', `/slot?locationId=${location}`)).body.data.map(({ id }: { id: number }) => id);
  const { rows } = await app.kit.pool.query(
    `INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, structure_id, space_id, state, has_token, activation_at)
     SELECT $1, 'sparking', 23, model, name, name, $2, space, 'installed', true, now() - interval '1 day'
       FROM (VALUES (2302, 'RADAR-1', $3::integer), (2303, 'LOOPS-1', NULL)) AS n (model, name, space) RETURNING id`,
    [reem, location, bays[0]],
  );
  await app.kit.pool.query(
    `INSERT INTO sparking_channel (company_id, device_id, channel, space_id) VALUES ($1, $2, 'A-02', $3)`,
    [reem, rows[1].id, bays[1]],
  );
  sensor = await testDevice(app, customer, `id=${rows[0].id}`, '/sparking/api');
  controller = await testDevice(app, customer, `id=${rows[1].id}`, '/sparking/api');
});
afterAll(async () => {
  await sensor.end();
  await controller.end();
  await app.close();
});

const counts = async () => {
  const { free, occupied, unknown, total } = (await call('GET', `/location/${location}`)).body.data;
  return { free, occupied, unknown, total };
};
const bay = async (nth: number) => (await call('GET', `/slot/${bays[nth]}`)).body.data;

test('a bay has the state that its sensor or its channel reports, since it was measured', async () => {
  expect(await counts()).toEqual({ free: 0, occupied: 0, unknown: 3, total: 3 });
  const ts = Date.now() - 60_000;
  await sensor.publish({ ts, values: { occupied: true } });
  const occupied = await eventually(
    () => bay(0),
    ({ state }) => state === 'occupied',
  );
  expect(occupied).toMatchObject({ device: { name: 'RADAR-1' } });
  expect(Date.parse(occupied.since)).toBe(ts);
  await controller.publish({ channel: 'A-02', values: { occupied: false } });
  await eventually(
    () => bay(1),
    ({ state }) => state === 'free',
  );
  expect(await counts()).toEqual({ free: 1, occupied: 1, unknown: 1, total: 3 });
});

test('what a person says holds until the sensor reports a change', async () => {
  const said = await call('POST', `/slot/${bays[0]}/state`, { state: 'free', reason: 'A trolley stood on it' });
  expect(said.body.data).toMatchObject({ state: 'free', quality: 'corrected', device: null });
  // The sensor keeps to what it has reported.
  await sensor.publish({ values: { occupied: true } });
  expect((await bay(0)).state).toBe('free');
  await sensor.publish({ values: { occupied: false } });
  await sensor.publish({ values: { occupied: true } });
  const measured = await eventually(
    () => bay(0),
    ({ state }) => state === 'occupied',
  );
  expect(measured.device).toMatchObject({ name: 'RADAR-1' });
});

test('bays are filtered and sorted by the state that is shown, in which out of service counts before all else', async () => {
  const said = (nth: number, state: string) => call('POST', `/slot/${bays[nth]}/state`, { state, reason: 'Seen' });
  await said(1, 'free');
  await said(2, 'free');
  const out = { reason: 'Paint', from: new Date(Date.now() - 1000).toISOString(), until: null };
  await call('PATCH', `/slot/${bays[2]}`, { outOfService: out });
  const list = async (query: string) => {
    const { status, body } = await call('GET', `/slot?locationId=${location}&${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    const all = body.data as { id: number; state: string }[];
    return { total: body.totalRecords, bays: all.map(({ id, state }) => `${bays.indexOf(id) + 1} ${state}`) };
  };
  expect(await list('state=free')).toEqual({ total: 1, bays: ['2 free'] });
  expect(await list('state=out-of-service')).toEqual({ total: 1, bays: ['3 out-of-service'] });
  expect(await list('state=unknown')).toEqual({ total: 0, bays: [] });
  // An export turns the pages of the filtered list.
  const many = 'state=free,occupied,out-of-service&sort[state]=desc';
  expect(await list(`${many}&limit=2`)).toEqual({ total: 3, bays: ['3 out-of-service', '1 occupied'] });
  expect(await list(`${many}&limit=2&skip=2`)).toEqual({ total: 3, bays: ['2 free'] });
  expect((await list('sort[since]=desc&limit=1')).bays).toEqual(['3 out-of-service']);
  expect((await list('sort[group]=asc')).total).toBe(3);
  await call('PATCH', `/slot/${bays[2]}`, { outOfService: null });
  expect(await list('state=free')).toEqual({ total: 2, bays: ['2 free', '3 free'] });
});

test('a bay that its sensor leaves is unknown', async () => {
  const items = [{ id: sensor.id, structureId: location, spaceId: null }];
  expect((await call('PATCH', '/device/bulk', { items })).status).toBe(200);
  expect((await bay(0)).state).toBe('unknown');
});

test('bays sorted by when they changed have those without a state last, in both directions', async () => {
  const [a, b, c] = bays;
  await app.kit.pool.query('DELETE FROM sparking_slot_state WHERE id = ANY ($1)', [bays]);
  await app.kit.pool.query(
    `INSERT INTO sparking_slot_state (id, company_id, state, since, quality)
     SELECT id, company_id, 'free', now() - CASE id WHEN $1 THEN interval '2 hours' ELSE interval '1 hour' END, 'corrected' FROM sparking_slot WHERE id IN ($1, $2)`,
    [b, c],
  );
  const sorted = async (direction: string) =>
    (await call('GET', `/slot?locationId=${location}&sort[since]=${direction}`)).body.data.map(
      ({ id }: { id: number }) => id,
    );
  expect(await sorted('asc')).toEqual([b, c, a]);
  expect(await sorted('desc')).toEqual([c, b, a]);
});
