import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { closedWeek } from '#platform/common/time/week-schedule.ts';

let app: Rasid;
let customer: TestPerson;
let viewer: TestPerson;
let integrator: TestPerson;
let client: number;

beforeAll(async () => {
  app = await rasid();
  [customer, viewer, integrator] = await Promise.all(
    ['customer', 'viewer', 'integrator'].map((name) => app.signIn(`${name}@rasid.test`)) as [
      Promise<TestPerson>,
      Promise<TestPerson>,
      Promise<TestPerson>,
    ],
  );
  client = (await customer.call('GET', '/session')).body.data.company.id;
});
afterAll(() => app.close());

const holiday = { date: '2026-12-02', name: { en: 'National Day', ar: 'اليوم الوطني' }, expected: false, periods: [] };
const body = (name: string, changes: object = {}) => ({
  name,
  timeZone: 'Asia/Dubai',
  week: closedWeek(),
  seasons: [],
  holidays: [holiday],
  ...changes,
});
const create = async (name: string, changes: object = {}) =>
  (await customer.call('POST', '/schedule', { body: body(name, changes) })).body.data;

test('a schedule is stored as sent, found by its name and updated field by field', async () => {
  const week = closedWeek().map((day) => ({ ...day, periods: [{ start: '08:00', end: '23:59' }] }));
  const season = { name: 'رمضان', from: '2027-02-08', to: '2027-03-09', week: closedWeek() };
  const created = await create('Night guard', { week, seasons: [season] });
  expect(created).toMatchObject(body('Night guard', { week, seasons: [season] }));
  expect((await customer.call('GET', '/schedule?search=guard')).body.data).toEqual([created]);
  const changed = await customer.call('PATCH', `/schedule/${created.id}`, { body: { holidays: [] } });
  expect(changed.body.data).toEqual({ ...created, holidays: [] });
  expect((await customer.call('GET', `/schedule/${created.id}`)).body.data).toEqual({ ...created, holidays: [] });
});

test('an invalid schedule is refused with an error for each field', async () => {
  const errors = async (changes: object) =>
    (await customer.call('POST', '/schedule', { body: body('Wrong', changes) })).body.errors.map(
      ({ param, msg }: { param: string; msg: string }) => `${param} ${msg}`,
    );
  const week = closedWeek().map((day) => ({ ...day, periods: [{ start: '08:00', end: '07:00' }] }));
  expect(await errors({ week })).toContain('week.0.periods toAfterFrom');
  expect(await errors({ holidays: [holiday, holiday] })).toEqual(['holidays sameDay']);
  expect(await errors({ timeZone: 'Asia/Nowhere' })).toEqual(['timeZone timeZone']);
});

test('a schedule name is unique within a company, not across companies', async () => {
  await create('Shifts');
  expect((await customer.call('POST', '/schedule', { body: body('Shifts') })).body.errors).toEqual([
    { param: 'name', msg: 'taken' },
  ]);
  expect((await integrator.call('POST', '/schedule', { body: body('Shifts') })).status).toBe(201);
});

test('a viewer can read schedules but not change them', async () => {
  const { id } = await create('For viewers');
  expect((await viewer.call('GET', `/schedule/${id}`)).status).toBe(200);
  const changes = [
    await viewer.call('POST', '/schedule', { body: body('Mine') }),
    await viewer.call('PATCH', `/schedule/${id}`, { body: { name: 'Mine' } }),
    await viewer.call('DELETE', `/schedule/${id}`),
  ];
  expect(changes.map(({ status }) => status)).toEqual([403, 403, 403]);
});

test('a client’s schedule is changed by its provider only while that client is selected', async () => {
  const { id } = await create('Of the client');
  const change = (headers: Record<string, string> = {}) =>
    integrator.call('PATCH', `/schedule/${id}`, { body: { name: 'Changed' }, headers });
  expect((await integrator.call('GET', `/schedule/${id}`)).status).toBe(200);
  expect((await change()).body.word).toBe('select-a-customer');
  expect((await change({ 'customer-id': String(client) })).body.data.name).toBe('Changed');
});

test('the history of a schedule names who changed which field', async () => {
  const { id } = await create('With a history');
  await customer.call('PATCH', `/schedule/${id}`, { body: { timeZone: 'Asia/Riyadh' } });
  const [line] = (await customer.call('GET', `/schedule/${id}/history`)).body.data;
  expect(line).toMatchObject({
    action: 'update',
    person: { name: 'Mariam Al Suwaidi' },
    changes: [{ field: 'timeZone', before: 'Asia/Dubai', after: 'Asia/Riyadh' }],
  });
});

test('the history of changed hours shows only the days and holidays that differ', async () => {
  const { id } = await create('Days in the history');
  const week = closedWeek().map((day) =>
    day.name === 'Friday' ? { ...day, periods: [{ start: '22:00', end: '23:59' }] } : day,
  );
  const moved = { ...holiday, date: '2026-12-03', expected: true };
  await customer.call('PATCH', `/schedule/${id}`, { body: { week, holidays: [moved] } });
  const [line] = (await customer.call('GET', `/schedule/${id}/history`)).body.data;
  const title = { title: 'National Day', hours: '' };
  expect(line.changes).toEqual([
    { field: 'week', before: { Friday: '' }, after: { Friday: '22:00–23:59' } },
    {
      field: 'holidays',
      before: { '2026-12-02': { ...title, expected: false } },
      after: { '2026-12-03': { ...title, expected: true } },
    },
  ]);
});

test('each demo company has a schedule of working hours, named in its language', async () => {
  const names = async (who: string) =>
    (await (await app.signIn(`${who}@rasid.test`)).call('GET', '/schedule')).body.data.map(
      ({ name, timeZone }: { name: string; timeZone: string }) => `${name} ${timeZone}`,
    );
  expect(await names('wadi')).toContain('ساعات العمل Asia/Riyadh');
  expect(await names('other')).toContain('Working hours Asia/Dubai');
});

test('public holidays are ordered by date, named in both languages, and expected where the moon decides the date', async () => {
  const ofYear = async (country: string, year: number) =>
    (await customer.call('GET', `/public-holiday?country=${country}&year=${year}`)).body.data;
  const emirates = await ofYear('AE', 2026);
  expect(emirates).toContainEqual({
    date: '2026-12-02',
    name: { en: 'National Day', ar: 'اليوم الوطني' },
    expected: false,
  });
  // A feast of three days is three holidays.
  const feast = emirates.filter(({ name }: { name: { ar: string } }) => name.ar === 'عيد الفطر');
  expect(feast.map(({ date, expected }: { date: string; expected: boolean }) => [date, expected])).toEqual([
    ['2026-03-20', true],
    ['2026-03-21', true],
    ['2026-03-22', true],
  ]);
  for (const country of ['SA', 'BH']) {
    const dates = (await ofYear(country, 2027)).map(({ date }: { date: string }) => date);
    expect(dates.length).toBeGreaterThan(5);
    expect(dates).toEqual([...new Set(dates)].sort());
  }
  expect((await customer.call('GET', '/public-holiday?country=XX&year=2026')).status).toBe(418);
});
