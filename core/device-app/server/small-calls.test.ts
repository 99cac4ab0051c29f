import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { deviceApp } from '../common/device-app.ts';

let app: Rasid;
let customer: TestPerson;
let viewer: TestPerson;
let other: TestPerson;

beforeAll(async () => {
  app = await rasid();
  [customer, viewer, other] = (await Promise.all(
    ['customer', 'viewer', 'other'].map((name) => app.signIn(`${name}@rasid.test`)),
  )) as [TestPerson, TestPerson, TestPerson];
});
afterAll(() => app.close());

type Device = { id: number; name: string; serial: string; structure: { id: number; name: string } | null };
const read = async (path: string, person = customer) => {
  const reply = await person.call('GET', `/sample${path}`);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body.data;
};
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id).toSorted((a, b) => a - b);

test('an app mounts only the calls that its manifest names', () => {
  expect(Object.keys(deviceApp('probe').routes.small)).toEqual([]);
  const { small } = deviceApp('probe', { calls: ['basic', 'city'] }).routes;
  expect(Object.values(small).map(({ path }) => path)).toEqual(['/hardware/basic', '/city']);
});

test('a device is suggested by its serial number, with its place, to people who may see it', async () => {
  const [device]: Device[] = await read('/device?limit=1&state=installed');
  const path = `/device/suggestion?search=${device?.serial}`;
  expect(await read(path)).toMatchObject([
    { id: device?.id, name: device?.name, serial: device?.serial, structure: device?.structure },
  ]);
  expect(await read(path, other)).toEqual([]);
  const seen = idsOf(await read('/device/suggestion?limit=100', viewer));
  expect(seen).toEqual(idsOf(await read('/device?limit=100', viewer)));
  expect(seen.length).toBeLessThan((await read('/device/suggestion?limit=100')).length);
});

test('a removed device is not suggested', async () => {
  const [device]: Device[] = await read('/device?limit=1&state=installed');
  const suggested = async () => idsOf(await read(`/device/suggestion?search=${device?.serial}`));
  expect(await suggested()).toEqual([device?.id]);
  await app.kit.pool.query("UPDATE device SET state = 'removed', structure_id = NULL WHERE id = $1", [device?.id]);
  expect(await suggested()).toEqual([]);
});

type Count = { structure: { id: number }; devices: number; online: number; sleeping: number; offline: number };

test.each([['customer'], ['viewer'], ['other']])(
  'the counts by structure agree with the device list of %s',
  async (name) => {
    const person = { customer, viewer, other }[name];
    const devices: Device[] = await read('/device?limit=100&state=installed', person);
    const expected = Map.groupBy(devices, ({ structure }) => structure?.id);
    const counts: Count[] = await read('/device/count-by-structure', person);
    expect(new Map(counts.map((count) => [count.structure.id, count.devices]))).toEqual(
      new Map([...expected].map(([id, found]) => [id, found.length])),
    );
    for (const { devices: all, online, sleeping, offline } of counts) expect(online + sleeping + offline).toBe(all);
  },
);

test('structures are those whose devices the person may read, found by name', async () => {
  const all = await read('/metadata/structures?limit=100');
  expect(idsOf(await read('/metadata/structures?limit=100', viewer))).toEqual(
    idsOf(await read('/analysis/structure-portfolio?limit=100', viewer)),
  );
  const search = encodeURIComponent(all[0].name);
  expect(await read(`/metadata/structures?search=${search}`)).toContainEqual(all[0]);
  expect(await read(`/metadata/structures?search=${search}`, other)).not.toContainEqual(all[0]);
});

test('people to choose from are the active staff of the company by name, for everyone who may read devices', async () => {
  const people: { id: number; name: string }[] = await read('/user?limit=100', viewer);
  const staff = await app.kit.pool.query(
    `SELECT u.id, u.email FROM users u JOIN users v ON v.company_id = u.company_id
      WHERE v.email = 'viewer@rasid.test' AND u.kind = 'staff' AND u.status = 'active' ORDER BY 1`,
  );
  expect(idsOf(people)).toEqual(idsOf(staff.rows));
  const operator = staff.rows.find(({ email }) => email === 'operator@rasid.test');
  const colleague = people.find(({ id }) => id === operator.id);
  expect(Object.keys(colleague ?? {}).toSorted()).toEqual(['id', 'name']);
  const found = `/user?search=${encodeURIComponent(colleague?.name ?? '')}`;
  expect(await read(found)).toContainEqual(colleague);
  expect(await read(found, other)).not.toContainEqual(colleague);
  await app.kit.pool.query("UPDATE users SET status = 'suspended' WHERE id = $1", [colleague?.id]);
  expect(await read(found)).not.toContainEqual(colleague);
});

test('hardware models are listed by name, and countries and cities as the gazetteer has them', async () => {
  expect(await read('/hardware/basic')).toContainEqual({
    id: 90101,
    solutionId: 901,
    name: { en: 'Tank 1', ar: 'خزان 1' },
  });
  expect(await read('/country')).toEqual((await customer.call('GET', '/country')).body.data);
  expect(await read('/city?search=muscat')).toEqual(
    (await customer.call('GET', '/country/city?search=muscat')).body.data,
  );
  expect((await app.anonymous.call('GET', '/sample/city')).status).toBe(401);
});

test('filters and forms get everything in one reply, with the structures and solutions that the person may see', async () => {
  const params = await read('/device/params');
  expect(params).toMatchObject({
    states: ['inventory', 'installed', 'removed'],
    connections: ['online', 'sleeping', 'offline'],
    solutions: await read('/user-solutions'),
    hardware: await read('/hardware/basic'),
    sensors: await read('/sensor-type'),
  });
  const named = ({ id, name }: { id: number; name: string }) => ({ id, name });
  for (const person of [customer, viewer, other])
    expect((await read('/device/params', person)).structures).toEqual(
      (await read('/metadata/structures?limit=100', person)).map(named),
    );
  expect((await read('/device/params', viewer)).structures.length).toBeLessThan(params.structures.length);
});

type Counted = { value: string; devices: number }[];

test.each([['customer'], ['viewer'], ['other']])(
  'the numbers of devices are those of the device list with a filter, for %s',
  async (name) => {
    const person = { customer, viewer, other }[name];
    const total = async (filter: string) =>
      (await person?.call('GET', `/sample/device?limit=1&${filter}`))?.body.totalRecords;
    const { devices, solutions, states, connections } = await read('/device/metadata', person);
    expect(devices).toBe(await total(''));
    for (const { id, devices: count } of solutions) expect(count, `${id}`).toBe(await total(`solutionId=${id}`));
    for (const { value, devices: count } of states as Counted) expect(count, value).toBe(await total(`state=${value}`));
    for (const { value, devices: count } of connections as Counted)
      expect(count, value).toBe(await total(`connection=${value}`));
  },
);

test('one hardware model is as in the list, and an unknown one is not found', async () => {
  const models: { id: number }[] = await read('/hardware');
  for (const model of models) expect(await read(`/hardware/${model.id}`)).toEqual(model);
  const reply = await customer.call('GET', '/sample/hardware/1');
  expect([reply.status, reply.body.word]).toEqual([404, 'not-found']);
});

test('the log of all devices is that of their history, of a structure and a period of at most a year', async () => {
  const [device]: Device[] = await read('/device?limit=1&state=installed&solutionId=903');
  const log: { id: number; kind: string }[] = await read('/log?limit=100');
  expect(log).toEqual(await read('/device-log?limit=100'));
  expect(log.length).toBeGreaterThan(0);
  const inStructure: { device: { id: number } }[] = await read(`/log?limit=100&structureId=${device?.structure?.id}`);
  expect(inStructure.length).toBeGreaterThan(0);
  const standing = idsOf(await read(`/device?limit=100&structureId=${device?.structure?.id}`));
  for (const line of inStructure) expect(standing).toContain(line.device.id);
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  expect((await read(`/log?at[from]=${ago(365)}&deviceId=${device?.id}`)).length).toBeGreaterThan(0);
  for (const period of [`at[from]=${ago(367)}`, `at[from]=${ago(400)}&at[to]=${ago(20)}`]) {
    const reply = await customer.call('GET', `/sample/log?${period}`);
    expect([reply.status, reply.body.errors]).toEqual([418, [{ param: 'at', msg: 'daysCount' }]]);
  }
  expect((await customer.call('GET', `/sample/log?at[from]=${ago(400)}&at[to]=${ago(40)}`)).status).toBe(200);
});

test('a space is suggested by name or code, with its place, where the person may read devices', async () => {
  const { rows } = await app.kit.pool.query(
    `INSERT INTO space (company_id, structure_id, name, code)
     SELECT company_id, id, 'Plant room ' || id, 'PR-' || id FROM structure WHERE company_id = $1 RETURNING id, name, code, structure_id`,
    [(await customer.call('GET', '/session')).body.data.company.id],
  );
  const [room] = rows;
  const found = await read(`/space/suggestion?search=${room.code}`);
  expect(found).toContainEqual(
    expect.objectContaining({ id: room.id, name: room.name, code: room.code, kind: 'room', floor: null }),
  );
  expect(
    await read(`/space/suggestion?search=plant room ${room.structure_id}&structureId=${room.structure_id}`),
  ).toEqual([expect.objectContaining({ id: room.id, structure: expect.objectContaining({ id: room.structure_id }) })]);
  const suggested = async (person: TestPerson) =>
    (await read('/space/suggestion?search=plant room&limit=100', person)).map(
      ({ structure }: { structure: { id: number } }) => structure.id,
    );
  const readable = idsOf(await read('/metadata/structures?limit=100', viewer));
  expect((await suggested(viewer)).toSorted((a: number, b: number) => a - b)).toEqual(readable);
  expect((await suggested(customer)).length).toBe(rows.length);
  expect(await suggested(other)).toEqual([]);
});
