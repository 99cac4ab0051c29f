import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { doDue } from '#platform/server/due.ts';
import { planDues } from './digests.ts';

let app: Rasid;
let customer: TestPerson;
let people: Record<string, number>;
const path = '/notification-scheduler';

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  const userRows = await app.kit.pool.query("SELECT id, split_part(email, '@', 1) AS name FROM users");
  people = Object.fromEntries(userRows.rows.map((row) => [row.name, row.id]));
});
afterAll(() => app.close());
beforeEach(() => app.kit.pool.query('DELETE FROM notification_schedule; DELETE FROM mail_outbox; DELETE FROM alarm'));

let planCount = 0;
const create = (body: object = {}) =>
  customer.call('POST', path, {
    body: {
      name: `Plan ${++planCount}`,
      app: 'sample',
      frequency: 'daily',
      time: '08:00',
      users: [people.viewer],
      ...body,
    },
  });
const makeDue = (id: number, ago = '1 minute') =>
  app.kit.pool.query(
    `UPDATE notification_schedule SET next_at = now() - $2::interval, told_until = now() - interval '1 day' - $2::interval WHERE id = $1`,
    [id, ago],
  );
type Mail = { recipient: string; subject: string; text: string; html: string };
const mails = async () =>
  (await app.kit.pool.query('SELECT recipient, subject, text, html FROM mail_outbox ORDER BY id')).rows as Mail[];
/** Inserts alarms that were raised an hour ago on a device in the structure. */
const raise = (alarms: { kind: string; severity: string; structure?: string }[]) =>
  app.kit.pool.query(
    `INSERT INTO alarm (company_id, app, class, kind, severity, device_id, solution_id, structure_id, first_at, last_at, created_at)
     SELECT d.company_id, 'sample', 'operational', a.kind, a.severity::alarm_severity, d.id, 901, d.structure_id, now(), now(), now() - interval '1 hour'
       FROM jsonb_to_recordset($1::jsonb) AS a (kind text, severity text, structure text)
      CROSS JOIN LATERAL (SELECT d.* FROM device d JOIN structure s ON s.id = d.structure_id
            WHERE s.name = coalesce(a.structure, 'Marina Heights') AND d.company_id = (SELECT company_id FROM users WHERE email = 'customer@rasid.test') ORDER BY d.id LIMIT 1) d`,
    [JSON.stringify(alarms)],
  );
const twoAlarms = [
  { kind: 'level-high', severity: 'problem' },
  { kind: 'leak', severity: 'poor' },
];

describe('a mail plan', () => {
  test('has its next due time in the company’s time zone, and none while it is inactive', async () => {
    const { data } = (await create()).body;
    expect(data.nextAt).toMatch(/T04:00:00/); // 08:00 in Dubai
    const stopped = await customer.call('PATCH', `${path}/${data.id}`, { body: { active: false } });
    expect(stopped.body.data).toMatchObject({ active: false, nextAt: null, time: '08:00' });
    const later = await customer.call('PATCH', `${path}/${data.id}`, { body: { active: true, time: '21:30' } });
    expect(later.body.data.nextAt).toMatch(/T17:30:00/);
  });

  test('is refused with an invalid time, without week days, with foreign people or unknown kinds', async () => {
    expect((await create({ time: '24:00' })).body.errors).toEqual([{ param: 'time', msg: 'invalidTime' }]);
    expect((await create({ frequency: 'weekly' })).body.errors).toEqual([{ param: 'weekDays', msg: 'Required' }]);
    expect((await create({ users: [people.other] })).body.errors).toEqual([{ param: 'users', msg: 'invalid' }]);
    expect((await create({ kinds: ['meteor'] })).body.errors).toEqual([{ param: 'kinds.meteor', msg: 'invalid' }]);
    expect((await create({ app: 'garage' })).body.word).toBe('app-not-held');
  });

  test('can be changed by administrators only', async () => {
    const { data } = (await create()).body;
    const viewer = await app.signIn('viewer@rasid.test');
    expect((await viewer.call('GET', `${path}?app=sample`)).body.data).toMatchObject([{ id: data.id }]);
    expect((await viewer.call('PATCH', `${path}/${data.id}`, { body: { active: false } })).status).toBe(403);
    expect((await viewer.call('POST', `${path}/${data.id}/send`)).status).toBe(403);
  });
});

describe('a due mail plan', () => {
  test('is mailed once to each recipient in their language by any number of workers', async () => {
    await app.kit.pool.query("UPDATE users SET locale = 'ar' WHERE email = 'operator@rasid.test'");
    await raise(twoAlarms);
    const { id } = (await create({ name: 'Water', users: [people.viewer, people.operator] })).body.data;
    await makeDue(id);
    await Promise.all([doDue(app.kit, planDues), doDue(app.kit, planDues), doDue(app.kit, planDues)]);
    const sent = await mails();
    expect(sent.map((mail) => mail.recipient).sort()).toEqual(['operator@rasid.test', 'viewer@rasid.test']);
    const mailTo = (name: string) => sent.find((mail) => mail.recipient.startsWith(name));
    expect(mailTo('viewer')?.subject).toBe('Water – Alarms: 2');
    expect(mailTo('viewer')?.text).toContain('Critical: Level too high – ');
    expect(mailTo('operator')?.subject).toBe('Water – الإنذارات: 2');
    expect(mailTo('operator')?.html).toContain('dir="rtl"');
    const { data } = (await customer.call('GET', path)).body;
    expect(Date.parse(data[0].nextAt)).toBeGreaterThan(Date.now());
    expect(data[0].sentAt).not.toBeNull();
  });

  test('is mailed once after a downtime of days, with all alarms since the last mail', async () => {
    await raise(twoAlarms);
    const { id } = (await create()).body.data;
    await makeDue(id, '5 days');
    await doDue(app.kit, planDues);
    await doDue(app.kit, planDues);
    expect((await mails()).map((mail) => mail.subject)).toEqual([`Plan ${planCount} – Alarms: 2`]);
  });

  test('does not contain an alarm twice', async () => {
    await raise(twoAlarms);
    const { id } = (await create()).body.data;
    await makeDue(id);
    await doDue(app.kit, planDues);
    await app.kit.pool.query("UPDATE notification_schedule SET next_at = now() - interval '1 second'");
    await doDue(app.kit, planDues);
    expect((await mails()).map((mail) => mail.subject.replace(/.*– /, ''))).toEqual(['Alarms: 2', 'Alarms: 0']);
  });

  test('contains the selected kinds, severities and structures only', async () => {
    await raise([...twoAlarms, { kind: 'flow-high', severity: 'ok', structure: 'Creek Gardens' }]);
    const marina = (await app.kit.pool.query("SELECT id FROM structure WHERE name = 'Marina Heights'")).rows[0].id;
    for (const choice of [{ kinds: ['leak'] }, { severities: ['problem', 'ok'] }, { resources: [marina] }])
      await makeDue((await create(choice)).body.data.id);
    await doDue(app.kit, planDues);
    const texts = (await mails()).map((mail) => [/: (\d)$/.exec(mail.subject)?.[1], mail.text.includes('Leak')]);
    expect(texts.sort()).toEqual([
      ['1', true],
      ['2', false],
      ['2', true],
    ]);
  });

  test('is rescheduled when the company changes its time zone', async () => {
    await create();
    const { id } = (await customer.call('GET', '/session')).body.data.company;
    const moved = await customer.call('PATCH', `/company/${id}`, { body: { timeZone: 'Europe/London' } });
    expect(moved.status).toBe(200);
    const { nextAt } = (await customer.call('GET', path)).body.data[0];
    const hour = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Europe/London' });
    expect(hour.format(new Date(nextAt))).toBe('08:00');
    expect(await mails()).toEqual([]);
  });
});

test('a mail plan can be sent at once without changing its schedule, unless it has no recipients', async () => {
  await raise(twoAlarms);
  const { id, nextAt } = (await create()).body.data;
  await makeDue(id, '-1 hour');
  expect((await customer.call('POST', `${path}/${id}/send`)).body.data).toEqual({ recipients: 1 });
  expect(await mails()).toHaveLength(1);
  expect((await customer.call('GET', path)).body.data[0].sentAt).toBeNull();
  expect(nextAt).not.toBeNull();
  const [line] = (await customer.call('GET', `${path}/${id}/history`)).body.data;
  expect(line).toMatchObject({ person: { name: 'Mariam Al Suwaidi' }, changes: [{ field: 'sentByHandAt' }] });
  const alone = (await create({ users: [] })).body.data;
  expect((await customer.call('POST', `${path}/${alone.id}/send`)).body.word).toBe('nobody-to-tell');
});
