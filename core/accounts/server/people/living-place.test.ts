import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { demoCompanies, demoUsers } from '../demo.ts';

let app: Rasid;
let ids: Awaited<ReturnType<typeof demoCompanies>>;
let viewer: TestPerson;
let viewerId: number;
let cities: Record<string, number>;

beforeAll(async () => {
  app = await rasid();
  ids = await demoCompanies(app.kit.db as unknown as Tx);
  viewerId = (await demoUsers(app.kit.db as unknown as Tx)).viewer as number;
  viewer = await app.signIn('viewer@rasid.test');
  const found = await app.anonymous.call('GET', '/country/233/city?limit=50');
  cities = Object.fromEntries(found.body.data.map((one: { name: string; id: number }) => [one.name, one.id]));
});
afterAll(() => app.close());

const change = async (body: object) => viewer.call('PATCH', `/user/${viewerId}/update`, { body });
const cityNow = async () => (await viewer.call('GET', '/session')).body.data.user.personalInfo.city;

test('the place of residence of a new person is unknown', async () => {
  expect((await viewer.call('GET', `/user/${viewerId}/info`)).body.data.personalInfo).toMatchObject({
    firstName: 'Layla',
    lastName: 'Nasser',
    city: null,
    company: 'Reem Residences',
    companyId: ids.reem,
  });
});

test('the session has a person’s city with its country, in the language of the request', async () => {
  expect((await change({ countryId: 233, cityId: cities.Dubai })).status).toBe(200);
  expect(await cityNow()).toEqual({
    id: cities.Dubai,
    name: 'Dubai',
    country: { id: 233, name: 'United Arab Emirates', localizedName: 'United Arab Emirates', shortCode: 'AE' },
  });
  const arabic = { headers: { 'accept-language': 'ar' } };
  const { city } = (await viewer.call('GET', `/user/${viewerId}/info`, arabic)).body.data.personalInfo;
  expect([city.name, city.country.localizedName]).toEqual(['دبي', 'الإمارات العربية المتحدة']);
});

test('a city sets its country, and another country clears the city', async () => {
  await change({ cityId: cities.Sharjah });
  expect(await cityNow()).toMatchObject({ name: 'Sharjah', country: { id: 233 } });
  await change({ countryId: 233 });
  expect(await cityNow()).toMatchObject({ name: 'Sharjah' });
  const oman = (await app.anonymous.call('GET', '/country')).body.data.find(
    (one: { shortCode: string }) => one.shortCode === 'OM',
  ).id;
  await change({ countryId: oman });
  expect(await cityNow()).toMatchObject({ id: null, name: null, country: { shortCode: 'OM' } });
});

test('a city of another country and places that do not exist are refused under their field', async () => {
  expect((await change({ countryId: 1, cityId: cities.Dubai })).body.errors).toEqual([
    { param: 'cityId', msg: 'invalid' },
  ]);
  expect((await change({ cityId: 1 })).body.errors).toEqual([{ param: 'cityId', msg: 'invalid' }]);
  expect((await change({ countryId: 9999 })).body.errors).toEqual([{ param: 'countryId', msg: 'invalid' }]);
});

test('the history of a person shows the names of country and city', async () => {
  await change({ countryId: 233, cityId: cities.Dubai });
  const admin = await app.signIn('customer@rasid.test');
  const { body } = await admin.call('GET', `/company/${ids.reem}/user/${viewerId}/history`, {
    headers: { 'accept-language': 'ar' },
  });
  expect(body.data[0].changes).toEqual([
    expect.objectContaining({ field: 'cityId', before: null, after: { id: cities.Dubai, name: 'دبي' } }),
    expect.objectContaining({ field: 'countryId', after: { id: 233, name: 'الإمارات العربية المتحدة' } }),
  ]);
});
