import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let customer: TestPerson;
let operator: TestPerson;
let viewer: TestPerson;
const ids: Record<'tank' | 'switch', number> = { tank: 0, switch: 0 };

beforeAll(async () => {
  app = await rasid();
  [customer, operator, viewer] = await Promise.all([
    app.signIn('customer@rasid.test'),
    app.signIn('operator@rasid.test'),
    app.signIn('viewer@rasid.test'),
  ]);
  const first = async (solution: number) =>
    (await customer.call('GET', `/sample/device?solutionId=${solution}&limit=1`)).body.data[0].id;
  ids.tank = await first(901);
  ids.switch = await first(902);
});
afterAll(() => app.close());

const send = (id: number, body: object, person = customer) =>
  person.call('POST', `/sample/device/${id}/command`, { body });

test('a command that the app does not declare is refused as unknown', async () => {
  const reply = await send(ids.switch, { method: 'explode' });
  expect([reply.status, reply.body.word, reply.body.code]).toEqual([404, 'unknown-command', '01020404']);
  expect((await send(ids.switch, { method: 'constructor' })).status).toBe(404);
});

test('a command of another solution is refused as unknown', async () => {
  expect((await send(ids.tank, { method: 'switch', params: { on: true } })).status).toBe(404);
  expect((await send(ids.tank, { method: 'ping' })).status).toBe(201);
});

test('invalid params of a command are refused with their path', async () => {
  const wrong = await send(ids.switch, { method: 'switch', params: { on: 'yes' } });
  expect(wrong.status).toBe(418);
  expect(wrong.body.errors.map(({ param }: { param: string }) => param)).toEqual(['params.on']);
  const unknown = await send(ids.switch, { method: 'switch', params: { on: true, more: 1 } });
  expect(unknown.body.errors).toEqual([{ param: 'params.more', msg: 'unknownField' }]);
  const missing = await send(ids.switch, { method: 'switch', params: {} });
  expect(missing.body.errors).toEqual([{ param: 'params.on', msg: 'Required' }]);
  for (const params of [5, []]) expect((await send(ids.switch, { method: 'switch', params })).status).toBe(418);
});

test('a command expires after the time-out of the app unless the sender states another', async () => {
  const seconds = ({ createdAt, expiresAt }: { createdAt: string; expiresAt: string }) =>
    Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / 1000);
  expect(seconds((await send(ids.switch, { method: 'unlock' })).body.data)).toBe(10);
  expect(seconds((await send(ids.switch, { method: 'unlock', expiresInSeconds: 300, replace: true })).body.data)).toBe(
    300,
  );
});

test('a time that the command does not allow to wait is refused', async () => {
  const reply = await send(ids.switch, { method: 'unlock', expiresInSeconds: 301 });
  expect([reply.status, reply.body.errors[0].param]).toEqual([418, 'expiresInSeconds']);
});

test('each command requires its own ability', async () => {
  await app.kit.pool.query(
    `UPDATE permission_group_grant SET actions = array_remove(actions, 'unlock') WHERE entity = 'device'
      AND group_id IN (SELECT id FROM permission_group WHERE name = 'Sample operators')`,
  );
  expect((await send(ids.switch, { method: 'switch', params: { on: true } }, operator)).status).toBe(201);
  expect((await send(ids.switch, { method: 'unlock' }, operator)).status).toBe(403);
  expect((await send(ids.switch, { method: 'switch', params: { on: true } }, viewer)).status).toBe(403);
});
