import readSheet from 'read-excel-file/node';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { doDue } from '#platform/server/due.ts';
import { expiryDues } from './runs/expire-runs.ts';
import { runDues } from './runs/prepare-run.ts';
import { reportDues } from './schedule/due-reports.ts';

let app: Rasid;
let customer: TestPerson;
let viewer: TestPerson;
let other: TestPerson;
let company: number;
let path: string;
let people: Record<string, number>;
let sites: Record<string, number>;
/** A site that the viewer may not see. */
const hidden = 'Corniche Villas';

beforeAll(async () => {
  app = await rasid();
  [customer, viewer, other] = await Promise.all([
    app.signIn('customer@rasid.test'),
    app.signIn('viewer@rasid.test'),
    app.signIn('other@rasid.test'),
  ]);
  company = (await customer.call('GET', '/session')).body.data.company.id;
  path = `/company/${company}/report`;
  const users = await app.kit.pool.query("SELECT id, split_part(email, '@', 1) AS name FROM users");
  people = Object.fromEntries(users.rows.map((row) => [row.name, row.id]));
  const structures = await app.kit.pool.query('SELECT id, name FROM structure WHERE company_id = $1', [company]);
  sites = Object.fromEntries(structures.rows.map((row) => [row.name, row.id]));
});
afterAll(() => app.close());
beforeEach(() =>
  app.kit.pool.query('DELETE FROM report; DELETE FROM report_run; DELETE FROM mail_outbox; DELETE FROM alarm'),
);

const section = (changes: object = {}) => ({
  type: 'data',
  app: 'sample',
  kind: 'alarms-count',
  params: {},
  titleEn: '',
  titleAr: '',
  columns: [],
  width: 12,
  startsRow: true,
  ...changes,
});
let count = 0;
const fields = (changes: object = {}) => ({
  name: `Report ${++count}`,
  description: '',
  app: null,
  language: 'en',
  layout: { paper: 'A4', landscape: false, footerEn: '', footerAr: '' },
  period: { preset: 'last-7-days' },
  structureIds: [],
  sections: [section()],
  formats: ['csv'],
  schedule: null,
  waitMinutes: 0,
  skipIfEmpty: false,
  onError: 'hold',
  keepDays: 90,
  active: true,
  ...changes,
});
const withoutApp = ({ app: _app, ...rest }: ReturnType<typeof fields>) => rest;
const create = async (changes: object = {}, by = customer) => {
  const { body, status } = await by.call('POST', path, { body: fields(changes) });
  expect([status, body]).toMatchObject([201, {}]);
  return body.data;
};
/** Runs a report as a person would, and returns the prepared run. */
async function run(id: number, by = customer, body: object = {}) {
  const { body: requested, status } = await by.call('POST', `${path}/${id}/pdf`, { body });
  expect([status, requested.word]).toEqual([202, undefined]);
  await doDue(app.kit, runDues);
  return (await by.call('GET', `${path}/run/${requested.data.id}`)).body.data;
}
type Raised = { kind: string; severity: string; structure?: string; closed?: true };
/** Inserts alarms that were raised an hour ago on a device in the structure. */
const raise = (alarms: Raised[]) =>
  app.kit.pool.query(
    `INSERT INTO alarm (company_id, app, class, kind, severity, device_id, solution_id, structure_id, first_at, last_at, created_at, closed_at, disposition)
     SELECT d.company_id, 'sample', 'operational', a.kind, a.severity::alarm_severity, d.id, 901, d.structure_id, now(), now(), now() - interval '1 hour', CASE WHEN a.closed THEN now() END,
            CASE WHEN a.closed THEN 'terminated' ELSE 'open' END
       FROM jsonb_to_recordset($1::jsonb) AS a (kind text, severity text, structure text, closed boolean)
      CROSS JOIN LATERAL (SELECT d.* FROM device d JOIN structure s ON s.id = d.structure_id
            WHERE s.name = coalesce(a.structure, 'Marina Heights') AND d.company_id = $2 ORDER BY d.id LIMIT 1) d`,
    [JSON.stringify(alarms), company],
  );
const threeAlarms = [
  { kind: 'level-high', severity: 'problem' },
  { kind: 'level-high', severity: 'problem', closed: true as const },
  { kind: 'leak', severity: 'poor' },
];

describe('a run of a report', () => {
  test('has the data of its period, with totals, in every format', async () => {
    await raise(threeAlarms);
    const { id } = await create({ formats: ['csv', 'xlsx'] });
    const made = await run(id);
    expect(made).toMatchObject({ state: 'ready', rowCount: 2, faults: [], error: null });
    const { body: document } = await customer.call('GET', `${path}/run/${made.id}/document`);
    const [[{ part }]] = document.data.rows;
    expect(part.columns.map(({ title }: { title: { en: string } }) => title.en).slice(0, 4)).toEqual([
      'Site',
      'Alarm',
      'Severity',
      'Raised',
    ]);
    expect(part.rows.map((row: unknown[]) => row.slice(0, 5))).toEqual([
      ['Marina Heights', 'level-high', 'problem', 2, 1],
      ['Marina Heights', 'leak', 'poor', 1, 1],
    ]);
    expect(part.totals.slice(3, 5)).toEqual([3, 2]);
    const csv = await customer.call('GET', `${path}/${id}/pdf?format=csv`);
    expect(csv.headers['content-disposition']).toContain('.csv');
    expect(csv.body).toContain('Marina Heights,');
    expect(csv.body).toContain('Total,,,3,2');
    const xlsx = await app.http.inject({
      url: `/api${path}/${id}/pdf?format=xlsx`,
      headers: { authorization: `Bearer ${customer.token}` },
    });
    const sheets = await readSheet(xlsx.rawPayload);
    expect(sheets.map(({ sheet }) => sheet)).toEqual(['Report', expect.stringContaining('Alarms by site and kind')]);
    expect(sheets[1]?.data.at(-1)?.slice(0, 5)).toEqual(['Total', null, null, 3, 2]);
  });
});

test('a run that is kept no longer has neither files nor data, and still says who ran it and when', async () => {
  await raise(threeAlarms);
  const { id } = await create();
  const made = await run(id);
  await app.kit.pool.query("UPDATE report_run SET expires_at = now() - interval '1 second' WHERE id = $1", [made.id]);
  await doDue(app.kit, expiryDues);
  const gone = (await customer.call('GET', `${path}/run/${made.id}`)).body.data;
  expect(gone).toMatchObject({ state: 'expired', by: made.by, files: [{ sha256: made.files[0].sha256 }] });
  expect((await customer.call('GET', `${path}/run/${made.id}/document`)).status).toBe(409);
  const file = await customer.call('GET', `${path}/${id}/pdf?format=csv&run=${made.id}`);
  expect([file.status, file.body.word]).toEqual([410, 'expired']);
  const files = await app.kit.pool.query('SELECT FROM stored_file WHERE sha256 = $1', [made.files[0].sha256]);
  expect(files.rowCount).toBe(0);
});

describe('a run shows what the person in whose name it is may see', () => {
  const bothSites = [
    { kind: 'leak', severity: 'poor' },
    { kind: 'leak', severity: 'poor', structure: hidden },
  ];

  test('a viewer of some sites gets these only, and may not see the run of an administrator', async () => {
    await raise(bothSites);
    const { id } = await create({ formats: ['csv'] });
    const whole = await run(id);
    expect(whole.rowCount).toBe(2);
    const own = await run(id, viewer);
    expect(own.rowCount).toBe(1);
    const csv = await viewer.call('GET', `${path}/${id}/pdf?format=csv`);
    expect(csv.body).toContain('Marina Heights');
    expect(csv.body).not.toContain(hidden);
    const refused = await Promise.all([
      viewer.call('GET', `${path}/run/${whole.id}`),
      viewer.call('GET', `${path}/run/${whole.id}/document`),
      viewer.call('GET', `${path}/${id}/pdf?format=csv&run=${whole.id}`),
    ]);
    expect(refused.map(({ status, body }) => [status, body.word])).toEqual(Array(3).fill([403, 'not-for-you']));
    const listed = await viewer.call('GET', `${path}/${id}/run`);
    expect(listed.body.data.map((row: { id: number }) => row.id)).toEqual([own.id]);
    // The administrator may see all that the viewer sees.
    expect((await customer.call('GET', `${path}/run/${own.id}`)).status).toBe(200);
  });

  test('another company finds neither the report nor its runs', async () => {
    const { id } = await create();
    const made = await run(id);
    const foreign = (await other.call('GET', '/session')).body.data.company.id;
    const found = await Promise.all(
      [`${id}`, `${id}/run`, `${id}/pdf?format=csv`, `run/${made.id}`, `run/${made.id}/document`].map((rest) =>
        other.call('GET', `/company/${foreign}/report/${rest}`),
      ),
    );
    expect(found.map(({ status }) => status)).toEqual(Array(5).fill(404));
  });

  test('sites that the report is limited to are never widened by a run', async () => {
    await raise(bothSites);
    const { id } = await create({ structureIds: [sites['Marina Heights']] });
    expect((await run(id)).rowCount).toBe(1);
    const wider = await customer.call('POST', `${path}/${id}/pdf`, { body: { structureIds: [sites[hidden]] } });
    expect([wider.status, wider.body.word]).toEqual([403, 'not-for-you']);
  });
});

describe('a report', () => {
  test('is changed by its owner and by administrators, and only as it was last read', async () => {
    const operator = await app.signIn('operator@rasid.test');
    const made = await create({}, operator);
    const replace = (by: TestPerson, version: number, name: string) =>
      by.call('PUT', `${path}/${made.id}`, { body: { ...withoutApp(fields({ name })), version } });
    expect((await replace(operator, 1, 'By its owner')).body.data).toMatchObject({ name: 'By its owner', version: 2 });
    const late = await replace(customer, 1, 'Late');
    expect([late.status, late.body.word]).toEqual([409, 'changed']);
    expect((await replace(customer, 2, 'By an administrator')).status).toBe(200);
    const ofAdmin = await create();
    const refused = await operator.call('PUT', `${path}/${ofAdmin.id}`, {
      body: { ...withoutApp(fields()), version: 1 },
    });
    expect([refused.status, refused.body.word]).toEqual([403, 'no-permission']);
    expect((await viewer.call('POST', path, { body: fields() })).status).toBe(403);
  });

  test('names each section that cannot be laid out or read', async () => {
    const errorsOf = async (...sections: object[]) =>
      (await customer.call('POST', path, { body: fields({ sections }) })).body.errors;
    expect(await errorsOf(section(), section({ kind: 'unheard-of' }))).toEqual([
      { param: 'sections.1', msg: 'unknownSection' },
    ]);
    expect(await errorsOf(section({ width: 4 }))).toEqual([{ param: 'sections.0.width', msg: 'belowLeastSize' }]);
    expect(await errorsOf(section(), section({ startsRow: false }))).toEqual([
      { param: 'sections.1.width', msg: 'widthOver12' },
    ]);
    expect(await errorsOf(section({ columns: ['nothing'] }))).toEqual([
      { param: 'sections.0.columns.nothing', msg: 'invalid' },
    ]);
    expect(await errorsOf(section({ params: { unknown: 1 } }))).toEqual([
      { param: 'sections.0.params.unknown', msg: 'invalid' },
    ]);
    const name = (await create({ name: 'Twice' })).name;
    const twice = await customer.call('POST', path, { body: fields({ name }) });
    expect(twice.body.errors).toEqual([{ param: 'name', msg: 'taken' }]);
  });

  test('shows the columns that it names, in that order', async () => {
    await raise(threeAlarms);
    const { id } = await create({ sections: [section({ columns: ['raised', 'kind'] })] });
    const { id: runId } = await run(id);
    const [[{ part }]] = (await customer.call('GET', `${path}/run/${runId}/document`)).body.data.rows;
    expect(part.columns.map(({ key }: { key: string }) => key)).toEqual(['raised', 'kind']);
    expect(part.rows).toEqual([
      [2, 'level-high'],
      [1, 'leak'],
    ]);
  });

  test('the same run is shared for a minute, another period is a run of its own', async () => {
    const { id } = await create();
    const first = await run(id);
    const again = await customer.call('POST', `${path}/${id}/pdf`, { body: {} });
    expect([again.status, again.body.data.id]).toEqual([200, first.id]);
    const body = { period: { preset: 'today' } };
    const differs = await customer.call('POST', `${path}/${id}/pdf`, { body });
    expect(differs.status).toBe(202);
    expect(differs.body.data.id).not.toBe(first.id);
  });
});

describe('a scheduled report', () => {
  const daily = {
    frequency: 'daily',
    times: ['07:00'],
    weekDays: [],
    dayOfMonth: 1,
    month: 1,
    zone: 'Asia/Dubai',
    from: null,
    until: null,
  };
  const scheduled = async (changes: object = {}) =>
    create({ schedule: daily, period: { preset: 'yesterday' }, skipIfEmpty: false, ...changes });
  const makeDue = (id: number, ago: string) =>
    app.kit.pool.query('UPDATE report SET next_due_at = now() - $2::interval WHERE id = $1', [id, ago]);
  const addReceptors = (id: number, ...names: string[]) =>
    customer.call('POST', `${path}/${id}/receptor`, { body: names.map((name) => ({ userId: people[name] })) });
  const runsOf = async (id: number) => (await customer.call('GET', `${path}/${id}/run`)).body.data;
  const mails = async () =>
    (await app.kit.pool.query('SELECT recipient, subject, text, attachments FROM mail_outbox ORDER BY recipient')).rows;

  test('is run once when it is due, with the period as of then, and is mailed to each in their language', async () => {
    await raise(threeAlarms);
    const { id, nextDueAt } = await scheduled({ period: { preset: 'last-24-hours' }, language: 'recipient' });
    expect(nextDueAt).toMatch(/T03:00:00/);
    expect(
      (await addReceptors(id, 'customer', 'operator')).body.data.map(({ result }: { result: string }) => result),
    ).toEqual(['added', 'added']);
    await makeDue(id, '10 minutes');
    await Promise.all([doDue(app.kit, reportDues), doDue(app.kit, reportDues)]);
    const [made, ...others] = await runsOf(id);
    expect(others).toEqual([]);
    expect(Date.parse(made.to)).toBe(Date.parse(made.dueAt));
    expect((await customer.call('GET', `${path}/${id}`)).body.data.nextDueAt).toMatch(/T03:00:00/);
    await doDue(app.kit, runDues);
    const [sent] = await runsOf(id);
    expect([sent.state, sent.deliveries.length]).toEqual(['sent', 2]);
    expect(sent.files.map(({ language }: { language: string }) => language).sort()).toEqual(['ar', 'en']);
    const queued = await mails();
    expect(queued.map(({ recipient }) => recipient)).toEqual(['customer@rasid.test', 'operator@rasid.test']);
    expect(queued.every(({ subject, attachments }) => subject.includes('(Asia/Dubai)') && attachments !== null)).toBe(
      true,
    );
  });

  test('waits so long for late readings, while its period stays', async () => {
    const { id } = await scheduled({ waitMinutes: 15 });
    await makeDue(id, '1 minute');
    await doDue(app.kit, [...reportDues, ...runDues]);
    expect((await runsOf(id)).map(({ state }: { state: string }) => state)).toEqual(['queued']);
  });

  test('skips whoever may not see all of it, and says why', async () => {
    const { id } = await scheduled();
    await addReceptors(id, 'viewer', 'customer');
    await makeDue(id, '1 minute');
    await doDue(app.kit, [...reportDues, ...runDues]);
    const [sent] = await runsOf(id);
    expect(
      sent.deliveries.map(({ user, state, reason }: { user: { id: number }; state: string; reason: string }) => [
        user.id,
        state,
        reason,
      ]),
    ).toEqual([
      [people.viewer, 'skipped', 'no-permission'],
      [people.customer, 'sent', null],
    ]);
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['customer@rasid.test']);
  });

  test('of somebody who has lost the permission is paused, and nothing is sent', async () => {
    const operator = await app.signIn('operator@rasid.test');
    const { id } = await create({ schedule: daily }, operator);
    await addReceptors(id, 'customer');
    await app.kit.pool.query("UPDATE users SET status = 'inactive' WHERE email = 'operator@rasid.test'");
    await makeDue(id, '1 minute');
    await doDue(app.kit, [...reportDues, ...runDues]);
    await app.kit.pool.query("UPDATE users SET status = 'active' WHERE email = 'operator@rasid.test'");
    expect((await customer.call('GET', `${path}/${id}`)).body.data).toMatchObject({
      state: 'paused',
      pausedBecause: 'owner-left',
      nextDueAt: null,
    });
    expect(await mails()).toEqual([]);
  });

  test('runs once and late after less than a day without a server, and is missed after a longer time', async () => {
    const hoursAgo = (hours: number) => ({
      ...daily,
      times: [new Date(Date.now() - hours * 3_600_000).toISOString().slice(11, 16)],
      zone: 'UTC',
    });
    const statesAfter = async (hours: number) => {
      const { id } = await scheduled({ schedule: hoursAgo(hours) });
      await app.kit.pool.query(
        "UPDATE report SET next_due_at = date_trunc('minute', now()) - $2 * interval '1 hour' WHERE id = $1",
        [id, hours],
      );
      await doDue(app.kit, [...reportDues, ...runDues]);
      return (await runsOf(id)).map(({ state }: { state: string }) => state);
    };
    expect(await statesAfter(20)).toEqual(['ready']);
    expect(await statesAfter(30)).toEqual(['ready', 'missed']);
  });

  test('sends nothing while it is empty, if it is to be skipped then', async () => {
    const { id } = await scheduled({ skipIfEmpty: true });
    await addReceptors(id, 'customer');
    await makeDue(id, '1 minute');
    await doDue(app.kit, [...reportDues, ...runDues]);
    expect((await runsOf(id))[0]).toMatchObject({ state: 'ready', deliveries: [] });
    expect(await mails()).toEqual([]);
  });

  test('is refused if it would be sent more than once an hour', async () => {
    const often = { ...daily, times: ['07:00', '07:30'] };
    const { status, body } = await customer.call('POST', path, { body: fields({ schedule: often }) });
    expect([status, body.errors]).toEqual([418, [{ param: 'schedule.times', msg: 'moreThanHourly' }]]);
  });
});

describe('a section that cannot be read', () => {
  const failing = [section(), section({ kind: 'sample-failing' })];

  test('is read again twice; then the run says which one failed, and the others stand', async () => {
    await raise(threeAlarms);
    const { id } = await create({ sections: failing });
    const { body } = await customer.call('POST', `${path}/${id}/pdf`, { body: {} });
    for (let attempt = 0; attempt < 3; attempt++) {
      await app.kit.pool.query('UPDATE report_run SET work_at = now() WHERE work_at IS NOT NULL');
      await doDue(app.kit, runDues);
    }
    const made = (await customer.call('GET', `${path}/run/${body.data.id}`)).body.data;
    expect(made).toMatchObject({ state: 'ready', faults: [{ section: 1, fault: 'failed' }], rowCount: 2 });
  });

  test('holds a scheduled run back until a person sends it as it is', async () => {
    const schedule = {
      frequency: 'daily',
      times: ['07:00'],
      weekDays: [],
      dayOfMonth: 1,
      month: 1,
      zone: 'UTC',
      from: null,
      until: null,
    };
    const { id } = await create({ sections: failing, schedule });
    await customer.call('POST', `${path}/${id}/receptor`, { body: [{ userId: people.customer }] });
    await app.kit.pool.query("UPDATE report SET next_due_at = now() - interval '1 minute' WHERE id = $1", [id]);
    await doDue(app.kit, reportDues);
    for (let attempt = 0; attempt < 3; attempt++) {
      await app.kit.pool.query('UPDATE report_run SET work_at = now() WHERE work_at IS NOT NULL');
      await doDue(app.kit, runDues);
    }
    const [held] = (await customer.call('GET', `${path}/${id}/run`)).body.data;
    expect([held.state, held.deliveries]).toEqual(['held', []]);
    expect((await viewer.call('POST', `${path}/run/${held.id}/release`)).status).toBe(403);
    const released = await customer.call('POST', `${path}/run/${held.id}/release`);
    expect(released.body.data).toMatchObject({ state: 'sent', deliveries: [{ state: 'sent' }] });
  });
});
