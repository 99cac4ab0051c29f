import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually, type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { answerCommand } from './demo-answers.ts';

let app: Rasid;
let customer: TestPerson;
let leakGuard: TestDevice;
let unit: TestDevice;

beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
  unit = await testDevice(app, customer, 'solutionId=10', '/swam');
  leakGuard = await testDevice(app, customer, 'solutionId=3', '/swam');
  await unit.publish({ valve: 'open', valvePosition: 100, manualMode: false });
  // The demo has linked the devices of each site.
  for (const { id } of await read(`/swam/device/${leakGuard.id}/link`))
    await customer.call('DELETE', `/swam/device/${leakGuard.id}/link/${id}`);
  await customer.call('PUT', `/swam/device/${unit.id}/link`, { body: { deviceId: leakGuard.id } });
});
afterAll(async () => {
  await Promise.all([unit.end(), leakGuard.end()]);
  await app.close();
});
afterEach(async () => {
  await unit.publish({ manualMode: false });
  await leakGuard.publish({ leak: false });
  for (const { id } of await read(`/swam/alarm/operational?deviceId=${leakGuard.id}`))
    await customer.call('POST', `/swam/alarm/operational/${id}/terminate`, { body: {} });
  await app.kit.pool.query('DELETE FROM device_command');
});

const read = async (path: string) => (await customer.call('GET', path)).body.data;
const order = (method: string, params: object = {}, more: object = {}) => ({ body: { method, params, ...more } });
const send = (method: string, params: object = {}, more: object = {}) =>
  customer.call('POST', `/swam/control-unit/${unit.id}/command`, order(method, params, more));
const commands = () => read(`/swam/control-unit/${unit.id}/command`);
const alarmsOf = (id: number) => read(`/swam/alarm/operational?deviceId=${id}`);
const shipped = async () =>
  (await read('/swam/rule?limit=100')).find(({ name }: { name: string }) => name.startsWith('Close the linked valve'));
const switchRule = async (enabled: boolean) =>
  customer.call('PATCH', `/swam/rule/${(await shipped()).id}`, { body: { enabled } });
/** Publishes a leak until the workers know the rule. */
const leakUntil = (accepts: (alarm: { events: { action: string }[] }) => boolean) =>
  eventually(async () => {
    await leakGuard.publish({ leak: false });
    for (const { id } of await alarmsOf(leakGuard.id))
      await customer.call('POST', `/swam/alarm/operational/${id}/terminate`, { body: {} });
    await leakGuard.publish({ leak: true });
    const [alarm] = await alarmsOf(leakGuard.id);
    return read(`/swam/alarm/operational/${alarm.id}`);
  }, accepts);

test('the address of control units sends only to devices of that solution', async () => {
  const path = (id: number) => `/swam/control-unit/${id}/command`;
  expect((await customer.call('POST', path(leakGuard.id), order('resetLeak'))).status).toBe(404);
  expect((await customer.call('GET', path(leakGuard.id))).status).toBe(404);
  expect((await send('valve', { position: 'closed' })).status).toBe(201);
  const other = await customer.call('POST', `/swam/device/${leakGuard.id}/command`, order('resetLeak'));
  expect([200, 201]).toContain(other.status);
});

test('the shipped rule is off: a leak raises its alarm and moves nothing', async () => {
  expect((await shipped()).enabled).toBe(false);
  await leakGuard.publish({ leak: true });
  expect(await alarmsOf(leakGuard.id)).toMatchObject([{ kind: 'leak', severity: 'problem' }]);
  expect(await commands()).toEqual([]);
});

test('in manual mode people and rules move nothing, and the alarm of the leak shows why', async () => {
  await switchRule(true);
  await unit.publish({ manualMode: true });
  const refused = await send('valve', { position: 'open' });
  expect([refused.status, refused.body.code]).toEqual([409, '02020409']);
  const { events } = await leakUntil((alarm) => alarm.events.some(({ action }) => action === 'action-refused'));
  expect(events.at(-1)).toMatchObject({ action: 'action-refused', data: { reason: 'manual-mode' } });
  expect(await commands()).toEqual([]);
  await switchRule(false);
});

test('a leak raises one problem alarm, the shipped rule closes the linked valve once, and nothing opens it again', async () => {
  await switchRule(true);
  await app.kit.pool.query('DELETE FROM device_command');
  const client = await unit.connect();
  client.on('message', (topic, payload) => {
    const { params } = JSON.parse(payload.toString());
    client.publish(`v1/devices/me/rpc/response/${topic.split('/').at(-1)}`, '{}', { qos: 1 });
    client.publish('v1/devices/me/telemetry', JSON.stringify({ valve: params.position }), { qos: 1 });
  });
  await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
  await leakUntil((alarm) => alarm.events.some(({ action }) => action === 'action-sent'));
  const [closed] = await eventually(commands, ([command]) => command?.state === 'confirmed');
  expect(closed).toMatchObject({ method: 'valve', params: { position: 'closed' } });
  await leakGuard.publish({ leak: true });
  await leakGuard.publish({ leak: false });
  await leakGuard.publish({ leak: true });
  expect(await commands()).toHaveLength(1);
  const alarms = await alarmsOf(leakGuard.id);
  expect(alarms).toMatchObject([{ kind: 'leak', severity: 'problem' }]);
  expect(closed.alarmId).toBe(alarms[0].id);
  const { events } = await read(`/swam/alarm/operational/${alarms[0].id}`);
  expect(events.find(({ action }: { action: string }) => action === 'action-sent').data).toMatchObject({
    id: closed.id,
    state: 'confirmed',
    device: { id: unit.id },
  });
  const device = await read(`/swam/device/${unit.id}`);
  expect(device.values.find(({ sensor }: { sensor: string }) => sensor === 'valve').value).toBe('closed');
  await client.endAsync(true);
  await switchRule(false);
});

test('a rule that would open a valve, start a pump or end manual mode is refused', async () => {
  const { id } = await shipped();
  const forbidden = [
    ['valve', { position: 'open' }],
    ['setPosition', { percent: 0 }],
    ['relay', { on: true }],
    ['pump', { on: true }],
    ['manualMode', { on: false }],
    ['reboot', {}],
  ] as const;
  for (const [method, params] of forbidden) {
    const reply = await customer.call('PATCH', `/swam/rule/${id}`, {
      body: { actions: [{ device: 'linked', method, params }] },
    });
    expect([method, reply.status, reply.body.errors?.[0].param]).toEqual([method, 418, 'actions.0.method']);
  }
});

test('a valve that does not follow has an alarm, which ends when it is there', async () => {
  const client = await unit.connect();
  await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
  await unit.publish({ valve: 'open' });
  const { id } = (await send('valve', { position: 'closed' })).body.data;
  await eventually(commands, ([command]) => command.state === 'delivered');
  await app.kit.pool.query('UPDATE device_command SET confirm_by = now() WHERE id = $1', [id]);
  const kinds = async () =>
    (await alarmsOf(unit.id)).map(({ kind, condition }: { kind: string; condition: string }) => `${kind} ${condition}`);
  await eventually(kinds, (found) => found.includes('valve-not-following active'));
  await unit.publish({ valve: 'closed' });
  await eventually(kinds, (found) => found.includes('valve-not-following cleared'));
  await client.endAsync(true);
});

test('settings that only administrators change are refused to operators', async () => {
  const operator = await app.signIn('operator@rasid.test');
  const path = `/swam/control-unit/${unit.id}/command`;
  expect((await operator.call('POST', path, order('manualMode', { on: true }))).status).toBe(403);
  expect((await operator.call('POST', path, order('valve', { position: 'closed' }))).status).toBe(201);
});

test('virtual devices answer every declared command of their model, and move nothing in manual mode', () => {
  const values = new Map<string, string | boolean | number>([['valvePosition', 100]]);
  expect(answerCommand('valve', { position: 'closed' }, values)).toMatchObject({
    values: { valve: 'closing' },
    later: { values: { valve: 'closed', valvePosition: 0 } },
  });
  expect(answerCommand('valve', { position: 'closed' }, new Map([['manualMode', true]]))).toEqual({
    reply: { error: expect.any(String) },
  });
  const app1 = app.kit.apps.find(({ id }) => id === 'swam');
  const own = Object.entries(app1?.commands ?? {}).filter(([, { configures }]) => !configures);
  for (const [method] of own) expect(answerCommand(method, {}, values), method).toBeDefined();
});
