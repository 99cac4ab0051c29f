import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestPanel, TestPanels } from '#main/testing/panels/test-panels.ts';
import { doDue } from '#platform/server/due.ts';
import { beginRetention, retentionDue } from '#platform/server/retention/run-retention.ts';

let panels: TestPanels;
beforeAll(async () => {
  panels = await TestPanels.begin();
});
afterAll(() => panels.app.close());

const second = 1000;
const minute = 60 * second;
const ago = (ms: number) => Date.now() - ms;
const kinds = async (panel: TestPanel) =>
  (await panels.incidents(panel))
    .map((one: { kind: string; condition: string }) => `${one.kind} ${one.condition}`)
    .sort();
const codes = (log: { code: string }[]) => log.map(({ code }) => code);
const troubleKinds = async (panel: TestPanel) =>
  (await panels.troubles(panel)).map(({ kind }: { kind: string }) => kind);
const armed = (panel: TestPanel, at: number, user = 2) => panels.signal(panel, at, { code: 'CL', group: 1, user });

test('a hit is an incident of its group with the log of what happened, and its restore clears but does not close it', async () => {
  const panel = await panels.add();
  const start = ago(5 * minute);
  await armed(panel, start);
  await panels.signal(panel, start + minute, { code: 'BA', zone: 1, group: 1, text: 'Hall PIR' });
  expect(await kinds(panel)).toEqual(['intrusion active']);
  expect((await panels.zones(panel)).map(({ open }: { open: boolean }) => open)).toEqual([true, false]);
  await panels.signal(panel, start + 2 * minute, { code: 'BR', zone: 1, group: 1 });
  expect(await kinds(panel)).toEqual(['intrusion cleared']);
  const log = await panels.log(panel, 'mqtt');
  expect(log).toMatchObject([
    { code: 'CL', user: '2', group: { number: 1 } },
    { code: 'BA', zone: { number: 1, name: 'Zone 1' }, text: 'Hall PIR', late: false },
    { code: 'BR', qualifier: 'new' },
  ]);
  expect(log.at(-2).alarmId).toBe((await panels.incidents(panel))[0].id);
});

test('an event that is sent twice, also after one of later, is taken once', async () => {
  const panel = await panels.add();
  const at = ago(minute);
  const events = [{ id: 'same', ts: at, kind: 'intrusion', data: { code: 'BA', zone: 1 } }];
  const headers = { authorization: `Basic ${Buffer.from(`${panel.name}:${panel.secret}`).toString('base64')}` };
  for (const _ of [1, 2]) await panels.app.anonymous.call('POST', '/v1/event', { body: events, headers });
  expect(await panels.incidents(panel)).toMatchObject([{ kind: 'intrusion', count: 1 }]);
  expect((await panels.log(panel)).filter(({ code }: { code: string }) => code === 'BA')).toHaveLength(1);
});

test('a second zone within an hour confirms an incident, one of the same unit or on the entry route does not', async () => {
  const zones = [
    { number: 1, confirmUnit: 'hall' },
    { number: 2, confirmUnit: 'hall' },
    { number: 3 },
    { number: 4, reaction: 'entry-exit' },
    { number: 5, reaction: 'interior' },
  ];
  const panel = await panels.add(zones);
  const rank = async () => (await panels.done('GET', `/alarm/intrusion?deviceId=${panel.id}&rank=1`)).length;
  const start = ago(10 * minute);
  await armed(panel, start);
  await panels.state(panel, start + second, { groups: [{ no: 1, state: 'entry' }] });
  await panels.signal(panel, start + 2 * second, { code: 'BA', zone: 4, group: 1 });
  await panels.signal(panel, start + 3 * second, { code: 'BA', zone: 5, group: 1 });
  await panels.state(panel, start + 4 * second, { groups: [{ no: 1, state: 'alarm' }] });
  await panels.signal(panel, start + minute, { code: 'BA', zone: 1, group: 1 });
  await panels.signal(panel, start + 2 * minute, { code: 'BA', zone: 2, group: 1 });
  expect(await rank()).toBe(0);
  await panels.signal(panel, start + 3 * minute, { code: 'BA', zone: 3, group: 1 });
  expect(await rank()).toBe(1);
  const { rows } = await panels.app.kit.pool.query('SELECT confirmed FROM defcon_incident WHERE panel_id = $1', [
    panel.id,
  ]);
  expect(rows).toEqual([{ confirmed: 'sequential' }]);
});

test('zones more than an hour apart do not confirm each other, and a verified alarm confirms itself', async () => {
  const panel = await panels.add();
  const start = ago(2 * 60 * minute);
  await panels.signals(panel, [
    [start, { code: 'BA', zone: 1, group: 1 }],
    [start + 61 * minute, { code: 'BA', zone: 2, group: 1 }],
  ]);
  const confirmed = async () =>
    (await panels.app.kit.pool.query('SELECT confirmed FROM defcon_incident WHERE panel_id = $1', [panel.id])).rows[0];
  expect(await confirmed()).toEqual({ confirmed: 'none' });
  await panels.signal(panel, start + 62 * minute, { contactId: '139', zone: 1, group: 1 });
  expect(await confirmed()).toEqual({ confirmed: 'verified' });
});

test('disarming 42 seconds after a hit cancels the incident, lowers it and leaves it open; after six minutes it does not', async () => {
  const [soon, late] = [await panels.add(), await panels.add()];
  const start = ago(14 * minute);
  for (const [panel, wait] of [
    [soon, 42 * second],
    [late, 6 * minute],
  ] as const) {
    await armed(panel, start);
    await panels.signal(panel, start + minute, { code: 'BA', zone: 1, group: 1 });
    await panels.signal(panel, start + minute + wait, { code: 'OP', group: 1, user: 3 });
  }
  const [cancelled] = await panels.incidents(soon);
  expect(cancelled).toMatchObject({ kind: 'intrusion', severity: 'poor', disposition: 'open' });
  expect((await panels.incidents(late))[0]).toMatchObject({ severity: 'problem' });
  const { rows } = await panels.app.kit.pool.query(
    'SELECT cancelled_by, (extract(epoch FROM cancelled_at) * 1000)::float8 AS at FROM defcon_incident WHERE panel_id = ANY ($1) ORDER BY panel_id',
    [[soon.id, late.id]],
  );
  expect(rows).toEqual([
    { cancelled_by: 3, at: start + minute + 42 * second },
    { cancelled_by: null, at: null },
  ]);
});

test('a duress slot disarms like others, cancels nothing and calls for help', async () => {
  const panel = await panels.add();
  await panels.done('POST', `/panel/${panel.id}/user`, { slot: 7, name: 'Reem', userId: null, duress: true });
  const start = ago(10 * minute);
  await armed(panel, start);
  await panels.signal(panel, start + minute, { code: 'BA', zone: 1, group: 1 });
  await panels.signal(panel, start + minute + 42 * second, { code: 'OP', group: 1, user: 7 });
  expect(await panels.group(panel)).toMatchObject({ state: 'disarmed', stateBy: 'Reem' });
  const found = await panels.incidents(panel);
  expect(found.map(({ kind, severity }: { kind: string; severity: string }) => `${kind} ${severity}`).sort()).toEqual([
    'duress problem',
    'intrusion problem',
  ]);
});

test('the fourth hit of a zone in an armed period rings nobody and is in the log, and the next period begins from zero', async () => {
  const panel = await panels.add();
  const start = ago(60 * minute);
  const close = async () => {
    for (const { id } of await panels.incidents(panel)) {
      await panels.done('POST', `/alarm/intrusion/${id}/acknowledge`, {});
      await panels.done('POST', `/alarm/intrusion/${id}/reject`, { cause: 'equipment', comment: 'Loose contact' });
    }
  };
  await armed(panel, start);
  for (const n of [1, 2, 3]) {
    await panels.signal(panel, start + n * minute, { code: 'BA', zone: 1, group: 1 });
    expect(await kinds(panel)).toEqual(['intrusion active']);
    await close();
  }
  await panels.signal(panel, start + 4 * minute, { code: 'BA', zone: 1, group: 1 });
  expect(await kinds(panel)).toEqual([]);
  expect(await troubleKinds(panel)).toContain('zone-swinging');
  expect(codes(await panels.log(panel)).filter((code) => code === 'BA')).toHaveLength(4);
  await panels.signal(panel, start + 20 * minute, { code: 'OP', group: 1 });
  await armed(panel, start + 30 * minute);
  await panels.signal(panel, start + 31 * minute, { code: 'BA', zone: 1, group: 1 });
  expect(await kinds(panel)).toEqual(['intrusion active']);
});

test('in test mode zones are only logged and a hold-up still rings; out of service nothing does', async () => {
  const [tested, idle] = [await panels.add(), await panels.link()];
  await panels.done('POST', `/panel/${tested.id}/test`, { minutes: 60, scope: 'zones' });
  for (const panel of [tested, idle]) {
    await panels.signal(panel, ago(second), { code: 'BA', zone: 1, group: 1 });
    await panels.signal(panel, ago(second), { code: 'HA', zone: 2, group: 1 });
  }
  expect(await kinds(tested)).toEqual(['hold-up active']);
  expect(await kinds(idle)).toEqual([]);
  expect(codes(await panels.log(idle)).sort()).toEqual(['BA', 'HA', 'linked']);
  expect((await panels.call('POST', `/panel/${tested.id}/test`, { minutes: 481 })).status).toBe(418);
});

test('a panel without an active subscription keeps its events and raises nothing', async () => {
  const panel = await panels.add();
  await panels.app.kit.pool.query("UPDATE device SET expiration_at = now() - interval '1 day' WHERE id = $1", [
    panel.id,
  ]);
  await panels.signal(panel, ago(second), { code: 'BA', zone: 1, group: 1 });
  expect(await kinds(panel)).toEqual([]);
  const { rows } = await panels.app.kit.pool.query(
    "SELECT code FROM defcon_event WHERE panel_id = $1 AND code = 'BA'",
    [panel.id],
  );
  expect(rows).toHaveLength(1);
});

test('an unknown code rings as unclassified, and unknown zones and groups are added without a name', async () => {
  const panel = await panels.add();
  await panels.signal(panel, ago(second), { code: 'QX', zone: 17, group: 3 });
  expect(await kinds(panel)).toEqual(['unclassified active']);
  expect((await panels.zones(panel)).at(-1)).toMatchObject({ number: 17, name: null, groups: [3] });
  expect(await panels.group(panel, 3)).toMatchObject({ name: null, state: 'disarmed' });
});

test('an event that arrives late is marked, and is never urgent', async () => {
  const panel = await panels.add();
  await panels.signal(panel, ago(20 * minute), { code: 'BA', zone: 1, group: 1 });
  expect(await panels.incidents(panel)).toMatchObject([{ kind: 'intrusion', severity: 'poor' }]);
  expect((await panels.log(panel)).find(({ code }: { code: string }) => code === 'BA')).toMatchObject({ late: true });
});

test('what the whole state says differently is taken over as a line of the log and never as an alarm', async () => {
  const panel = await panels.add();
  const at = ago(minute);
  const state = { groups: [{ no: 1, state: 'armed-away' }], zones: [{ no: 2, open: true, battery: 12 }], mains: false };
  await panels.state(panel, at, state);
  expect(await panels.group(panel)).toMatchObject({ state: 'armed-away' });
  expect(await panels.panel(panel)).toMatchObject({
    lastEventAt: new Date(at).toISOString(),
    openZones: 1,
    mains: false,
    troubles: expect.arrayContaining(['mains', 'battery']),
  });
  expect(await kinds(panel)).toEqual([]);
  expect((await panels.log(panel, 'mqtt')).at(-1)).toMatchObject({
    code: 'sync',
    data: { 'group 1': 'armed-away', 'zone 2': { open: true } },
  });
  // The same again changes nothing.
  await panels.state(panel, at + second, state);
  expect((await panels.log(panel)).filter(({ code }: { code: string }) => code === 'sync')).toHaveLength(1);
});

test('a restore of mains power ends its trouble by itself', async () => {
  const panel = await panels.add();
  await panels.signal(panel, ago(minute), { code: 'AT' });
  expect(await troubleKinds(panel)).toContain('mains-lost');
  await panels.signal(panel, ago(second), { code: 'AR' });
  expect(await troubleKinds(panel)).not.toContain('mains-lost');
  expect(await panels.panel(panel)).toMatchObject({ mains: true });
});

const setAge = "UPDATE defcon_event SET at = at - $3 * interval '1 day' WHERE panel_id = $1 AND code = $2";
test('events go after two years, those of an open incident later', async () => {
  const panel = await panels.add();
  for (const signal of [{ code: 'BA', zone: 1, group: 1 }, { code: 'RP' }, { code: 'TX' }])
    await panels.signal(panel, ago(second), signal);
  // Its event is kept while the incident is open.
  const id = await panels.firstIncident(panel);
  const { kit } = panels.app;
  const age = (code: string, days: number) => kit.pool.query(setAge, [panel.id, code, days]);
  await Promise.all([age('BA', 800), age('RP', 731), age('TX', 729)]);
  const night = async () => {
    await beginRetention(kit);
    await doDue(kit, [retentionDue]);
    return codes(await panels.log(panel)).filter((code) => ['BA', 'RP', 'TX'].includes(code));
  };
  expect(await night()).toEqual(['BA', 'TX']);
  await panels.done('POST', `/alarm/intrusion/${id}/acknowledge`, {});
  await panels.done('POST', `/alarm/intrusion/${id}/reject`, { cause: 'pet', comment: 'A cat in the hall' });
  expect(await night()).toEqual(['TX']);
});
