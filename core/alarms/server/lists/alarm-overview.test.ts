import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let customer: TestPerson;
let viewer: TestPerson;
let company: number;

beforeAll(async () => {
  app = await rasid();
  [customer, viewer] = [await app.signIn('customer@rasid.test'), await app.signIn('viewer@rasid.test')];
  company = (await customer.call('GET', '/session')).body.data.company.id;
  await app.kit.pool.query('DELETE FROM alarm_event');
  await app.kit.pool.query('DELETE FROM alarm');
});
afterAll(() => app.close());

const raise = async (
  kind: string,
  severity: string,
  changes: { age?: string; acknowledged?: boolean; app?: string } = {},
) => {
  const { age = '1 hour', acknowledged = false, app: of = 'sample' } = changes;
  const made = await app.kit.pool.query(
    `INSERT INTO alarm (company_id, app, class, kind, severity, subject_type, subject_id, subject_name, first_at, last_at, acknowledged_at)
     VALUES ($1, $2, 'operational', $3, $4, 'thing', 1, 'Thing', now() - $5::interval, now(), CASE WHEN $6 THEN now() END) RETURNING id`,
    [company, of, kind, severity, age, acknowledged],
  );
  await app.kit.pool.query(`INSERT INTO alarm_event (alarm_id, company_id, action) VALUES ($1, $2, 'raised')`, [
    made.rows[0].id,
    company,
  ]);
};
const kinds = async (path: string, person = customer) =>
  (await person.call('GET', path)).body.data.map(
    (row: { kind: string; alarm: { kind: string } }) => row.kind ?? row.alarm.kind,
  );

test('open alarms come unacknowledged first, then by severity and newest first', async () => {
  await raise('known', 'problem', { acknowledged: true });
  await raise('minor', 'ok');
  await raise('old', 'problem', { age: '2 days' });
  await raise('new', 'problem');
  expect(await kinds('/overview/alarm')).toEqual(['new', 'old', 'minor', 'known']);
  expect(await kinds('/overview/alarm?app=sample')).toEqual(['new', 'old', 'minor', 'known']);
  expect(await kinds('/overview/alarm?app=rooms')).toEqual([]);
  const page = (await customer.call('GET', '/overview/alarm?limit=1')).body;
  expect([page.data.length, page.totalRecords]).toEqual([1, 4]);
});

test('the newest events come first, without those of alarms that the caller may not read', async () => {
  expect(await kinds('/overview/alarm-event')).toEqual(['new', 'old', 'minor', 'known']);
  // These alarms belong to no structure, and the viewer sees three.
  expect([await kinds('/overview/alarm-event', viewer), await kinds('/overview/alarm', viewer)]).toEqual([[], []]);
  const other = await app.signIn('other@rasid.test');
  expect(await kinds('/overview/alarm-event', other)).toEqual([]);
});

test('the alarms of an app are counted by severity, and by the day on which they were raised', async () => {
  const period = `from=${new Date(Date.now() - 86_400_000).toISOString()}&to=${new Date(Date.now() + 86_400_000).toISOString()}`;
  const count = async (more = '') => (await customer.call('GET', `/sample/alarm/count?${period}${more}`)).body.data;
  expect((await count()).open).toEqual({ good: 0, ok: 1, poor: 0, problem: 3 });
  const { kinds } = await count();
  expect(kinds.map(({ severity }: { severity: string }) => severity)).toEqual(
    [...kinds]
      .map(({ severity }) => severity)
      .sort((a, b) => ['problem', 'ok'].indexOf(a) - ['problem', 'ok'].indexOf(b)),
  );
  expect(kinds.reduce((sum: number, kind: { count: number }) => sum + kind.count, 0)).toBe(4);
  expect((await count()).raised.reduce((sum: number, day: { count: number }) => sum + day.count, 0)).toBe(4);
  expect((await count('&class=status')).open.problem).toBe(0);
  expect(
    (await customer.call('GET', `/sample/alarm/count?from=2026-01-01T00:00:00Z&to=2025-01-01T00:00:00Z`)).status,
  ).toBe(418);
});
