import { afterAll, beforeEach, expect, test } from 'vitest';
import { guard, ids, of, offer, panels, read, security, watched, withDesk } from '#main/testing/panels/test-desk.ts';
import type { TestPanel } from '#main/testing/panels/test-panels.ts';
import { eventually, type TestDevice, testDevice } from '#main/testing/test-device.ts';

const connected: TestDevice[] = [];
withDesk();
afterAll(async () => {
  for (const device of connected) await device.end();
});

/** What the contract of the security company lets it do; null: everything. */
const contract = (abilities: string[] | null) =>
  panels.app.kit.pool.query(
    'UPDATE company_relation SET contract_abilities = $3, contract_resources = NULL WHERE provider_id = $1 AND client_id = $2',
    [ids.aman, ids.reem, abilities],
  );
beforeEach(() => contract([]));

/** A panel that the security company watches and that takes commands. */
async function online() {
  const panel = await watched();
  const device = await testDevice(panels.app, panels.customer, `id=${panel.id}`, '/defcon');
  connected.push(device);
  await device.follow((topic) => device.publish({ ok: true }, topic.replace('request', 'response')));
  const state = { id: `w${connected.length}`, ts: Date.now(), kind: 'panel-state', data: { mains: true } };
  await device.publish([state], 'v1/devices/me/event');
  await eventually(
    () => panels.panel(panel),
    ({ connection }) => connection === 'online',
  );
  // The secret with which the panel was linked is no longer valid.
  const closes = async () => {
    const closing = { id: 'closed', ts: Date.now(), kind: 'intrusion', data: { code: 'CL', q: 'new', group: 1 } };
    await device.publish([closing], 'v1/devices/me/event');
    await eventually(
      () => panels.group(panel),
      ({ state }) => state === 'armed-away',
    );
  };
  return { panel, closes };
}
const order = (panel: TestPanel, method: 'arm' | 'disarm', params: object = {}) =>
  of(guard)('POST', `/panel/${panel.id}/command`, { method, params });

test('a security company arms and disarms as far as its contract names it, and each order is in the log with its person', async () => {
  const { panel, closes } = await online();
  const arm = () => order(panel, 'arm', { mode: 'away' });
  for (const refused of [await arm(), await order(panel, 'disarm')])
    expect([refused.status, refused.body.word]).toEqual([403, 'not-in-contract']);
  await contract(['defcon.panel.arm']);
  expect((await of(guard)('GET', `/panel/${panel.id}`)).body.data).toMatchObject({ arms: true, disarms: false });
  expect((await order(panel, 'disarm')).status).toBe(403);
  expect((await arm()).status).toBe(201);
  await closes();
  await contract(null);
  expect((await order(panel, 'disarm')).status).toBe(201);
  expect((await panels.log(panel, 'app')).slice(-2)).toMatchObject([
    { code: 'arm-ordered', user: 'Bilal Hassan', group: { number: 1 }, data: { mode: 'away' } },
    { code: 'disarm-ordered', user: 'Bilal Hassan', group: { number: 1 } },
  ]);
  await of(security)('POST', `/device-assign/${panel.assignment}/end`);
  expect((await arm()).status).toBe(404);
});

test('those of the security company who handle incidents call for help at a panel that they watch', async () => {
  const panel = await watched();
  const call = () => of(guard)('POST', `/panel/${panel.id}/panic`, { kind: 'audible' });
  const setRole = (role: string) =>
    panels.app.kit.pool.query("UPDATE users SET role = $1 WHERE email = 'guard@rasid.test'", [role]);
  await setRole('Viewer');
  expect((await call()).status).toBe(403);
  await setRole('Operator');
  const { status, body } = await call();
  expect(status, JSON.stringify(body)).toBe(201);
  expect(await read(guard, body.data.alarmId)).toMatchObject({ kind: 'panic', desk: { role: 'monitor', mine: true } });
  expect((await panels.log(panel, 'app')).at(-1)).toMatchObject({ code: 'panic', user: 'Bilal Hassan' });
});

test('an offer is accepted at once if the contract names it', async () => {
  await contract(null);
  expect((await offer(await panels.add())).body.data).toMatchObject({ state: 'pending', inForce: false });
  await contract(['defcon.device-assign.auto']);
  const panel = await panels.add();
  expect((await offer(panel)).body.data).toMatchObject({ state: 'accepted', inForce: true });
  expect((await of(guard)('GET', `/panel/${panel.id}`)).status).toBe(200);
});
