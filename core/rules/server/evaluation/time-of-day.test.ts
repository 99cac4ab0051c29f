import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let customer: TestPerson;
let device: { id: number; companyId: number; solutionId: number };

/** Times of the last hits; Dubai is four hours ahead of UTC. */
const lastSeen = {
  night: '2026-03-01T22:30:00Z',
  morning: '2026-03-02T05:30:00Z',
  lastMinute: '2026-03-02T19:59:30Z',
} as const;

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  device = (await customer.call('GET', '/sample/device?limit=1')).body.data[0];
  for (const closed of [null, lastSeen.lastMinute])
    for (const [kind, at] of Object.entries(lastSeen))
      await app.kit.pool.query(
        `INSERT INTO alarm (company_id, app, class, kind, severity, device_id, solution_id, first_at, last_at, closed_at, disposition)
         VALUES ($1, 'sample', 'operational', $2, 'poor', $3, $4, $5, $5, $6::timestamptz, CASE WHEN $6::timestamptz IS NULL THEN 'open' ELSE 'terminated' END)`,
        [device.companyId, kind, device.id, device.solutionId, at, closed],
      );
});
afterAll(() => app.close());

const alarmKinds = async (path: string, from: string, to: string, person = customer): Promise<string[]> => {
  const query = `kind=${Object.keys(lastSeen)}&timeOfDay[from]=${from}&timeOfDay[to]=${to}&sort[id]=asc`;
  return (await person.call('GET', `/sample/alarm/operational${path}?${query}`)).body.data.map(
    ({ kind }: { kind: string }) => kind,
  );
};

test.each(['', '/history'])('the alarms list%s filters by time of day in the company’s time zone', async (path) => {
  expect(await alarmKinds(path, '09:00', '10:00')).toEqual(['morning']);
  expect(await alarmKinds(path, '05:00', '06:00')).toEqual([]);
  expect(await alarmKinds(path, '02:30', '09:30')).toEqual(['night']);
  expect(await alarmKinds(path, '00:00', '12:00')).toEqual(['night', 'morning']);
});

test('a time of day until 23:59 includes that minute', async () => {
  expect(await alarmKinds('', '23:00', '23:59')).toEqual(['lastMinute']);
  expect(await alarmKinds('', '22:00', '23:58')).toEqual([]);
});

test('the time of day of a provider is in the provider’s time zone', async () => {
  await app.kit.pool.query("UPDATE company SET time_zone = 'Asia/Riyadh' WHERE type = 'Integrator'");
  const integrator = await app.signIn('integrator@rasid.test');
  expect(await alarmKinds('', '08:00', '09:00', integrator)).toEqual(['morning']);
  expect(await alarmKinds('', '09:00', '10:00', integrator)).toEqual([]);
});

test('the time of day of a person without a company is in the time zone of the alarm’s company', async () => {
  const admin = await app.signIn('super@rasid.test');
  expect(await alarmKinds('', '09:00', '10:00', admin)).toEqual(['morning']);
});

test('an invalid time of day is refused', async () => {
  const reply = await customer.call('GET', '/sample/alarm/operational?timeOfDay[from]=9h');
  expect([reply.status, reply.body.errors]).toEqual([418, [{ param: 'timeOfDay[from]', msg: 'invalidDate' }]]);
});
