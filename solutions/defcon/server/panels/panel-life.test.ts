import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoCompanies } from '#core/accounts/server/api.ts';
import { type TestPanel, TestPanels } from '#main/testing/panels/test-panels.ts';
import { dueDone } from '#main/testing/test-device.ts';
import { statementsOf } from '#main/testing.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { column } from '#platform/server/records/rows.ts';
import { evaluate } from '../events/evaluate.ts';
import { lockPanels, neededFor } from '../events/panel-model.ts';
import { type Heard, heardIn } from '../events/signals.ts';
import { storeModels } from '../events/store-models.ts';
import { dueTests } from './end-tests.ts';

let panels: TestPanels;
beforeAll(async () => {
  panels = await TestPanels.begin();
});
afterAll(() => panels.app.close());

const kindsOf = (alarms: readonly { kind: string }[]) => alarms.map(({ kind }) => kind).sort();
const codes = async (panel: TestPanel, source: string) =>
  (await panels.log(panel, source)).map(({ code }: { code: string }) => code);
const off = ({ id }: TestPanel) => panels.call('DELETE', `/panel/${id}/deactivate?reason=Moving&force=true`);
const unlink = ({ id }: TestPanel) => panels.call('POST', '/panel/unlink', { panelId: id, reason: 'Moving' });

/** A panel with open alarms about its group, a zone and itself. */
async function troubled(): Promise<TestPanel> {
  const panel = await panels.add();
  await panels.signal(panel, Date.now(), { code: 'BA', zone: 1, group: 1 });
  await panels.signal(panel, Date.now(), { code: 'BT', zone: 2, group: 1 });
  await panels.signal(panel, Date.now(), { code: 'AT' });
  expect(kindsOf(await panels.troubles(panel))).toHaveLength(2);
  return panel;
}

test('out of service and unlinked, a panel has no open alarm about itself, its groups or its zones', async () => {
  const left = await troubled();
  expect((await off(left)).status).toBe(204);
  const moved = await troubled();
  await panels.done('PUT', `/device/${moved.id}/remove`, { to: 'inventory' });
  for (const panel of [left, moved]) {
    const { rows } = await panels.app.kit.pool.query(
      `SELECT kind FROM alarm WHERE closed_at IS NULL AND app = 'defcon' AND (device_id = $1 OR (subject_type = 'panel' AND subject_id = $1)
          OR (subject_type = 'panel-group' AND subject_id IN (SELECT id FROM defcon_group WHERE panel_id = $1))
          OR (subject_type = 'panel-zone' AND subject_id IN (SELECT id FROM defcon_zone WHERE panel_id = $1)))`,
      [panel.id],
    );
    expect(rows).toEqual([]);
  }
  expect((await unlink(left)).body.data).toMatchObject({ service: 'unlinked', structure: null });
  expect(await codes(left, 'app')).toEqual(['linked', 'in-service', 'out-of-service', 'unlinked']);
});

test('a test ends by itself, and says so', async () => {
  const panel = await panels.add();
  await panels.done('POST', `/panel/${panel.id}/test`, { minutes: 60, scope: 'all' });
  await panels.app.kit.pool.query("UPDATE defcon_panel SET test_until = now() - interval '1 second' WHERE id = $1", [
    panel.id,
  ]);
  await dueDone(panels.app, [dueTests]);
  expect(await panels.panel(panel)).toMatchObject({ testUntil: null, testScope: null });
  expect(await panels.log(panel, 'system')).toMatchObject([{ code: 'test-ended', user: null, data: { scope: 'all' } }]);
});

test('a call for help is in the log as a hit of the person', async () => {
  const panel = await panels.add();
  const { alarmId } = await panels.done('POST', `/panel/${panel.id}/panic`, { kind: 'silent' });
  const { rows } = await panels.app.kit.pool.query(
    "SELECT is_hit, alarm_id FROM defcon_event WHERE panel_id = $1 AND code = 'panic'",
    [panel.id],
  );
  expect(rows).toEqual([{ is_hit: true, alarm_id: alarmId }]);
  expect((await panels.log(panel, 'app')).at(-1)).toMatchObject({
    ...{ code: 'panic', qualifier: 'new', user: expect.any(String), data: { silent: true } },
  });
});

test('a panel is deleted only when it is unlinked and has reported nothing', async () => {
  const [used, unused] = [await panels.add(), await panels.link()];
  const remove = ({ id }: TestPanel) => panels.call('DELETE', `/panel/${id}`);
  expect((await remove(unused)).body.word).toBe('has-history');
  await panels.signal(used, Date.now(), { code: 'BA', zone: 1, group: 1 });
  await off(used);
  for (const panel of [used, unused]) expect((await unlink(panel)).status).toBe(200);
  expect((await remove(used)).body.word).toBe('has-history');
  expect((await remove(unused)).status).toBe(204);
  expect((await panels.call('GET', `/panel/${unused.id}`)).status).toBe(404);
  expect((await panels.call('GET', `/device/${unused.id}`)).status).toBe(200);
});

test('what a panel reports writes only the groups and zones that it changes', async () => {
  const panel = await panels.add();
  const heard = (data: object): Heard[] => {
    const event = { deviceId: panel.id, key: 'k', kind: 'intrusion', time: Date.now(), receivedAt: Date.now(), data };
    const one = heardIn(event as Parameters<typeof heardIn>[0]);
    return one ? [one] : [];
  };
  const written = async (data: object) => {
    const texts = await statementsOf(panels.app, () =>
      inSystem(panels.app.kit.db, async (tx) => {
        const model = (await lockPanels(tx, [neededFor(panel.id, heard(data))])).get(panel.id);
        if (model) await storeModels(tx, [evaluate(model, heard(data))]);
      }),
    );
    return texts.flatMap((text) => /^\s*(?:UPDATE|INSERT INTO) (\w+)/.exec(text)?.[1] ?? []);
  };
  expect(await written({ code: 'RP' })).toEqual(['defcon_panel']);
  expect(await written({ code: 'BA', q: 'new', zone: 1, group: 1 })).toEqual(['defcon_panel', 'defcon_zone']);
  expect(await written({ code: 'CL', q: 'new', group: 1 })).toEqual(['defcon_panel', 'defcon_group']);
  const { rows } = await panels.app.kit.pool.query(
    'SELECT number, changed_at IS NOT NULL AS changed FROM defcon_zone WHERE panel_id = $1 ORDER BY 1',
    [panel.id],
  );
  expect(rows).toEqual([
    { number: 1, changed: true },
    { number: 2, changed: false },
  ]);
});

test.each(['defcon_panel', 'defcon_group', 'defcon_zone'])(
  '%s: the change log has what people enter, and not what panels report',
  async (table) => {
    const { rows } = await panels.app.kit.pool.query<{ logged: string[]; others: string[] }>(
      `SELECT array_agg(a.attname::text ORDER BY a.attname) FILTER (WHERE a.attnum = ANY (t.tgattr::smallint[])) AS logged,
            array_agg(a.attname::text ORDER BY a.attname) FILTER (WHERE a.attnum <> ALL (t.tgattr::smallint[])) AS others
       FROM pg_trigger t JOIN pg_attribute a ON a.attrelid = t.tgrelid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE t.tgrelid = $1::regclass AND t.tgname = 'change_log'`,
      [table],
    );
    const reported = (panels.app.kit.history.tables[table]?.silent ?? []).map(column);
    expect(rows[0]?.logged).toContain('company_id');
    expect(rows[0]?.others).toEqual(expect.arrayContaining(reported));
    expect(
      rows[0]?.others.filter((name) => !reported.includes(name) && !['id', 'created_at', 'search'].includes(name)),
    ).toEqual([]);
  },
);

test('the police opens no panel, and nothing that belongs to one', async () => {
  const panel = await panels.add();
  for (const person of ['hq@rasid.test', 'station@rasid.test']) {
    const police = await panels.app.signIn(person);
    for (const path of [
      '',
      `/${panel.id}`,
      ...['group', 'device', 'user', 'event', 'sia'].map((of) => `/${panel.id}/${of}`),
    ])
      expect([path, (await police.call('GET', `/defcon/panel${path}`)).status]).toEqual([path, 403]);
  }
});

test('the new owner of a panel gets it as it is wired and sees nothing of before, which stays with the former one', async () => {
  const panel = await troubled();
  await panels.done('POST', `/panel/${panel.id}/user`, { slot: 1, name: 'Reem', userId: null, duress: false });
  const { qasr } = await inSystem(panels.app.kit.db, demoCompanies);
  const admin = await panels.app.signIn('super@rasid.test');
  const as = (company: number) => ({ 'customer-id': String(company) });
  const give = (confirmName: string) =>
    admin.call('PATCH', `/defcon/panel/${panel.id}/ownership`, {
      body: { customerId: qasr, reason: 'Sold', confirmName },
      headers: as(panels.company),
    });
  const { name } = await panels.panel(panel);
  // What it was ordered to do is not done for the new owner.
  const order = await panels.done('POST', `/device/${panel.id}/command`, { method: 'sync', params: {} });
  expect(order.state).toBe('queued');
  expect((await give('Another')).body.errors).toEqual([{ param: 'confirmName', msg: 'otherName' }]);
  const { status, body } = await give(name);
  expect([status, body.data]).toEqual([
    200,
    { id: expect.any(Number), company: expect.objectContaining({ id: qasr }) },
  ]);
  expect([await panels.incidents(panel), await panels.troubles(panel)]).toEqual([[], []]);
  expect(await codes(panel, 'app')).toEqual(['linked', 'in-service', 'ownership-changed']);
  expect(await codes(panel, 'mqtt')).toEqual(['BA', 'BT', 'AT']);
  const read = async (path: string) =>
    (await admin.call('GET', `/defcon/panel/${body.data.id}${path}`, { headers: as(qasr) })).body.data;
  expect(await read('')).toMatchObject({ companyId: qasr, service: 'unlinked', zones: 2, openAlarms: 0 });
  expect([await read('/event'), await read('/user')]).toEqual([[], []]);
  expect((await read('/device')).map((zone: { name: string }) => zone.name)).toEqual(['Zone 1', 'Zone 2']);
  expect((await panels.call('GET', `/panel/${body.data.id}`)).status).toBe(404);
  const { rows } = await panels.app.kit.pool.query(
    'SELECT state, reason, device_id FROM device_command WHERE id = $1',
    [order.id],
  );
  expect(rows).toEqual([{ state: 'failed', reason: expect.any(String), device_id: panel.id }]);
  const authorization = `Basic ${Buffer.from(`${panel.name}:${panel.secret}`).toString('base64')}`;
  const sent = await panels.app.anonymous.call('POST', '/v1/event', { body: [], headers: { authorization } });
  expect(sent.status).toBe(401);
});
