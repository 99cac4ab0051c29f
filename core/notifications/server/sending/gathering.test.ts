import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { raiseSample, readAllSites } from '#main/testing/test-alarms.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { notifyDue } from './notify.ts';

/** A kind of the class that many devices have at once, when their network fails. */
const kind = 'offline';

let app: Rasid;
let customer: TestPerson;
let people: Record<'customer' | 'viewer', number>;

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  const users = await app.kit.pool.query("SELECT id, split_part(email, '@', 1) AS name FROM users");
  people = Object.fromEntries(users.rows.map((row) => [row.name, row.id])) as typeof people;
  await readAllSites(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const table of ['notification_group', 'alarm_notification', 'mail_outbox'])
    await app.kit.pool.query(`DELETE FROM ${table}`);
  const created = await customer.call('POST', '/sample/notifications-group', {
    body: {
      ...{ name: 'Group', resources: ['*'], users: [people.viewer, people.customer], onClear: true },
      notifications: { status: { email: [kind] }, operational: { email: ['level-high'] } },
    },
  });
  expect(created.status).toBe(201);
});

const raise = (severity: 'ok' | 'poor' | 'problem', of = { kind, class: 'status' }) =>
  raiseSample(app, { userId: people.customer, severity, ...of });
const due = () => notifyDue(app.kit);
/** As if so much time had passed since everything that was decided. */
const pass = (minutes: number) =>
  app.kit.pool.query(
    "UPDATE alarm_notification SET decided_at = decided_at - $1 * interval '1 minute', due_at = due_at - $1 * interval '1 minute'",
    [minutes],
  );
const clear = (alarm: number) =>
  app.kit.pool.query(
    `WITH done AS (UPDATE alarm SET condition = 'cleared', disposition = 'terminated', cleared_at = now(), closed_at = now() WHERE id = $1 RETURNING id, company_id)
     INSERT INTO alarm_event (alarm_id, company_id, action) SELECT id, company_id, 'cleared' FROM done`,
    [alarm],
  );
/** The subjects of the mails of each person. */
const mails = async (): Promise<string[][]> => {
  const { rows } = await app.kit.pool.query('SELECT recipient, subject FROM mail_outbox ORDER BY id');
  return ['customer@rasid.test', 'viewer@rasid.test'].map((one) =>
    rows.flatMap(({ recipient, subject }) => (recipient === one ? [subject] : [])),
  );
};
const stateOf = async (alarm: number) =>
  (
    await app.kit.pool.query('SELECT DISTINCT state, reason FROM alarm_notification WHERE alarm_id = $1', [alarm])
  ).rows.map(({ state, reason }) => `${state} ${reason}`);

test('of 500 devices that lose their network within three minutes, each person gets one message', async () => {
  for (let part = 0; part < 6; part++) {
    for (let n = 0; n < (part === 0 ? 1 : 100); n++) await raise('ok');
    await due();
    await pass(0.5);
  }
  expect(await mails()).toEqual([[], []]);
  await pass(2);
  await due();
  expect(await mails()).toEqual([['501 new alarms'], ['501 new alarms']]);
  await pass(5);
  await due();
  expect((await mails()).flat()).toHaveLength(2);
});

test('what has ended while it waited is not mentioned', async () => {
  const [ended, open] = [await raise('poor'), await raise('poor')];
  await due();
  expect(await stateOf(open)).toEqual(['held gathered']);
  await clear(ended);
  await pass(5);
  await due();
  expect(await stateOf(ended)).toContain('skipped ended');
  for (const subjects of await mails()) expect(subjects).toEqual([expect.stringContaining('Space')]);
});

test('a problem is reported at once, and those of the next five minutes together', async () => {
  await raise('problem');
  await due();
  expect((await mails()).map(({ length }) => length)).toEqual([1, 1]);
  const others = [await raise('problem'), await raise('problem'), await raise('ok')];
  await due();
  await pass(4);
  await due();
  expect((await mails()).map(({ length }) => length)).toEqual([1, 1]);
  expect(await stateOf(others[0] as number)).toEqual(['held gathered']);
  await pass(1);
  await due();
  expect((await mails()).map((subjects) => subjects.slice(1))).toEqual([['3 new alarms'], ['3 new alarms']]);
});

test('their end is reported together too, although the alarms have ended', async () => {
  const alarms = [await raise('ok'), await raise('ok')];
  await due();
  await pass(5);
  await due();
  for (const alarm of alarms) await clear(alarm);
  await due();
  expect((await mails()).map(({ length }) => length)).toEqual([1, 1]);
  await pass(5);
  await due();
  expect((await mails()).map((subjects) => subjects.slice(1))).toEqual([
    ['2 messages about alarms'],
    ['2 messages about alarms'],
  ]);
});

test('alarms of other classes are not held up by them', async () => {
  await raise('ok');
  await raise('ok', { kind: 'level-high', class: 'operational' });
  await due();
  expect((await mails()).map(({ length }) => length)).toEqual([1, 1]);
});
