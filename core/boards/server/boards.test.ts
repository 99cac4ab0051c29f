import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let customer: TestPerson;
let operator: TestPerson;
let viewer: TestPerson;
let integrator: TestPerson;

beforeAll(async () => {
  app = await rasid();
  [customer, operator, viewer, integrator] = (await Promise.all(
    ['customer', 'operator', 'viewer', 'integrator'].map((name) => app.signIn(`${name}@rasid.test`)),
  )) as [TestPerson, TestPerson, TestPerson, TestPerson];
});
afterAll(() => app.close());

const widget = (changes: object = {}) => ({ kind: 'headline', x: 0, y: 0, w: 22, h: 2, options: {}, ...changes });
const body = (name: string, changes: object = {}) => ({ name, shared: false, widgets: [widget()], ...changes });
const create = async (name: string, changes: object = {}, person = customer) =>
  (await person.call('POST', '/board', { body: body(name, changes) })).body.data;
const patch = (id: number, changes: object, person = customer) =>
  person.call('PATCH', `/board/${id}`, { body: changes });
const statusOf = async (person: TestPerson, id: number) => (await person.call('GET', `/board/${id}`)).status;
const names = async (person: TestPerson, path = '/board') =>
  (await person.call('GET', path)).body.data.map(({ name }: { name: string }) => name);

test('a personal board is read and changed by its owner only', async () => {
  const { id, version } = await create('Mine', {}, operator);
  expect([await statusOf(operator, id), await statusOf(customer, id), await statusOf(viewer, id)]).toEqual([
    200, 404, 404,
  ]);
  expect(await names(customer)).not.toContain('Mine');
  expect((await patch(id, { name: 'Yours', version })).status).toBe(404);
  expect((await operator.call('DELETE', `/board/${id}`)).status).toBe(204);
});

test('row-level security hides a personal board from colleagues in every statement', async () => {
  const { id, companyId } = await create('Hidden by policy');
  const seenBy = async (user: number) => {
    const client = await app.kit.pool.connect();
    await client.query(`BEGIN; SET LOCAL ROLE rasid_app;
      SELECT set_config('rasid.companies', '{${companyId}}', true), set_config('rasid.user', '${user}', true)`);
    const rows = await client.query('SELECT FROM board WHERE id = $1', [id]);
    await client.query('ROLLBACK');
    client.release();
    return rows.rowCount;
  };
  const idOf = async (person: TestPerson) => (await person.call('GET', '/session')).body.data.user.id;
  expect([await seenBy(await idOf(customer)), await seenBy(await idOf(operator))]).toEqual([1, 0]);
});

test('a board shared by an administrator is read by all people of the company, and changed by administrators', async () => {
  expect((await operator.call('POST', '/board', { body: body('Shared', { shared: true }) })).status).toBe(403);
  const { id, version } = await create('Shared', { shared: true });
  expect([await statusOf(operator, id), await statusOf(viewer, id), await statusOf(integrator, id)]).toEqual([
    200, 200, 404,
  ]);
  expect((await patch(id, { name: 'Other', version }, operator)).status).toBe(403);
  expect((await operator.call('DELETE', `/board/${id}`)).status).toBe(403);
  const own = await create('To share', {}, operator);
  expect((await patch(own.id, { shared: true, version: own.version }, operator)).status).toBe(403);
});

test('a change of an older version is refused, so that nobody overwrites a change unseen', async () => {
  const { id, version } = await create('Versions');
  const first = await patch(id, { name: 'First', version });
  expect(first.body.data.version).toBe(version + 1);
  const second = await patch(id, { name: 'Second', version });
  expect([second.status, second.body.word]).toEqual([409, 'board-changed']);
  expect((await patch(id, { name: 'Second', version: version + 1 })).status).toBe(200);
});

test('a widget below its minimum size, outside of the board, overlapping another or unsupported is refused', async () => {
  const errorsOf = async (...widgets: object[]) =>
    (await customer.call('POST', '/board', { body: body('Wrong', { widgets }) })).body.errors.map(
      ({ param, msg }: { param: string; msg: string }) => `${param} ${msg}`,
    );
  expect(await errorsOf(widget({ w: 3, h: 1 }))).toEqual(['widgets.0 belowLeastSize']);
  expect(await errorsOf(widget({ x: 1 }))).toEqual(['widgets.0 outsideBoard']);
  expect(await errorsOf(widget(), widget({ y: 1 }))).toEqual(['widgets.1 overlap']);
  expect(await errorsOf(widget({ kind: 'solution-statistics', w: 8, h: 1 }))).toEqual(['widgets.0 unsupportedWidget']);
  expect(await errorsOf(widget({ options: { text: 'x'.repeat(5000) } }))).toEqual(['widgets.0 tooLong']);
  const many = Array.from({ length: 41 }, (_, y) => widget({ kind: 'other', y, h: 1 }));
  expect(await errorsOf(...many)).toEqual(['widgets tooManyWidgets']);
});

test('a widget of an unknown kind stays on its board', async () => {
  const { id } = await create('Old', { widgets: [widget({ kind: 'gone-for-good', w: 1, h: 1 })] });
  expect((await customer.call('GET', `/board/${id}`)).body.data.widgets).toHaveLength(1);
});

test('a person owns at most twenty boards', async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 21; n++)
    statuses.push((await viewer.call('POST', '/board', { body: body(`Board ${n}`) })).status);
  expect(statuses).toEqual([...Array(20).fill(201), 418]);
});

test('a person chooses a board, which stays chosen until it is removed', async () => {
  const { id } = await create('Chosen');
  const choose = (choice: number | null, person = customer) =>
    person.call('PUT', '/board/choice', { body: { id: choice } });
  const chosen = async (person = customer) =>
    (await person.call('GET', '/board')).body.data.filter((board: { chosen: boolean }) => board.chosen);
  await choose(id);
  expect(await chosen()).toMatchObject([{ id }]);
  expect((await choose(id, operator)).status).toBe(404);
  await choose(null);
  expect(await chosen()).toEqual([]);
  await choose(id);
  await customer.call('DELETE', `/board/${id}`);
  expect(await chosen()).toEqual([]);
});

test('boards of an app, of the overview and of other companies are kept apart', async () => {
  await customer.call('POST', '/sample/board', { body: body('Of the app', { widgets: [] }) });
  expect(await names(customer, '/sample/board')).toEqual(['Of the app']);
  expect(await names(customer)).not.toContain('Of the app');
  const company = (await customer.call('GET', '/session')).body.data.company.id;
  const headers = { 'customer-id': String(company) };
  await integrator.call('POST', '/board', { body: body('For the client'), headers });
  expect(await names(integrator)).not.toContain('For the client');
  const ofClient = (await integrator.call('GET', '/board', { headers })).body.data as { name: string }[];
  expect(ofClient.map(({ name }) => name)).toContain('For the client');
});

test('people of the platform have boards without a company', async () => {
  const admin = await app.signIn('super@rasid.test');
  const finance = await app.signIn('finance@rasid.test');
  const { id, companyId } = await create('Platform', {}, admin);
  expect(companyId).toBeNull();
  expect([await statusOf(admin, id), await statusOf(finance, id), await statusOf(customer, id)]).toEqual([
    200, 404, 404,
  ]);
});

test('the history of a board names who changed it', async () => {
  const { id, version } = await create('With a history');
  await patch(id, { name: 'Renamed', version });
  const [line] = (await customer.call('GET', `/board/${id}/history`)).body.data;
  expect(line).toMatchObject({ action: 'update', changes: [{ field: 'name', after: 'Renamed' }] });
});
