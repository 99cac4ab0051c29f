import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { reportTest, section, threeAlarms } from '#main/testing/reports/report-test.ts';
import { doDue } from '#platform/server/due.ts';
import { runDues } from '../runs/prepare-run.ts';

let t: Awaited<ReturnType<typeof reportTest>>;
beforeAll(async () => {
  t = await reportTest();
});
afterAll(() => t.app.close());
beforeEach(() => t.clear());

const period = { preset: 'last-7-days' };
let count = 0;
const template = (changes: object = {}) => ({ name: `Template ${++count}`, kind: 'alarms-count', period, ...changes });
const create = (changes: object = {}, by = t.customer) =>
  by.call('POST', '/sample/report-template', { body: template(changes) });
const change = (id: number, body: object, by = t.customer) =>
  by.call('PATCH', `/sample/report-template/${id}`, { body });
const run = (body: object, by = t.customer) => by.call('POST', '/sample/report', { body });
const mails = async () =>
  (await t.app.kit.pool.query('SELECT recipient FROM mail_outbox ORDER BY recipient')).rows.map(
    ({ recipient }) => recipient,
  );

test('an app offers its own kinds of sections, with the choices of a template', async () => {
  const { body } = await t.customer.call('GET', '/sample/report/metadata');
  const { kinds, presets, formats, languages } = body.data;
  expect(new Set(kinds.map(({ app }: { app: string }) => app))).toEqual(new Set(['sample']));
  expect(kinds.map(({ kind }: { kind: string }) => kind)).toEqual(
    expect.arrayContaining(['alarms-count', 'sample-failing']),
  );
  expect([presets, formats, languages]).toEqual([
    expect.arrayContaining(['last-week']),
    ['pdf', 'xlsx', 'csv'],
    ['en', 'ar', 'both', 'recipient'],
  ]);
});

test('a template is a report of the app, with the usual settings where none are given', async () => {
  const made = await create();
  expect([made.status, made.body.data]).toMatchObject([
    201,
    {
      kind: 'alarms-count',
      ...{ columns: [], params: {}, recipients: [], formats: ['pdf'], language: 'recipient', state: 'active' },
      ...{ schedule: null, mayChange: true, version: 1, lastRun: null },
    },
  ]);
  const { id } = made.body.data;
  const report = (await t.customer.call('GET', `${t.path}/${id}`)).body.data;
  expect(report).toMatchObject({ app: 'sample', sections: [section()], keepDays: 90, onError: 'hold' });
  const listed = (await t.customer.call('GET', '/sample/report-template')).body;
  expect([listed.totalRecords, listed.data[0]]).toEqual([1, made.body.data]);
  expect((await t.viewer.call('GET', `/sample/report-template/${id}`)).body.data.mayChange).toBe(false);
  expect((await t.other.call('GET', `/sample/report-template/${id}`)).status).toBe(404);
});

test('a template of an unknown kind, or with columns that the kind does not have, is refused', async () => {
  expect((await create({ kind: 'unheard-of' })).body.errors).toEqual([{ param: 'sections.0', msg: 'unknownSection' }]);
  expect((await create({ columns: ['nothing'] })).body.errors).toEqual([
    { param: 'sections.0.columns.nothing', msg: 'invalid' },
  ]);
  expect((await create({ recipients: [t.people.other] })).body.errors).toEqual([
    { param: 'recipients', msg: 'notAColleague' },
  ]);
  expect((await t.customer.call('GET', '/sample/report-template')).body.totalRecords).toBe(0);
});

test('a change of a template leaves the fields that it does not name as they were', async () => {
  const { id } = (await create({ columns: ['raised'], recipients: [t.people.viewer, t.people.operator] })).body.data;
  const renamed = (await change(id, { name: 'Renamed', version: 1 })).body.data;
  expect(renamed).toMatchObject({ name: 'Renamed', columns: ['raised'], version: 2 });
  expect(renamed.recipients.map((one: { id: number }) => one.id)).toEqual([t.people.viewer, t.people.operator]);
  const late = await change(id, { name: 'Late', version: 1 });
  expect([late.status, late.body.word]).toEqual([409, 'report-changed']);
  const other = (await change(id, { kind: 'sample-failing', recipients: [t.people.operator] })).body.data;
  // Columns belong to their kind.
  expect(other).toMatchObject({ kind: 'sample-failing', columns: [], recipients: [{ id: t.people.operator }] });
  expect((await change(id, { active: false })).body.data.state).toBe('paused');
  await t.app.kit.pool.query("UPDATE report_definition SET paused_because = 'nobody' WHERE id = $1", [id]);
  expect((await change(id, { name: 'Still paused' })).body.data).toMatchObject({
    state: 'paused',
    pausedBecause: 'nobody',
  });
  expect((await change(id, { active: true })).body.data).toMatchObject({ state: 'active', pausedBecause: null });
});

test('a template is changed and deleted by its owner and by administrators only', async () => {
  const { id } = (await create()).body.data;
  const refused = await change(id, { name: 'Mine' }, t.operator);
  expect([refused.status, refused.body.word]).toEqual([403, 'no-permission']);
  expect((await t.operator.call('DELETE', `/sample/report-template/${id}`)).status).toBe(403);
  const own = (await create({}, t.operator)).body.data;
  expect((await change(own.id, { name: 'By an administrator' })).status).toBe(200);
  expect((await t.customer.call('DELETE', `/sample/report-template/${own.id}`)).status).toBe(204);
  expect((await t.customer.call('GET', `/sample/report-template/${own.id}`)).status).toBe(404);
});

test('a report of the app with several sections is shown as one, and its content is changed in the builder only', async () => {
  const { id } = await t.create({ app: 'sample', sections: [section(), section({ kind: 'sample-failing' })] });
  const shown = (await t.customer.call('GET', `/sample/report-template/${id}`)).body.data;
  expect([shown.kind, shown.sections.length]).toEqual([null, 2]);
  const refused = await change(id, { columns: ['raised'] });
  expect([refused.status, refused.body.word]).toEqual([409, 'report-has-sections']);
  const renamed = (await change(id, { name: 'Both' })).body.data;
  expect([renamed.name, renamed.sections.length]).toEqual(['Both', 2]);
});

test('reports of other apps, and of none, are not found under the app', async () => {
  const { id } = await t.create();
  expect((await t.customer.call('GET', `/sample/report-template/${id}`)).status).toBe(404);
  const made = await t.run(id);
  expect((await t.customer.call('GET', `/sample/report/${made.id}/download`)).status).toBe(404);
  expect((await t.customer.call('GET', '/sample/report')).body.data).toEqual([]);
});

test('a template is run, found among the runs of the app and downloaded', async () => {
  await t.raise(threeAlarms);
  const { id } = (await create({ formats: ['csv'] })).body.data;
  const requested = await run({ templateId: id });
  expect([requested.status, requested.body.data]).toMatchObject([202, { state: 'queued', reportId: id, isNew: true }]);
  const again = await run({ templateId: id });
  expect([again.status, again.body.data.id]).toEqual([200, requested.body.data.id]);
  const path = `/sample/report/${requested.body.data.id}/download`;
  const early = await t.customer.call('GET', path);
  expect([early.status, early.body.word]).toEqual([409, 'not-ready']);
  await doDue(t.app.kit, runDues);
  const file = await t.customer.call('GET', path);
  expect([file.status, file.body]).toEqual([200, expect.stringContaining('Marina Heights')]);
  const [listed] = (await t.customer.call('GET', `/sample/report?reportId=${id}`)).body.data;
  expect(listed).toMatchObject({ id: requested.body.data.id, app: 'sample', state: 'ready' });
  // Its files outlive the template.
  expect((await t.customer.call('DELETE', `/sample/report-template/${id}`)).status).toBe(204);
  for (const address of [path, `${t.path}/run/${requested.body.data.id}/file`])
    expect((await t.customer.call('GET', address)).body).toContain('Marina Heights');
});

test('a kind is run without a template, under its own name and with the rights of the caller', async () => {
  await t.raise([...threeAlarms, { kind: 'leak', severity: 'poor', structure: 'Corniche Villas' }]);
  const requested = await run({ kind: 'alarms-count', columns: ['structure'], period, formats: ['csv'] }, t.viewer);
  expect([requested.status, requested.body.data.name]).toEqual([202, 'Alarms by site and kind']);
  await doDue(t.app.kit, runDues);
  const file = await t.viewer.call('GET', `/sample/report/${requested.body.data.id}/download`);
  expect(file.body).toContain('Marina Heights');
  expect(file.body).not.toContain('Corniche Villas');
});

test('a request names either a template or a kind, and a kind needs a period', async () => {
  expect((await run({})).body.errors).toContainEqual({ param: 'kind', msg: 'kindOrTemplate' });
  const { id } = (await create()).body.data;
  expect((await run({ templateId: id, kind: 'alarms-count' })).body.errors).toContainEqual({
    param: 'kind',
    msg: 'kindOrTemplate',
  });
  expect((await run({ kind: 'alarms-count' })).body.errors).toEqual([{ param: 'period', msg: 'Required' }]);
});

test('a run is sent to colleagues once it is ready, and says who sent it, and why somebody was skipped', async () => {
  await t.raise(threeAlarms);
  const { id } = (await create({ formats: ['csv'] })).body.data;
  const requested = (await run({ templateId: id })).body.data;
  const send = (names: string[], by = t.customer) =>
    by.call('POST', `/sample/report/${requested.id}/send`, { body: { userIds: names.map((name) => t.people[name]) } });
  expect((await send(['operator'])).body.word).toBe('not-ready');
  await doDue(t.app.kit, runDues);
  expect((await send(['operator'], t.viewer)).status).toBe(403);
  expect((await send(['operator', 'other'])).body.errors).toEqual([{ param: 'userIds', msg: 'notAColleague' }]);
  expect(await mails()).toEqual([]);
  // The viewer may not see all of the sites.
  const { state, deliveries } = (await send(['operator', 'viewer'])).body.data;
  expect(state).toBe('sent');
  expect(
    deliveries.map(({ user, state, reason, sentBy }: Record<string, { id: number }>) => [
      user?.id,
      state,
      reason,
      sentBy?.id,
    ]),
  ).toEqual([
    [t.people.operator, 'sent', null, t.people.customer],
    [t.people.viewer, 'skipped', 'no-permission', t.people.customer],
  ]);
  expect(await mails()).toEqual(['operator@rasid.test']);
  const twice = (await send(['operator'])).body.data;
  expect([twice.deliveries.length, await mails()]).toEqual([2, ['operator@rasid.test', 'operator@rasid.test']]);
});

test('a run on hold stays so when it is sent to somebody, since its recipients have not received it', async () => {
  const { id } = (await create({ formats: ['csv'] })).body.data;
  const requested = (await run({ templateId: id })).body.data;
  await t.prepare();
  await t.app.kit.pool.query("UPDATE report_run SET state = 'held' WHERE id = $1", [requested.id]);
  const sent = await t.customer.call('POST', `${t.path}/run/${requested.id}/send`, {
    body: { userIds: [t.people.operator] },
  });
  expect([sent.status, sent.body.data.state]).toEqual([200, 'held']);
  expect(await mails()).toEqual(['operator@rasid.test']);
});
