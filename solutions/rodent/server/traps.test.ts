import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoCompanies, grantApp } from '#core/accounts/server/api.ts';
import { eventually, type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { inSystem } from '#platform/server/postgres/database.ts';

let app: Rasid;
let customer: TestPerson;
let other: TestPerson;
let trap: TestDevice;

beforeAll(async () => {
  app = await rasid({ start: true });
  [customer, other] = [await app.signIn('customer@rasid.test'), await app.signIn('other@rasid.test')];
  const { reem } = await inSystem(app.kit.db, demoCompanies);
  await inSystem(app.kit.db, (tx) => grantApp(tx, 'rodent', [reem]));
  await app.kit.pool.query(
    `INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, structure_id, state, has_token, activation_at)
     SELECT $1, 'rodent', 28, 2801, 'Trap 7', '70B3D5A028010007', min(id), 'installed', true, now() - interval '1 day' FROM structure WHERE company_id = $1`,
    [reem],
  );
  trap = await testDevice(app, customer, 'solutionId=28', '/rodent');
});
afterAll(async () => {
  await trap.end();
  await app.close();
});

const call = (method: Parameters<TestPerson['call']>[0], path: string, body?: object) =>
  customer.call(method, `/rodent${path}`, body ? { body } : {});

test('traps and bait stations begin with rules that are accepted as they are', async () => {
  const { data } = (await call('GET', '/template/starter')).body;
  expect(data.map(({ rules }: { rules: object[] }) => rules.length).sort()).toEqual([3, 3]);
  for (const { name, ...starter } of data) {
    const made = await call('POST', '/template', { ...starter, name: name.en });
    expect([made.status, made.body.errors], name.en).toEqual([201, undefined]);
  }
});

test('a catch in a trap raises an alarm that ends when the trap is emptied', async () => {
  await trap.publish({ values: { hits: 42, trapState: 'sprung', bodyFound: true, temperature: -4 } });
  const live = () => call('GET', '/alarm/operational');
  const kinds = (reply: Awaited<ReturnType<typeof live>>) =>
    reply.body.data
      .filter((alarm: { condition: string }) => alarm.condition === 'active')
      .map((alarm: { kind: string; severity: string }) => `${alarm.kind} ${alarm.severity}`);
  const raised = await eventually(live, (reply) => kinds(reply).length > 0);
  expect(kinds(raised)).toEqual(['catch poor']);
  await trap.publish({ values: { hits: 42, trapState: 'armed', bodyFound: false } });
  await eventually(live, (reply) => kinds(reply).length === 0);
  const { values } = (await call('GET', `/device/${trap.id}`)).body.data;
  const valueOf = (sensor: string) => values.find((one: { sensor: string }) => one.sensor === sensor)?.value;
  expect([valueOf('trapState'), valueOf('temperature')]).toEqual(['armed', -4]);
});

test('a trap that is away keeps the command to show itself until it reports', async () => {
  const send = (seconds: number) =>
    call('POST', `/device/${trap.id}/command`, { method: 'identify', params: { seconds } });
  expect((await send(61)).status).toBe(418);
  await trap.end();
  const sent = (await send(20)).body.data;
  expect(sent).toMatchObject({ method: 'identify', state: 'queued' });
  // The settings of its template wait as well.
  const given: object[] = [];
  await trap.follow(async (_, { method, params }) => void (method === 'identify' && given.push(params)));
  await eventually(
    async () => given,
    ([first]) => first !== undefined,
  );
  expect(given).toEqual([{ seconds: 20 }]);
});

test('what happens to a trap is in the log of the company, and another company finds none of it', async () => {
  await call('PATCH', `/device/${trap.id}`, { name: 'Trap 8' });
  const { data } = (await call('GET', `/log?deviceId=${trap.id}`)).body;
  expect(data[0]).toMatchObject({ kind: 'renamed', data: { from: 'Trap 7', to: 'Trap 8' } });
  await inSystem(app.kit.db, async (tx) => grantApp(tx, 'rodent', [(await demoCompanies(tx)).qasr]));
  const others = (await other.call('GET', '/rodent/log?limit=100')).body.data as { device: { id: number } }[];
  expect(others.map(({ device }) => device.id)).not.toContain(trap.id);
  expect((await other.call('GET', `/rodent/device/${trap.id}`)).status).toBe(404);
});
