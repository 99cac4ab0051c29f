import { describe, expect, test } from 'vitest';
import {
  app,
  call,
  company,
  customer,
  newVehicle,
  operator,
  outcome,
  permit,
  sites,
  vehicleBody,
  withFleet,
} from '#main/testing/fleet/fleet.ts';

withFleet();

const plate = (number: string, more: object = {}) => ({
  country: 'SA',
  emirate: null,
  category: null,
  number,
  ...more,
});
const vin = 'WDB9066331S123456';

test('a vehicle is added, found by plate and VIN in any form, changed and deleted', async () => {
  const made = await call('POST', '/vehicle', vehicleBody({ name: 'Sprinter', plate: plate('أ ب ج ١٢٣٤'), vin }));
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { id, ...rest } = made.body.data;
  expect(rest).toMatchObject({
    name: 'Sprinter',
    plate: plate('أ ب ج ١٢٣٤'),
    state: 'active',
    status: 'no-device',
    permits: [],
    papersUntil: null,
    structure: { id: sites[0] },
    tracker: null,
    lastFix: null,
    groups: [],
  });
  expect(Object.keys(rest.plate).sort()).toEqual(['category', 'country', 'emirate', 'number']);
  for (const search of ['1234', 'ABJ-1234', 'ا ب ج', 'sprint', vin.slice(-6)]) {
    const found = await call('GET', `/vehicle?search=${encodeURIComponent(search)}`);
    expect(
      found.body.data.map((one: { id: number }) => one.id),
      search,
    ).toEqual([id]);
  }
  const changed = await call('PATCH', `/vehicle/${id}`, { make: 'Mercedes-Benz', year: 2024 });
  expect(changed.body.data).toMatchObject({ make: 'Mercedes-Benz', year: 2024, plate: plate('أ ب ج ١٢٣٤') });
  await call('PATCH', `/vehicle/${id}`, { plate: plate('ABJ 99') });
  const [{ changes }] = (await call('GET', `/vehicle/${id}/history`)).body.data;
  expect(changes).toMatchObject([
    { field: 'plate', before: { name: 'أ ب ج ١٢٣٤ · SA' }, after: { name: 'ABJ 99 · SA' } },
  ]);
  expect((await call('DELETE', `/vehicle/${id}`)).status).toBe(204);
  expect((await call('GET', `/vehicle/${id}`)).status).toBe(404);
});

describe('a plate', () => {
  test('is that of one vehicle of a company, however it is written', async () => {
    const { id } = await newVehicle({ plate: plate('أ ب ج ٩٨٧٦') });
    for (const number of ['ا ب ج 9876', 'ABJ-9876', '9876 abj'])
      expect(outcome(await call('POST', '/vehicle', vehicleBody({ plate: plate(number) })))).toEqual([
        418,
        'plate taken',
      ]);
    const other = await newVehicle();
    expect(outcome(await call('PATCH', `/vehicle/${other.id}`, { plate: plate('ABJ 9876') }))).toEqual([
      418,
      'plate taken',
    ]);
    // Its own vehicle may spell it in another way.
    expect(outcome(await call('PATCH', `/vehicle/${id}`, { plate: plate('ABJ 9876') }))).toEqual([200]);
    await newVehicle({ plate: plate('ABJ 9876', { country: 'EG' }) });
  });

  test('has an emirate in the United Arab Emirates, and only there', async () => {
    const add = (of: object) => call('POST', '/vehicle', vehicleBody({ plate: plate('5', of) }));
    expect(outcome(await add({ country: 'AE' }))).toEqual([418, 'plate.emirate Required']);
    expect(outcome(await add({ country: 'OM', emirate: 'dubai' }))).toEqual([418, 'plate.emirate invalid']);
    expect(outcome(await add({ number: '–' }))).toEqual([418, 'plate.number invalid']);
    for (const emirate of ['dubai', 'sharjah']) await newVehicle({ plate: plate('777', { country: 'AE', emirate }) });
  });
});

test('a VIN has 17 characters without I, O and Q, and is that of one vehicle of a company', async () => {
  await newVehicle({ vin: 'jtdkb20u793512345' });
  expect(outcome(await call('POST', '/vehicle', vehicleBody({ vin: 'JTDKB20U793512345' })))).toEqual([
    418,
    'vin taken',
  ]);
  for (const wrong of ['JTDKB20U79351234', 'JTDKB20U79351234O'])
    expect(outcome(await call('POST', '/vehicle', vehicleBody({ vin: wrong })))).toEqual([418, 'vin invalidVin']);
});

test('the papers of a vehicle are valid until the first of them runs out', async () => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const permits = [{ kind: 'Crane', number: '7', expires: day(90) }];
  const { id } = await newVehicle({ name: 'Papers', registrationExpires: day(60), insuranceExpires: day(80), permits });
  const until = async (body: object) => (await call('PATCH', `/vehicle/${id}`, body)).body.data.papersUntil;
  const papers = async (state: string) =>
    (await call('GET', `/vehicle?search=Papers&papers=${state}`)).body.data.length === 1;
  expect(await until({})).toBe(day(60));
  expect(await papers('valid')).toBe(true);
  expect(await until({ registrationExpires: null })).toBe(day(80));
  expect(await until({ permits: [{ ...permits[0], expires: day(10) }] })).toBe(day(10));
  expect(await papers('soon')).toBe(true);
  expect(await until({ insuranceExpires: day(-2) })).toBe(day(-2));
  expect(await papers('expired')).toBe(true);
  expect(await until({ insuranceExpires: null, permits: [] })).toBe(null);
  expect(await papers('none')).toBe(true);
});

test('a vehicle is suspended with a reason, put back in service, and retired for good', async () => {
  const { id } = await newVehicle({ name: 'Steps' });
  const step = (name: string, body?: object) => call('POST', `/vehicle/${id}/${name}`, body);
  expect(outcome(await step('suspend', {}))).toEqual([418, 'reason Required']);
  expect((await step('suspend', { reason: 'Brakes' })).body.data).toMatchObject({
    state: 'suspended',
    status: 'suspended',
  });
  expect(outcome(await step('suspend', { reason: 'Again' }))).toEqual([409, 'step-not-possible']);
  expect((await step('unsuspend')).body.data).toMatchObject({ state: 'active', status: 'no-device' });
  expect((await step('retire', { reason: 'Sold' })).body.data.state).toBe('retired');
  expect(outcome(await step('unsuspend'))).toEqual([409, 'step-not-possible']);
  expect(outcome(await call('PATCH', `/vehicle/${id}`, { name: 'Steps again' }))).toEqual([409, 'vehicle-retired']);
  const steps = (await call('GET', `/vehicle/${id}/step`)).body.data;
  expect(steps.map((one: { step: string; detail: object }) => [one.step, one.detail])).toEqual([
    ['suspend', { reason: 'Brakes' }],
    ['unsuspend', {}],
    ['retire', { reason: 'Sold' }],
  ]);
  const count = async (more: string) => (await call('GET', `/vehicle?search=Steps${more}`)).body.totalRecords;
  expect([await count(''), await count('&state=retired'), await count('&status=retired')]).toEqual([0, 1, 1]);
});

test('people see and change vehicles of the sites for which they have the abilities', async () => {
  const [here, there] = [
    await newVehicle({ name: 'Here' }),
    await newVehicle({ name: 'There', structureId: sites[1] }),
  ];
  await permit([
    [sites[0], 'vehicle', ['read', 'update', 'add-file']],
    [sites[1], 'vehicle', ['create', 'suspend']],
  ]);
  const as = (method: 'GET' | 'PATCH' | 'POST', path: string, body?: object) => call(method, path, body, operator);
  const names = (await as('GET', '/vehicle?search=ere')).body.data.map(({ name }: { name: string }) => name);
  expect(names).toEqual(['Here']);
  expect((await as('GET', `/vehicle/${here.id}`)).status).toBe(200);
  expect((await as('GET', `/vehicle/${there.id}`)).status).toBe(404);
  expect(outcome(await as('PATCH', `/vehicle/${here.id}`, { structureId: sites[1] }))[0]).not.toBe(200);
  expect((await as('POST', `/vehicle/${here.id}/suspend`, { reason: 'Brakes' })).status).toBe(403);
  expect((await as('POST', `/vehicle/${there.id}/suspend`, { reason: 'Brakes' })).status).toBe(403);
  const seen = (await as('GET', '/vehicle/metadata')).body.data;
  const all = (await call('GET', '/vehicle/metadata')).body.data;
  expect(seen.total).toBeLessThan(all.total);
});

test('drivers are refused by every call about vehicles', async () => {
  const { id } = (await operator.call('GET', '/session')).body.data.user;
  await permit([['*', 'vehicle', ['read']]]);
  expect((await call('GET', '/vehicle', undefined, operator)).status).toBe(200);
  await app.kit.pool.query(
    "INSERT INTO user_app_role (user_id, company_id, app_id, role) VALUES ($1, $2, 'fleet', 'Driver')",
    [id, company],
  );
  const replies = await Promise.all(
    ['/vehicle', '/vehicle/metadata', '/vehicle-group', '/device'].map((path) =>
      call('GET', path, undefined, operator),
    ),
  );
  expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  await app.kit.pool.query("DELETE FROM user_app_role WHERE app_id = 'fleet'");
});

test('the filters of the list offer the values of the vehicles with their numbers', async () => {
  await app.kit.pool.query('DELETE FROM fleet_vehicle');
  for (const [make, type, propulsion] of [
    ['Toyota', 'car', 'petrol'],
    ['Toyota', 'pickup', 'petrol'],
    ['MAN', 'truck', 'diesel'],
  ])
    await newVehicle({ make, type, propulsion });
  const { id } = await newVehicle({ make: 'Volvo', type: 'truck' });
  const group = (await call('POST', '/vehicle-group', { name: 'Trucks' })).body.data;
  await call('POST', `/vehicle-group/${group.id}/member`, { recordIds: [id] });
  const metadata = (await call('GET', '/vehicle/metadata')).body.data;
  expect(metadata).toEqual({
    total: 4,
    statuses: [{ value: 'no-device', count: 4 }],
    types: [
      { value: 'truck', count: 2 },
      { value: 'car', count: 1 },
      { value: 'pickup', count: 1 },
    ],
    propulsions: [
      { value: 'diesel', count: 2 },
      { value: 'petrol', count: 2 },
    ],
    makes: [
      { value: 'Toyota', count: 2 },
      { value: 'MAN', count: 1 },
      { value: 'Volvo', count: 1 },
    ],
    papers: [{ value: 'none', count: 4 }],
    groups: [{ id: group.id, name: 'Trucks', count: 1 }],
  });
  const listed = async (query: string) => (await call('GET', `/vehicle?${query}`)).body.totalRecords;
  expect(
    await Promise.all(['make=Toyota', 'type=truck', `groupId=${group.id}`, 'status=no-device,moving'].map(listed)),
  ).toEqual([2, 2, 1, 4]);
});

test('a site to which vehicles belong is not removed', async () => {
  const site = (
    await app.kit.pool.query(
      "INSERT INTO structure (company_id, name, kind, country_id) SELECT company_id, 'Depot', kind, country_id FROM structure WHERE id = $1 RETURNING id",
      [sites[0]],
    )
  ).rows[0].id;
  const { id } = await newVehicle({ structureId: site });
  const remove = () => customer.call('DELETE', `/company/${company}/structure/${site}`);
  expect(outcome(await remove()).slice(0, 1)).toEqual([409]);
  await call('DELETE', `/vehicle/${id}`);
  expect((await remove()).status).toBe(204);
});
