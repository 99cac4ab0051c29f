import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoCompanies, grantApp } from '#core/accounts/server/api.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { inSystem } from '#platform/server/postgres/database.ts';

let app: Rasid;
let customer: TestPerson;
let company: number;

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  company = (await inSystem(app.kit.db, demoCompanies)).reem;
  await inSystem(app.kit.db, (tx) => grantApp(tx, 'sparking', [company]));
});
afterAll(() => app.close());

const read = async (path: string) => (await customer.call('GET', `/sparking/api${path}`)).body;
const add = (body: object, key = randomUUID()) =>
  customer.call('POST', '/sparking/api/location', { body, headers: { 'idempotency-key': key } });
const series = (prefix: string, to: number) => ({ prefix, from: 1, to, digits: 3, use: 'standard' });
const yard = (name: string, groups: readonly object[]) => ({ name, countryId: 233, type: 'multi-storey', groups });
const structures = async () => {
  const { rows } = await app.kit.pool.query<{ n: number }>('SELECT count(*)::integer AS n FROM structure');
  return rows[0]?.n;
};

test('a car park is made with its groups and bays in their order, and once however often it is sent', async () => {
  const groups = [
    { name: 'Ground', kind: 'level', capacityDeclared: 20, slots: series('G-', 20) },
    { name: 'Charging', forPublic: false, slots: { ...series('C-', 4), use: 'ev' } },
    { name: 'Overflow', countMode: 'counters', capacityDeclared: 150 },
  ];
  const key = randomUUID();
  const replies = [await add(yard('Whole Yard', groups), key), await add(yard('Whole Yard', groups), key)];
  const [made, again] = replies.map(({ body }) => body.data);
  expect(made).toMatchObject({ name: 'Whole Yard', total: 174, unknown: 174 });
  expect(again.id).toBe(made.id);
  expect((await read('/location?search=whole yard')).totalRecords).toBe(1);
  const listed = (await read(`/group?locationId=${made.id}&sort[order]=asc`)).data;
  expect(listed).toMatchObject([
    { name: 'Ground', kind: 'level', total: 20, order: 0, forPublic: true, countMode: null },
    { name: 'Charging', kind: 'zone', total: 4, order: 1, forPublic: false },
    { name: 'Overflow', total: 150, order: 2, countMode: 'counters', capacityDeclared: 150 },
  ]);
  const bays = await read(`/slot?locationId=${made.id}&groupId=${listed[1].id}&limit=100`);
  expect(bays.data).toMatchObject(['C-001', 'C-002', 'C-003', 'C-004'].map((number) => ({ number, use: 'ev' })));
});

test('a car park of which one bay cannot be made leaves nothing behind, not even its site', async () => {
  const before = await structures();
  const twice = await add(
    yard('Half Yard', [
      { name: 'North', slots: series('B1-', 60) },
      { name: 'South', slots: { ...series('B1-', 119), from: 60 } },
    ]),
  );
  expect([twice.status, twice.body.word, twice.body.detail]).toMatchObject([409, 'series-taken', { name: 'B1-060' }]);
  const many = Array.from({ length: 6 }, (_, at) => ({ name: `Level ${at}`, slots: series(`${at}-`, 1000) }));
  expect((await add(yard('Half Yard', many))).body.word).toBe('too-many-slots');
  expect((await read('/location?search=half yard')).totalRecords).toBe(0);
  expect(await structures()).toBe(before);
});

test('what is wrong with a group is said at its field', async () => {
  const wrong = await add(
    yard('Wrong Yard', [
      { name: 'North', slots: { ...series('N-', 5), from: 9 } },
      { name: 'North', countMode: 'counters' },
      { name: 'South', floorId: 1 },
    ]),
  );
  expect(wrong.status).toBe(418);
  expect(wrong.body.errors.map(({ param, msg }: { param: string; msg: string }) => [param, msg])).toEqual([
    ['groups.0.slots.to', 'outOfRange'],
    ['groups.1.name', 'sameValue'],
    ['groups.1.capacityDeclared', 'Required'],
    ['groups.2.floorId', 'invalid'],
  ]);
});

test('a car park has the time zone of its site', async () => {
  const { id } = (await add(yard('Cairo Yard', []))).body.data;
  expect((await read(`/location/${id}`)).data.zone).toBe('Asia/Dubai');
  const path = `/company/${company}/structure/${id}`;
  await customer.call('PATCH', path, { body: { timeZone: 'Africa/Cairo' } });
  expect((await read(`/location/${id}`)).data.zone).toBe('Africa/Cairo');
});
