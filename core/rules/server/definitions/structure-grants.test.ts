import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let operator: TestPerson;
/** The operator may handle alarms in the first structure and only read them in the second. */
const handled = { structureId: 0, deviceId: 0 };
const seen = { structureId: 0, deviceId: 0 };

beforeAll(async () => {
  app = await rasid();
  const admin = await app.signIn('customer@rasid.test');
  operator = await app.signIn('operator@rasid.test');
  const users = [(await operator.call('GET', '/session')).body.data.user.id];
  for (const { id } of (await admin.call('GET', '/sample/permissions-group')).body.data)
    await admin.call('DELETE', `/sample/permissions-group/${id}`);
  const devices: { id: number; structure: { id: number } }[] = (
    await admin.call('GET', '/sample/device?limit=100')
  ).body.data.filter((device: { structure: object | null }) => device.structure);
  const ofStructure = Map.groupBy(devices, (device) => device.structure.id);
  const [first, second] = [...ofStructure].map(([structureId, [device]]) => ({ structureId, deviceId: device?.id }));
  Object.assign(handled, first);
  Object.assign(seen, second);
  const handling = ['read', 'acknowledge', 'comment', 'terminate', 'reject', 'escalate'];
  const group = (name: string, structureId: number, permissions: object) =>
    admin.call('POST', '/sample/permissions-group', { body: { name, users, resources: [structureId], permissions } });
  const replies = [
    await group('Handling', handled.structureId, {
      device: ['read', 'command'],
      rule: ['read', 'test'],
      'operational-alarm': handling,
      'status-alarm': ['read', 'acknowledge', 'comment', 'terminate'],
    }),
    await group('Looking', seen.structureId, {
      device: ['read'],
      'operational-alarm': ['read'],
      'status-alarm': ['read'],
    }),
  ];
  expect(replies.map(({ status }) => status)).toEqual([201, 201]);
});
afterAll(() => app.close());

/** Inserts an open alarm of the device with a unique kind. */
async function openAlarm(where: typeof seen, kind: 'operational' | 'status'): Promise<number> {
  const { rows } = await app.kit.pool.query(
    `INSERT INTO alarm (company_id, app, class, kind, severity, device_id, solution_id, structure_id, first_at, last_at)
     SELECT company_id, app, $2, 'tried-' || gen_random_uuid(), 'poor', id, solution_id, structure_id, now(), now() FROM device WHERE id = $1 RETURNING id`,
    [where.deviceId, kind],
  );
  return rows[0].id;
}

const body = { comment: 'Looked at it' };
const escalation = async () => ({
  userId: (await operator.call('GET', '/sample/alarm/operational/responders')).body.data[0].id,
});

describe('a permission group for one structure', () => {
  test.each([
    ['operational', 'acknowledge', 200],
    ['operational', 'comment', 201],
    ['operational', 'terminate', 200],
    ['operational', 'reject', 200],
    ['operational', 'escalate-user', 200],
    ['status', 'acknowledge', 200],
    ['status', 'comment', 201],
    ['status', 'terminate', 200],
  ] as const)('allows, for an %s alarm, the action %s in this structure only', async (kind, action, status) => {
    const actionBody = action === 'escalate-user' ? await escalation() : body;
    const act = async (where: typeof seen) =>
      operator.call('POST', `/sample/alarm/${kind}/${await openAlarm(where, kind)}/${action}`, { body: actionBody });
    expect((await act(handled)).status).toBe(status);
    expect((await act(seen)).body).toMatchObject({ word: 'no-permission' });
  });

  test('allows commands to devices in this structure only', async () => {
    const send = (id: number) => operator.call('POST', `/sample/device/${id}/command`, { body: { method: 'ping' } });
    expect((await send(handled.deviceId)).status).toBe(201);
    expect((await send(seen.deviceId)).body).toMatchObject({ word: 'no-permission' });
    expect((await operator.call('GET', `/sample/device/${seen.deviceId}`)).status).toBe(200);
    const { rows } = await app.kit.pool.query(
      "SELECT id FROM device WHERE company_id = (SELECT company_id FROM users WHERE email = 'operator@rasid.test') AND structure_id <> ALL ($1) LIMIT 1",
      [[handled.structureId, seen.structureId]],
    );
    expect((await send(rows[0].id)).status).toBe(404);
  });

  test('allows tests of rules on devices in this structure only', async () => {
    const levels = [{ severity: 'poor', condition: { noDataFrom: null, seconds: 600 }, trigger: { type: 'simple' } }];
    const period = { from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' };
    const replay = (deviceId: number) =>
      operator.call('POST', '/sample/rule/test', { body: { deviceId, levels, ...period } });
    expect((await replay(handled.deviceId)).body).toMatchObject({ word: 'no-history' });
    expect((await replay(seen.deviceId)).body).toMatchObject({ word: 'no-permission' });
  });
});
