import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { daily, fields, reportTest, section, threeAlarms } from '#main/testing/reports/report-test.ts';
import { doDue } from '#platform/server/due.ts';
import { runDues } from '../runs/prepare-run.ts';
import { reportDues } from './due-reports.ts';

let t: Awaited<ReturnType<typeof reportTest>>;
beforeAll(async () => {
  t = await reportTest();
});
afterAll(() => t.app.close());
beforeEach(() => t.clear());

describe('a scheduled report', () => {
  const scheduled = async (changes: object = {}) =>
    t.create({ schedule: daily, period: { preset: 'yesterday' }, ...changes });
  const makeDue = (id: number, ago: string) =>
    t.app.kit.pool.query('UPDATE report_definition SET next_due_at = now() - $2::interval WHERE id = $1', [id, ago]);
  const addReceptors = (id: number, ...names: string[]) =>
    t.customer.call('POST', `${t.path}/${id}/receptor`, { body: names.map((name) => ({ userId: t.people[name] })) });
  const runsOf = async (id: number) => (await t.customer.call('GET', `${t.path}/${id}/run`)).body.data;
  const mails = async () =>
    (await t.app.kit.pool.query('SELECT recipient, subject, text, attachments FROM mail_outbox ORDER BY recipient'))
      .rows;

  test('is run once when it is due, with the period as of then, and is mailed to each in their language', async () => {
    await t.raise(threeAlarms);
    const { id, nextDueAt } = await scheduled({ period: { preset: 'last-24-hours' }, language: 'recipient' });
    expect(nextDueAt).toMatch(/T03:00:00/);
    expect(
      (await addReceptors(id, 'customer', 'operator')).body.data.map(({ result }: { result: string }) => result),
    ).toEqual(['added', 'added']);
    await makeDue(id, '10 minutes');
    await Promise.all([doDue(t.app.kit, reportDues), doDue(t.app.kit, reportDues)]);
    const [made, ...others] = await runsOf(id);
    expect(others).toEqual([]);
    expect(Date.parse(made.to)).toBe(Date.parse(made.dueAt));
    expect((await t.customer.call('GET', `${t.path}/${id}`)).body.data.nextDueAt).toMatch(/T03:00:00/);
    await doDue(t.app.kit, runDues);
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
    await doDue(t.app.kit, [...reportDues, ...runDues]);
    expect((await runsOf(id)).map(({ state }: { state: string }) => state)).toEqual(['queued']);
  });

  test('skips a recipient who may not see all of it, and says why', async () => {
    const { id } = await scheduled();
    await addReceptors(id, 'viewer', 'customer');
    await makeDue(id, '1 minute');
    await doDue(t.app.kit, [...reportDues, ...runDues]);
    const [sent] = await runsOf(id);
    expect(
      sent.deliveries.map(({ user, state, reason }: { user: { id: number }; state: string; reason: string }) => [
        user.id,
        state,
        reason,
      ]),
    ).toEqual([
      [t.people.viewer, 'skipped', 'no-permission'],
      [t.people.customer, 'sent', null],
    ]);
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['customer@rasid.test']);
  });

  test('of somebody who has lost the permission is paused, and nothing is sent', async () => {
    const { id } = await t.create({ schedule: daily }, t.operator);
    await addReceptors(id, 'customer');
    await t.app.kit.pool.query("UPDATE users SET status = 'inactive' WHERE email = 'operator@rasid.test'");
    await makeDue(id, '1 minute');
    await doDue(t.app.kit, [...reportDues, ...runDues]);
    await t.app.kit.pool.query("UPDATE users SET status = 'active' WHERE email = 'operator@rasid.test'");
    expect((await t.customer.call('GET', `${t.path}/${id}`)).body.data).toMatchObject({
      state: 'paused',
      pausedBecause: 'owner-left',
      nextDueAt: null,
    });
    expect(await mails()).toEqual([]);
  });

  test('is not paused by people who run it by hand and may see none of it', async () => {
    const { id } = await scheduled();
    const { rows } = await t.app.kit.pool.query(
      'DELETE FROM permission_group_member WHERE user_id = $1 RETURNING group_id, company_id',
      [t.people.viewer],
    );
    const made = await t.run(id, t.viewer);
    for (const { group_id, company_id } of rows)
      await t.app.kit.pool.query(
        'INSERT INTO permission_group_member (group_id, company_id, user_id) VALUES ($1, $2, $3)',
        [group_id, company_id, t.people.viewer],
      );
    expect(made).toMatchObject({ state: 'failed', error: 'no-permission' });
    expect((await t.customer.call('GET', `${t.path}/${id}`)).body.data).toMatchObject({ state: 'active' });
  });

  test('runs once and late after less than a day without a server, and is missed after a longer time', async () => {
    const hoursAgo = (hours: number) => ({
      ...daily,
      times: [new Date(Date.now() - hours * 3_600_000).toISOString().slice(11, 16)],
      timeZone: 'UTC',
    });
    const statesAfter = async (hours: number) => {
      const { id } = await scheduled({ schedule: hoursAgo(hours) });
      await t.app.kit.pool.query(
        "UPDATE report_definition SET next_due_at = date_trunc('minute', now()) - $2 * interval '1 hour' WHERE id = $1",
        [id, hours],
      );
      await doDue(t.app.kit, [...reportDues, ...runDues]);
      return (await runsOf(id)).map(({ state }: { state: string }) => state);
    };
    expect(await statesAfter(20)).toEqual(['ready']);
    expect(await statesAfter(30)).toEqual(['ready', 'missed']);
  });

  test('sends nothing while it is empty, if it is to be skipped then', async () => {
    const { id } = await scheduled({ skipIfEmpty: true });
    await addReceptors(id, 'customer');
    await makeDue(id, '1 minute');
    await doDue(t.app.kit, [...reportDues, ...runDues]);
    expect((await runsOf(id))[0]).toMatchObject({ state: 'ready', deliveries: [] });
    expect(await mails()).toEqual([]);
  });

  test('is refused if it would be sent more than once an hour', async () => {
    const often = { ...daily, times: ['07:00', '07:30'] };
    const { status, body } = await t.customer.call('POST', t.path, { body: fields({ schedule: often }) });
    expect([status, body.errors]).toEqual([418, [{ param: 'schedule.times', msg: 'moreThanHourly' }]]);
  });
});

describe('a section that cannot be read', () => {
  const failing = [section(), section({ kind: 'sample-failing' })];

  test('is read again twice; then the run says which one failed, and the others stand', async () => {
    await t.raise(threeAlarms);
    const { id } = await t.create({ sections: failing });
    const { body } = await t.customer.call('POST', `${t.path}/${id}/pdf`, { body: {} });
    await t.prepare();
    const made = (await t.customer.call('GET', `${t.path}/run/${body.data.id}`)).body.data;
    expect(made).toMatchObject({ state: 'ready', faults: [{ section: 1, fault: 'failed' }], rowCount: 2 });
  });

  test('holds a scheduled run back until a person sends it as it is', async () => {
    const { id } = await t.create({ sections: failing, schedule: daily });
    await t.customer.call('POST', `${t.path}/${id}/receptor`, { body: [{ userId: t.people.customer }] });
    await t.app.kit.pool.query("UPDATE report_definition SET next_due_at = now() - interval '1 minute' WHERE id = $1", [
      id,
    ]);
    await doDue(t.app.kit, reportDues);
    await t.prepare();
    const [held] = (await t.customer.call('GET', `${t.path}/${id}/run`)).body.data;
    expect([held.state, held.deliveries]).toEqual(['held', []]);
    expect((await t.viewer.call('POST', `${t.path}/run/${held.id}/release`)).status).toBe(403);
    const released = await t.customer.call('POST', `${t.path}/run/${held.id}/release`);
    expect(released.body.data).toMatchObject({ state: 'sent', deliveries: [{ state: 'sent' }] });
  });
});
