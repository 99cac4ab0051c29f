import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { closedWeek } from '#platform/common/time/week-schedule.ts';

let app: Rasid;
let customer: TestPerson;
let viewer: TestPerson;
let other: TestPerson;

beforeAll(async () => {
  app = await rasid();
  [customer, viewer, other] = (await Promise.all(
    ['customer@rasid.test', 'viewer@rasid.test', 'other@rasid.test'].map((name) => app.signIn(name)),
  )) as [TestPerson, TestPerson, TestPerson];
});
afterAll(() => app.close());

const nights = {
  name: 'Nights',
  timeZone: 'Asia/Riyadh',
  week: closedWeek().map((day) => ({ ...day, periods: [{ start: '22:00', end: '23:59' }] })),
  seasons: [],
  holidays: [],
};

test('a schedule made under the app is the same record under the core, and is replaced as a whole', async () => {
  const made = await customer.call('POST', '/metrowatch/company-schedule', { body: nights });
  expect([made.status, made.body.errors]).toEqual([201, undefined]);
  const { id } = made.body.data;
  const replaced = await customer.call('PUT', `/metrowatch/company-schedule/${id}`, {
    body: { ...nights, name: 'Late shift' },
  });
  expect([replaced.status, replaced.body.data.name]).toEqual([200, 'Late shift']);
  expect((await customer.call('GET', `/schedule/${id}`)).body.data.name).toBe('Late shift');
  const listed = await customer.call('GET', '/metrowatch/company-schedule?search=Late');
  expect(listed.body.data.map((one: { id: number }) => one.id)).toEqual([id]);
  const partly = await customer.call('PUT', `/metrowatch/company-schedule/${id}`, { body: { name: 'Half' } });
  expect(partly.status).toBe(418);
  expect((await other.call('GET', `/metrowatch/company-schedule/${id}`)).status).toBe(404);
  expect((await viewer.call('PUT', `/metrowatch/company-schedule/${id}`, { body: nights })).status).toBe(403);
  expect((await customer.call('DELETE', `/metrowatch/company-schedule/${id}`)).status).toBe(204);
});
