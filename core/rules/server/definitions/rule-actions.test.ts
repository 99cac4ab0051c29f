import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { providerOf } from '#main/testing/test-contract.ts';
import { eventually, type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let customer: TestPerson;
let tank: TestDevice;
let actor: TestDevice;
let other: number;

beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
  tank = await testDevice(app, customer, 'solutionId=901');
  actor = await testDevice(app, customer, 'solutionId=902');
  other = (await read('/sample/device?solutionId=902&sort[id]=desc&limit=1'))[0].id;
  await actor.publish({ mode: 'day', byHand: false });
});
afterAll(async () => {
  await Promise.all([tank.end(), actor.end()]);
  await app.close();
});
beforeEach(async () => {
  await tank.publish({ leak: false });
  await app.kit.pool.query('DELETE FROM device_command');
  for (const { id } of await read(`/sample/alarm/operational?deviceId=${tank.id}`))
    await customer.call('POST', `/sample/alarm/operational/${id}/terminate`, { body: {} });
});

const read = async (path: string) => (await customer.call('GET', path)).body.data;
const off = { device: 'linked', method: 'switch', params: { on: false } };
const leak = (actions: object[]) => ({
  name: 'Switch off on a leak',
  kind: 'leak',
  deviceId: tank.id,
  levels: [{ severity: 'problem', condition: { sensor: 'leak', is: '=', value: true }, trigger: { type: 'simple' } }],
  actions,
});
const commands = (id = actor.id) => read(`/sample/device/${id}/command`);
const timeline = async () => {
  const [alarm] = await read(`/sample/alarm/operational?deviceId=${tank.id}`);
  return (await read(`/sample/alarm/operational/${alarm.id}`)).events as {
    action: string;
    data: Record<string, unknown>;
  }[];
};
const link = (id: number, deviceId: number) =>
  customer.call('PUT', `/sample/device/${id}/link`, { body: { deviceId } });
let rule: number;

test('a rule with an action that is not automatic is refused', async () => {
  const create = (action: object) => customer.call('POST', '/sample/rule', { body: leak([action]) });
  const errors = async (action: object) => (await create(action)).body.errors;
  expect(await errors({ ...off, params: { on: true } })).toEqual([
    { param: 'actions.0.method', msg: expect.any(String) },
  ]);
  expect(await errors({ ...off, method: 'unlock', params: {} })).toMatchObject([{ param: 'actions.0.method' }]);
  expect(await errors({ ...off, method: 'constructor' })).toMatchObject([{ param: 'actions.0.method' }]);
  expect(await errors({ ...off, device: 'self' })).toMatchObject([{ param: 'actions.0.device' }]);
  expect(await errors({ ...off, device: tank.id })).toMatchObject([{ param: 'actions.0.device' }]);
  expect((await customer.call('POST', '/sample/rule', { body: leak([off, off, off, off]) })).status).toBe(418);
});

test('a rule does not act on devices of another company', async () => {
  const strange = await app.kit.pool.query(
    `SELECT d.id FROM device d WHERE d.app = 'sample' AND d.solution_id = 902 AND d.company_id <> (SELECT company_id FROM device WHERE id = $1) LIMIT 1`,
    [tank.id],
  );
  const reply = await customer.call('POST', '/sample/rule', { body: leak([{ ...off, device: strange.rows[0].id }]) });
  expect([reply.status, reply.body.errors[0].param]).toEqual([418, 'actions.0.device']);
  const linked = await link(tank.id, strange.rows[0].id);
  expect([linked.status, linked.body.errors[0].param]).toEqual([418, 'deviceId']);
});

test('devices are linked from both sides, once, and only those that the app allows', async () => {
  expect((await link(tank.id, actor.id)).body.data).toEqual([
    { id: expect.any(Number), acts: true, device: { id: actor.id, name: expect.any(String), solutionId: 902 } },
  ]);
  const again = (await link(actor.id, tank.id)).body.data;
  expect(again).toMatchObject([{ acts: false, device: { id: tank.id } }]);
  expect((await link(actor.id, other)).status).toBe(418);
  const operator = await app.signIn('operator@rasid.test');
  const refused = await operator.call('PUT', `/sample/device/${tank.id}/link`, { body: { deviceId: other } });
  expect(refused.status).toBe(403);
  expect((await customer.call('DELETE', `/sample/device/${other}/link/${again[0].id}`)).status).toBe(404);
});

test('twenty devices at most act for one device', async () => {
  const { rows } = await app.kit.pool.query(
    `INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, state)
     SELECT company_id, app, solution_id, hardware_id, 'Further', 'FURTHER' || n, 'inventory' FROM device, generate_series(1, 20) n WHERE id = $1 RETURNING id`,
    [actor.id],
  );
  const replies = [];
  for (const { id } of rows) replies.push(await link(tank.id, id));
  const last = replies.pop();
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  expect([last?.status, last?.body.word]).toEqual([409, 'too-many-links']);
  expect((await link(tank.id, actor.id)).status).toBe(200);
  await app.kit.pool.query("DELETE FROM device WHERE name = 'Further'");
});

test('a leak sends the command of its rule to the linked device once, and each names the other', async () => {
  const created = await customer.call('POST', '/sample/rule', { body: leak([off]) });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  rule = created.body.data.id;
  await eventually(
    async () => {
      await tank.publish({ leak: false });
      await tank.publish({ leak: true });
      return commands();
    },
    (sent) => sent.length > 0,
  );
  await tank.publish({ leak: true });
  const [command, ...more] = await commands();
  expect(more).toEqual([]);
  const events = await timeline();
  const alarm = (await read(`/sample/alarm/operational?deviceId=${tank.id}`))[0];
  expect(command).toMatchObject({ method: 'switch', params: { on: false }, alarmId: alarm.id, requestedBy: null });
  expect(events.find(({ action }) => action === 'action-sent')?.data).toMatchObject({
    id: command.id,
    method: 'switch',
    device: { id: actor.id },
  });
});

test('a device names the rules that may act on it: those of linked devices, and those that name it', async () => {
  const acting = async (id: number) =>
    (await read(`/sample/device/${id}/acting-rule`)).map(({ id: found }: { id: number }) => found);
  expect([await acting(actor.id), await acting(other), await acting(tank.id)]).toEqual([[rule], [], []]);
  const named = await customer.call('POST', '/sample/rule', {
    body: { ...leak([{ ...off, device: other }]), name: 'Named', kind: 'level-high', enabled: false },
  });
  expect(await acting(other)).toEqual([named.body.data.id]);
  await customer.call('DELETE', `/sample/rule/${named.body.data.id}`);
});

test('the rules of a template act too, but cannot name a single device or switch anything on', async () => {
  const { deviceId, ...content } = leak([off]);
  const create = (actions: object[]) =>
    customer.call('POST', '/sample/template', {
      body: {
        name: `Acting ${JSON.stringify(actions)}`.slice(0, 100),
        hardwareId: 90101,
        rules: [{ ...content, actions }],
      },
    });
  const refused = async (action: object) => {
    const { status, body } = await create([action]);
    return [status, body.errors?.[0].param];
  };
  expect(await refused({ ...off, params: { on: true } })).toEqual([418, 'rules.0.actions.0.method']);
  expect(await refused({ ...off, device: deviceId })).toEqual([418, 'rules.0.actions.0.device']);
  const { body } = await create([off]);
  expect(body.data.rules[0].actions).toEqual([off]);
  await customer.call('DELETE', `/sample/template/${body.data.id}`);
});

test('within ten minutes the rule does not send it again, and the timeline states the reason', async () => {
  await tank.publish({ leak: true });
  expect(await commands()).toHaveLength(1);
  const [alarm] = await read(`/sample/alarm/operational?deviceId=${tank.id}`);
  await customer.call('POST', `/sample/alarm/operational/${alarm.id}/terminate`, { body: {} });
  await tank.publish({ leak: false });
  await tank.publish({ leak: true });
  expect(await commands()).toHaveLength(1);
  expect((await timeline()).at(-1)).toMatchObject({ action: 'action-refused', data: { reason: 'acted-recently' } });
});

test('a leak that comes back while its alarm is still open acts again after ten minutes', async () => {
  await tank.publish({ leak: true });
  await app.kit.pool.query(
    `UPDATE device_command SET created_at = now() - interval '11 minutes', state = 'expired' WHERE device_id = $1`,
    [actor.id],
  );
  await tank.publish({ leak: true });
  expect(await commands()).toHaveLength(1);
  await tank.publish({ leak: false });
  await tank.publish({ leak: true });
  expect(await commands()).toHaveLength(2);
});

test('a command of a rule takes the place of the opposite one that is under way', async () => {
  const body = { method: 'switch', params: { on: true } };
  const opened = (await customer.call('POST', `/sample/device/${actor.id}/command`, { body })).body.data;
  await tank.publish({ leak: true });
  const [closing, opening] = await commands();
  expect(closing).toMatchObject({ params: { on: false }, state: 'queued' });
  expect(opening).toMatchObject({ id: opened.id, state: 'failed', reason: 'superseded' });
});

test('a device that is operated by hand is left alone, and the alarm says why', async () => {
  await actor.publish({ byHand: true });
  await tank.publish({ leak: true });
  expect(await commands()).toEqual([]);
  expect((await timeline()).at(-1)).toMatchObject({ action: 'action-refused', data: { reason: 'by-hand' } });
  await actor.publish({ byHand: false });
});

test('a person sends the command on account of the alarm, and its timeline names the person', async () => {
  await actor.publish({ byHand: true });
  await tank.publish({ leak: true });
  await actor.publish({ byHand: false });
  const [alarm] = await read(`/sample/alarm/operational?deviceId=${tank.id}`);
  const body = { method: 'switch', params: { on: false }, alarmId: alarm.id };
  expect((await customer.call('POST', `/sample/device/${actor.id}/command`, { body })).status).toBe(201);
  const last = (await timeline()).at(-1) as { action: string; actor?: { name: string } | null };
  expect([last.action, last.actor?.name]).toEqual(['action-sent', expect.any(String)]);
  const unknown = await customer.call('POST', `/sample/device/${actor.id}/command`, {
    body: { ...body, alarmId: 2_000_000_000, replace: true },
  });
  expect(unknown.status).toBe(418);
  const device = ['read', 'command'].map((action) => `sample.device.${action}`);
  const sendAs = async (abilities: string[] | null) => {
    const path = `/sample/device/${actor.id}/command`;
    return (await (await providerOf(app, customer, abilities)).call('POST', path, { body: { ...body, replace: true } }))
      .status;
  };
  const events = (await timeline()).length;
  expect([await sendAs(device), (await timeline()).length]).toEqual([418, events]);
  expect(await sendAs([...device, 'sample.operational-alarm.read'])).toBe(201);
  await providerOf(app, customer, null);
});

test('without a linked device the alarm shows that no action was taken; with a rule without actions it does not', async () => {
  const [{ id }] = await read(`/sample/device/${tank.id}/link`);
  expect((await customer.call('DELETE', `/sample/device/${tank.id}/link/${id}`)).status).toBe(204);
  await tank.publish({ leak: true });
  expect((await timeline()).at(-1)).toMatchObject({ action: 'action-refused', data: { reason: 'nothing-linked' } });
  await customer.call('PATCH', `/sample/rule/${rule}`, { body: { actions: [] } });
});
