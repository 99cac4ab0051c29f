import readSheet from 'read-excel-file/node';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hiddenSite, reportTest, threeAlarms } from '#main/testing/reports/report-test.ts';
import { doDue } from '#platform/server/due.ts';
import { expiryDues } from './expire-runs.ts';

let t: Awaited<ReturnType<typeof reportTest>>;
beforeAll(async () => {
  t = await reportTest();
});
afterAll(() => t.app.close());
beforeEach(() => t.clear());

describe('a run of a report', () => {
  test('has the data of its period, with totals, in every format', async () => {
    await t.raise(threeAlarms);
    const { id } = await t.create({ formats: ['csv', 'xlsx'] });
    const made = await t.run(id);
    expect(made).toMatchObject({ state: 'ready', rowCount: 2, faults: [], error: null });
    const { body: document } = await t.customer.call('GET', `${t.path}/run/${made.id}/document`);
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
    const csv = await t.customer.call('GET', `${t.path}/${id}/pdf?format=csv`);
    expect(csv.headers['content-disposition']).toContain('.csv');
    expect(csv.body).toContain('Marina Heights,');
    expect(csv.body).toContain('Total,,,3,2');
    const xlsx = await t.app.http.inject({
      url: `/api${t.path}/${id}/pdf?format=xlsx`,
      headers: { authorization: `Bearer ${t.customer.token}` },
    });
    const sheets = await readSheet(xlsx.rawPayload);
    expect(sheets.map(({ sheet }) => sheet)).toEqual(['Report', expect.stringContaining('Alarms by site and kind')]);
    expect(sheets[1]?.data.at(-1)?.slice(0, 5)).toEqual(['Total', null, null, 3, 2]);
  });
});

test('a run that waits says how many of the company are before it, and until when it waits for late readings', async () => {
  const { id } = await t.create();
  const request = async (preset: string) =>
    (await t.customer.call('POST', `${t.path}/${id}/pdf`, { body: { period: { preset } } })).body.data;
  const first = await request('today');
  const second = await request('yesterday');
  expect([first, second].map(({ ahead, waitsUntil }) => [ahead, waitsUntil])).toEqual([
    [0, null],
    [1, null],
  ]);
  const later = new Date(Date.now() + 600_000).toISOString();
  await t.app.kit.pool.query('UPDATE report_run SET work_at = $2 WHERE id = $1', [first.id, later]);
  expect((await t.runOf(first.id)).waitsUntil).toBe(later);
  expect((await t.runOf(second.id)).ahead).toBe(0);
  await t.prepare();
  expect(await t.runOf(second.id)).toMatchObject({ state: 'ready', ahead: null, waitsUntil: null });
});

test('open pages hear of a run when it is requested, and when its data are there while its files are being made', async () => {
  const { id } = await t.create({ formats: ['pdf'] });
  const heard: string[] = [];
  const stop = t.app.kit.live.subscribe('report-runs', ({ type }) => void heard.push(type));
  const requested = await t.customer.call('POST', `${t.path}/${id}/pdf`, { body: {} });
  expect(heard).toEqual(['changed']);
  await t.prepare();
  stop();
  expect(heard).toEqual(['changed', 'changed']);
  expect((await t.runOf(requested.body.data.id)).state).toBe('rendering');
});

test('a run that is kept no longer has neither files nor data, and still says who ran it and when', async () => {
  await t.raise(threeAlarms);
  const { id } = await t.create();
  const made = await t.run(id);
  await t.app.kit.pool.query("UPDATE report_run SET expires_at = now() - interval '1 second' WHERE id = $1", [made.id]);
  await doDue(t.app.kit, expiryDues);
  const gone = (await t.customer.call('GET', `${t.path}/run/${made.id}`)).body.data;
  expect(gone).toMatchObject({ state: 'expired', by: made.by, files: [{ sha256: made.files[0].sha256 }] });
  expect((await t.customer.call('GET', `${t.path}/run/${made.id}/document`)).status).toBe(409);
  const file = await t.customer.call('GET', `${t.path}/${id}/pdf?format=csv&run=${made.id}`);
  expect([file.status, file.body.word]).toEqual([410, 'expired']);
  const files = await t.app.kit.pool.query('SELECT FROM stored_file WHERE sha256 = $1', [made.files[0].sha256]);
  expect(files.rowCount).toBe(0);
});

describe('a run shows what the person in whose name it is may see', () => {
  const bothSites = [
    { kind: 'leak', severity: 'poor' },
    { kind: 'leak', severity: 'poor', structure: hiddenSite },
  ];

  test('a viewer of some sites gets these only, and may not see the run of an administrator', async () => {
    await t.raise(bothSites);
    const { id } = await t.create({ formats: ['csv'] });
    const whole = await t.run(id);
    expect(whole.rowCount).toBe(2);
    const own = await t.run(id, t.viewer);
    expect(own.rowCount).toBe(1);
    const csv = await t.viewer.call('GET', `${t.path}/${id}/pdf?format=csv`);
    expect(csv.body).toContain('Marina Heights');
    expect(csv.body).not.toContain(hiddenSite);
    const refused = await Promise.all([
      t.viewer.call('GET', `${t.path}/run/${whole.id}`),
      t.viewer.call('GET', `${t.path}/run/${whole.id}/document`),
      t.viewer.call('GET', `${t.path}/${id}/pdf?format=csv&run=${whole.id}`),
    ]);
    expect(refused.map(({ status, body }) => [status, body.word])).toEqual(Array(3).fill([403, 'not-for-you']));
    const listed = await t.viewer.call('GET', `${t.path}/${id}/run`);
    expect(listed.body.data.map((row: { id: number }) => row.id)).toEqual([own.id]);
    // The administrator may see all that the viewer sees.
    expect((await t.customer.call('GET', `${t.path}/run/${own.id}`)).status).toBe(200);
  });

  test('a person who has lost a site may not see a run any more that was made before', async () => {
    await t.raise(bothSites);
    const { id } = await t.create();
    const own = await t.run(id, t.viewer);
    const { rows } = await t.app.kit.pool.query(
      `DELETE FROM permission_group_resource WHERE resource = $1::text AND group_id IN (SELECT group_id FROM permission_group_member WHERE user_id = $2) RETURNING group_id, company_id, resource`,
      [String(t.sites['Marina Heights']), t.people.viewer],
    );
    expect((await t.viewer.call('GET', `${t.path}/run/${own.id}/document`)).status).toBe(403);
    for (const { group_id, company_id, resource } of rows)
      await t.app.kit.pool.query(
        'INSERT INTO permission_group_resource (group_id, company_id, resource) VALUES ($1, $2, $3)',
        [group_id, company_id, resource],
      );
    expect((await t.viewer.call('GET', `${t.path}/run/${own.id}/document`)).status).toBe(200);
  });

  test('another company finds neither the report nor its runs', async () => {
    const { id } = await t.create();
    const made = await t.run(id);
    const foreign = (await t.other.call('GET', '/session')).body.data.company.id;
    const found = await Promise.all(
      [`${id}`, `${id}/run`, `${id}/pdf?format=csv`, `run/${made.id}`, `run/${made.id}/document`].map((rest) =>
        t.other.call('GET', `/company/${foreign}/report/${rest}`),
      ),
    );
    expect(found.map(({ status }) => status)).toEqual(Array(5).fill(404));
  });

  test('sites that the report is limited to are never widened by a run', async () => {
    await t.raise(bothSites);
    const { id } = await t.create({ structureIds: [t.sites['Marina Heights']] });
    expect((await t.run(id)).rowCount).toBe(1);
    const wider = await t.customer.call('POST', `${t.path}/${id}/pdf`, {
      body: { structureIds: [t.sites[hiddenSite]] },
    });
    expect([wider.status, wider.body.word]).toEqual([403, 'not-for-you']);
  });
});
