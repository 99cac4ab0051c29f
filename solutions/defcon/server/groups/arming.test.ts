import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeviceCommand } from '#main/testing/answers.ts';
import { type TestPanel, TestPanels } from '#main/testing/panels/test-panels.ts';
import { eventually, type TestDevice, testDevice } from '#main/testing/test-device.ts';

let panels: TestPanels;
const connected: TestDevice[] = [];
beforeAll(async () => {
  panels = await TestPanels.begin();
});
afterAll(async () => {
  for (const device of connected) await device.end();
  await panels.app.close();
});

let sent = 0;
/** A panel with a connection that answers each command, and reports states as a panel does. */
async function online(zones?: Parameters<TestPanels['add']>[0], answer: object = { ok: true }) {
  const panel = await panels.add(zones);
  const device = await testDevice(panels.app, panels.customer, `id=${panel.id}`, '/defcon');
  connected.push(device);
  const taken: DeviceCommand[] = [];
  await device.follow(async (topic, command) => {
    taken.push(command);
    await device.publish(answer, topic.replace('request', 'response'));
  });
  const report = (kind: string, data: object) =>
    device.publish([{ id: `a${++sent}`, ts: Date.now(), kind, data }], 'v1/devices/me/event');
  await report('panel-state', { mains: true });
  await eventually(
    () => panels.panel(panel),
    ({ connection }) => connection === 'online',
  );
  return { panel, device, taken, report };
}

const order = async ({ id }: TestPanel, method: string, params: object = {}, number = 1) => {
  const group = await panels.group({ id } as TestPanel, number);
  return panels.call('POST', `/panel/${id}/group/${group.id}/command`, { method, params });
};
const stateOf = async ({ id }: TestPanel, command: number) =>
  (await panels.done('GET', `/device/${id}/command?limit=20`)).find((one: { id: number }) => one.id === command)?.state;

test('arming is confirmed by the state that the panel reports, not by its answer, and no command sets a state', async () => {
  const { panel, taken, report } = await online();
  const { status, body } = await order(panel, 'arm', { mode: 'away' });
  expect(status, JSON.stringify(body)).toBe(201);
  await eventually(
    () => stateOf(panel, body.data.id),
    (state) => state === 'delivered',
  );
  expect(taken).toMatchObject([{ method: 'arm', params: { group: 1, mode: 'away', bypass: [] } }]);
  expect(await panels.group(panel)).toMatchObject({ state: 'disarmed' });
  await report('intrusion', { code: 'CL', group: 1, user: 1 });
  await eventually(
    () => stateOf(panel, body.data.id),
    (state) => state === 'confirmed',
  );
  expect(await panels.group(panel)).toMatchObject({ state: 'armed-away', stateBy: '1' });
  // Somebody has armed it again meanwhile: that is not what the next command waits for.
  const disarming = (await order(panel, 'disarm')).body.data.id;
  await report('intrusion', { code: 'CL', group: 1 });
  await report('intrusion', { code: 'OP', group: 2 });
  expect(await stateOf(panel, disarming)).not.toBe('confirmed');
  await report('intrusion', { code: 'OP', group: 1 });
  await eventually(
    () => stateOf(panel, disarming),
    (state) => state === 'confirmed',
  );
});

test('arming with open zones is refused with their names, and works without those that the person leaves out', async () => {
  const { panel, taken, report } = await online([
    { number: 1 },
    { number: 2 },
    { number: 3, reaction: 'fire', bypassable: false, detector: 'smoke' },
  ]);
  await report('panel-state', {
    zones: [
      { no: 1, open: true },
      { no: 2, open: true },
    ],
  });
  const refused = await order(panel, 'arm', { mode: 'away', bypass: [1] });
  expect([refused.status, refused.body.word, refused.body.detail]).toEqual([
    409,
    'not-ready',
    { zones: [{ number: 2, name: 'Zone 2', bypassable: true }] },
  ]);
  expect((await order(panel, 'arm', { mode: 'away', bypass: [1, 2, 3] })).body.word).toBe('zone-protected');
  expect((await order(panel, 'arm', { mode: 'night' })).body.word).toBe('not-ready');
  await report('panel-state', { zones: [{ no: 2, open: false }] });
  expect((await order(panel, 'arm', { mode: 'night', bypass: [1] })).body.word).toBe('mode-off');
  expect(taken).toEqual([]);
  expect((await order(panel, 'arm', { mode: 'away', bypass: [1] })).status).toBe(201);
});

test('an offline panel and one that speaks SIA refuse at once, and nothing is queued', async () => {
  const panel = await panels.add();
  expect((await order(panel, 'arm', { mode: 'away' })).body.word).toBe('panel-offline');
  await panels.app.kit.pool.query("UPDATE defcon_panel SET transport = 'sia' WHERE id = $1", [panel.id]);
  expect((await order(panel, 'arm', { mode: 'away' })).body.word).toBe('panel-cannot');
  expect(await panels.done('GET', `/device/${panel.id}/command?limit=20`)).toEqual([]);
});

test('a company that does not allow disarming from afar has its panels disarmed at the keypad alone', async () => {
  const { panel } = await online();
  expect(await panels.panel(panel)).toMatchObject({ remoteDisarm: true, panicHold: true });
  const setting = await panels.done('GET', '/intrusion-setting');
  const { version } = await panels.done('PUT', '/intrusion-setting', { ...setting, remoteDisarm: false });
  expect(await panels.panel(panel)).toMatchObject({ remoteDisarm: false });
  expect((await order(panel, 'disarm')).body.word).toBe('remote-disarm-off');
  const whole = await panels.call('POST', `/panel/${panel.id}/command`, { method: 'disarm', params: {} });
  expect(whole.body.word).toBe('remote-disarm-off');
  expect((await order(panel, 'arm', { mode: 'away' })).status).toBe(201);
  await panels.done('PUT', '/intrusion-setting', { ...setting, version });
});

test('a viewer neither arms nor disarms, and sees the state', async () => {
  const { panel } = await online();
  const viewer = await panels.app.signIn('viewer@rasid.test');
  const users = [(await viewer.call('GET', '/session')).body.data.user.id];
  const seeing = { name: 'Seeing panels', users, resources: [panel.site], permissions: { panel: ['read'] } };
  await panels.done('POST', '/permissions-group', seeing);
  const group = await panels.group(panel);
  const address = `/defcon/panel/${panel.id}/group/${group.id}`;
  const body = { method: 'disarm', params: {} };
  expect((await viewer.call('POST', `${address}/command`, { body })).status).toBe(403);
  expect((await viewer.call('GET', address)).body.data).toMatchObject({ state: 'disarmed' });
});

test('a call for help is an incident at once, also of a panel that is offline, once for each call', async () => {
  const panel = await panels.add();
  const headers = { 'idempotency-key': 'help-1' };
  const call = () =>
    panels.customer.call('POST', `/defcon/panel/${panel.id}/panic`, { body: { kind: 'silent' }, headers });
  const [first, again] = [await call(), await call()];
  expect(first.body.data).toEqual(again.body.data);
  expect(await panels.incidents(panel)).toMatchObject([
    { id: first.body.data.alarmId, kind: 'panic', severity: 'problem', count: 1 },
  ]);
  expect((await panels.log(panel, 'app')).at(-1)).toMatchObject({ code: 'panic', alarmId: first.body.data.alarmId });
});

test('a panel goes into service with a site, zones, a call list, a subscription and a test, and says what is missing', async () => {
  const panel = await panels.link();
  for (const { id } of (await panels.done('GET', `/premises/${panel.site}/file`)).contacts)
    await panels.done('DELETE', `/premises/${panel.site}/contact/${id}`);
  const activate = (body: object = {}) => panels.call('POST', `/panel/${panel.id}/activate`, body);
  const missing = (await activate()).body;
  expect([missing.word, missing.detail]).toEqual(['panel-incomplete', { missing: ['zones', 'call-list', 'test'] }]);
  expect((await activate({ skipTest: true })).body.word).toBe('reason-needed');
  await panels.callList(panel.site);
  await panels.signal(panel, Date.now(), { code: 'BA', zone: 1, group: 1 });
  expect((await activate()).body.data).toMatchObject({ service: 'active' });
  await panels.signal(panel, Date.now(), { code: 'CL', group: 1 });
  const off = (query: string) => panels.call('DELETE', `/panel/${panel.id}/deactivate?reason=Moving&${query}`);
  expect((await off('')).body.word).toBe('group-armed');
  await panels.signal(panel, Date.now(), { code: 'BA', zone: 1, group: 1 });
  expect(await panels.incidents(panel)).toHaveLength(1);
  expect((await off('force=true')).status).toBe(204);
  expect(await panels.incidents(panel)).toEqual([]);
  expect((await panels.log(panel, 'app')).map(({ code }: { code: string }) => code)).toEqual([
    'linked',
    'in-service',
    'out-of-service',
  ]);
});

test('a new panel takes the place of another with its groups, zones, users and history', async () => {
  const before = await panels.add([{ number: 5, name: 'Vault' }]);
  await panels.done('POST', `/panel/${before.id}/user`, { slot: 1, name: 'Reem', userId: null, duress: false });
  await panels.signal(before, Date.now(), { code: 'CL', group: 1, user: 1 });
  const { serial } = await panels.stock();
  const link = () => panels.call('POST', '/panel/link', { serial, replaces: before.id });
  expect((await link()).body.word).toBe('panel-active');
  await panels.call('DELETE', `/panel/${before.id}/deactivate?reason=Swap&force=true`);
  const after = (await link()).body.data;
  expect(after).toMatchObject({ serial, service: 'linked', zones: 1, structure: { id: before.site } });
  expect(await panels.zones(after)).toMatchObject([{ number: 5, name: 'Vault' }]);
  expect((await panels.log(after, 'mqtt')).at(-1)).toMatchObject({ code: 'CL', user: 'Reem' });
  expect(await panels.panel(before)).toMatchObject({ service: 'unlinked', zones: 0 });
});

test('codes of people are refused, wherever they are entered', async () => {
  const panel = await panels.link();
  const user = { slot: 2, name: 'Reem', userId: null, duress: false };
  expect((await panels.call('POST', `/panel/${panel.id}/user`, { ...user, pin: '1234' })).status).toBe(418);
  expect((await panels.call('POST', `/panel/${panel.id}/user`, user)).status).toBe(201);
  const taken = await panels.call('POST', `/panel/${panel.id}/user`, user);
  expect(taken.body.errors).toEqual([{ param: 'slot', msg: 'numberTaken' }]);
});

test('a panel is asked for the networks that it receives, once a minute, and keeps their passwords to itself', async () => {
  const networks = [{ ssid: 'Shop', rssi: -48, security: 'WPA3' }, { ssid: 'Hall' }];
  const { panel, taken } = await online(undefined, { networks });
  const look = () => panels.done('GET', `/panel/${panel.id}/wifi-scan`);
  expect(await look()).toMatchObject({ scan: null, command: { method: 'wifi-scan' } });
  const { scan } = await eventually(look, (found) => found.scan !== null);
  expect(scan.networks).toEqual([networks[0], { ssid: 'Hall', rssi: null, security: null }]);
  await look();
  const join = (password: string) => panels.call('POST', `/panel/${panel.id}/wifi-join`, { ssid: 'Shop', password });
  expect((await join('short')).status).toBe(418);
  const sent = (await join('correct horse')).body.data;
  expect(sent.params).toEqual({ ssid: 'Shop', password: '••••' });
  await eventually(
    () => stateOf(panel, sent.id),
    (state) => state === 'confirmed',
  );
  expect(taken.map(({ method, params }) => [method, params])).toEqual([
    ['wifi-scan', {}],
    ['wifi-join', { ssid: 'Shop', password: 'correct horse' }],
  ]);
  const { rows } = await panels.app.kit.pool.query(
    `SELECT 1 FROM device_command c WHERE c::text LIKE '%correct horse%' UNION ALL SELECT 1 FROM change_log l WHERE l::text LIKE '%correct horse%'
     UNION ALL SELECT 1 FROM defcon_event e WHERE e::text LIKE '%correct horse%'`,
  );
  expect(rows).toEqual([]);
});

test('a switch to another network is confirmed only by the path that the panel reports', async () => {
  const { panel, report } = await online();
  const change = (person = panels.customer) =>
    person.call('POST', `/defcon/panel/${panel.id}/network-switch`, { body: { path: 'wifi' } });
  expect((await change(await panels.app.signIn('viewer@rasid.test'))).status).toBe(403);
  const { body } = await change();
  await eventually(
    () => stateOf(panel, body.data.id),
    (state) => state === 'delivered',
  );
  await report('panel-state', { path: 'cellular' });
  await report('panel-state', { path: 'wifi' });
  await eventually(
    () => stateOf(panel, body.data.id),
    (state) => state === 'confirmed',
  );
  expect(await panels.panel(panel)).toMatchObject({ path: 'wifi' });
  const offline = await panels.add();
  expect((await panels.call('GET', `/panel/${offline.id}/wifi-scan`)).body.word).toBe('panel-offline');
  await panels.done('PUT', `/panel/${offline.id}/sia`, { account: '77AB' });
  expect((await panels.call('GET', `/panel/${offline.id}/wifi-scan`)).body.word).toBe('panel-cannot');
});
