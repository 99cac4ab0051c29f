import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestPanel, TestPanels } from '#main/testing/panels/test-panels.ts';
import { eventually, testDevice } from '#main/testing/test-device.ts';
import { demoPassword, type TestPerson } from '#main/testing.ts';

let panels: TestPanels;
let panel: TestPanel;
let group: number;
let close: () => Promise<void>;
beforeAll(async () => {
  panels = await TestPanels.begin();
  panel = await panels.add();
  const device = await testDevice(panels.app, panels.customer, `id=${panel.id}`, '/defcon');
  close = () => device.end();
  await device.follow(async () => undefined);
  await device.publish(
    [{ id: 'p1', ts: Date.now(), kind: 'panel-state', data: { mains: true } }],
    'v1/devices/me/event',
  );
  await eventually(
    () => panels.panel(panel),
    ({ connection }) => connection === 'online',
  );
  group = (await panels.group(panel)).id;
});
afterAll(async () => {
  await close();
  await panels.app.close();
});

const proofAged = (minutes: number) =>
  panels.app.kit.pool.query("UPDATE session SET proved_at = now() - $1 * interval '1 minute'", [minutes]);
const order = (method: string, params: object = {}, person: TestPerson = panels.customer) =>
  person.call('POST', `/defcon/panel/${panel.id}/group/${group}/command`, { body: { method, params } });
const prove = (body: object, person: TestPerson = panels.customer) => person.call('POST', '/user/proof', { body });
/** Nothing waits for the panel any more. */
const settled = () => panels.app.kit.pool.query("UPDATE device_command SET state = 'failed', changed_at = now()");

test('disarming needs a password that was entered within five minutes, on every way; arming does not', async () => {
  await proofAged(4);
  expect((await order('disarm')).status).toBe(201);
  await settled();
  await proofAged(6);
  const refused = await order('disarm');
  expect([refused.status, refused.body.word, refused.body.detail]).toEqual([409, 'proof-needed', { by: 'password' }]);
  for (const path of [`/panel/${panel.id}/command`, `/device/${panel.id}/command`]) {
    const params = path.startsWith('/device') ? { group: 1 } : {};
    expect([path, (await panels.call('POST', path, { method: 'disarm', params })).body.word]).toEqual([
      path,
      'proof-needed',
    ]);
  }
  expect((await order('arm', { mode: 'away' })).status).toBe(201);
  await settled();
  expect((await prove({})).body.errors).toEqual([{ param: 'currentPassword', msg: 'Required' }]);
  expect((await prove({ currentPassword: 'Wrong@2026' })).body.errors).toEqual([
    { param: 'currentPassword', msg: 'wrongPassword' },
  ]);
  expect((await order('disarm')).body.word).toBe('proof-needed');
  expect((await prove({ currentPassword: demoPassword })).status).toBe(200);
  expect((await order('disarm')).status).toBe(201);
  await settled();
});

test('an account with a second factor proves it by a code, and its password is not enough', async () => {
  const person = await panels.app.signIn('customer@rasid.test');
  const tfa = (body: object) =>
    person.call('PATCH', '/user/tfa-switch', { body: { currentPassword: demoPassword, ...body } });
  const { secret } = (await tfa({ enable: true })).body.data;
  const code = new TOTP({ secret: Secret.fromBase32(secret), digits: 6 }).generate();
  const [recovery, last] = (await tfa({ enable: true, code })).body.data.recoveryCodes;
  await proofAged(6);
  expect((await order('disarm', {}, person)).body.detail).toEqual({ by: 'code' });
  expect((await prove({ currentPassword: demoPassword }, person)).body.word).toBe('wrong-code');
  expect((await prove({ code: '000000' }, person)).body.word).toBe('wrong-code');
  expect((await order('disarm', {}, person)).body.word).toBe('proof-needed');
  expect((await prove({ code: recovery }, person)).status).toBe(200);
  expect((await order('disarm', {}, person)).status).toBe(201);
  expect((await tfa({ enable: false, code: last })).body.data.enabled).toBe(false);
});

test('somebody who is signed in as the owner of a company does not disarm in their name', async () => {
  const admin = await panels.app.signIn('super@rasid.test');
  const opened = await admin.call('POST', '/user/login-as-company-owner', { body: { companyId: panels.company } });
  const call = (path: string, body: object) =>
    panels.app.anonymous.call('POST', path, {
      body,
      headers: { authorization: `Bearer ${opened.body.data.token}` },
    });
  const path = `/defcon/panel/${panel.id}/group/${group}/command`;
  expect((await call(path, { method: 'disarm', params: {} })).body.word).toBe('proof-needed');
  expect((await call('/user/proof', { currentPassword: demoPassword })).body.word).toBe('not-as-owner');
});
