import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Rasid, rasid } from '#main/testing.ts';
import { loadGazetteer } from './gazetteer.ts';

let app: Rasid;
beforeAll(async () => {
  app = await rasid();
});
afterAll(() => app.close());

test('the United Arab Emirates have the id 233, in both languages, with their time zone', async () => {
  const read = async (language: string) =>
    (await app.anonymous.call('GET', '/country', { headers: { 'accept-language': language } })).body.data.find(
      ({ id }: { id: number }) => id === 233,
    );
  expect(await read('en')).toEqual({
    id: 233,
    name: 'United Arab Emirates',
    localizedName: 'United Arab Emirates',
    shortCode: 'AE',
    timeZones: ['Asia/Dubai'],
    names: { en: 'United Arab Emirates', ar: 'الإمارات العربية المتحدة' },
  });
  expect((await read('ar')).localizedName).toBe('الإمارات العربية المتحدة');
});

test('the largest cities of a country come first, and are found in either script', async () => {
  const cities = async (query: string) =>
    (await app.anonymous.call('GET', `/country/233/city${query}`)).body.data.map(({ name }: { name: string }) => name);
  expect((await cities('?limit=3'))[0]).toBe('Dubai');
  expect(await cities(`?search=${encodeURIComponent('أبو')}`)).toEqual(['Abu Dhabi']);
  expect((await app.anonymous.call('GET', '/country/9999/city')).status).toBe(404);
});

test('time zones carry their offset and countries', async () => {
  const zones = (await app.anonymous.call('GET', '/country/timezone')).body.data;
  expect(zones.find(({ name }: { name: string }) => name === 'Asia/Dubai')).toMatchObject({
    offset: '+04:00',
    countryIds: expect.arrayContaining([233]),
  });
});

test('repeated requests for the time zones create no new formatters', async () => {
  const ask = () => app.anonymous.call('GET', '/country/timezone');
  const first = await ask();
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  for (let i = 0; i < 10; i++) expect((await ask()).body).toEqual(first.body);
  expect(made).not.toHaveBeenCalled();
  made.mockRestore();
});

test('loading the gazetteer again changes nothing', async () => {
  const count = async () => (await app.kit.pool.query('SELECT count(*) AS n FROM city')).rows[0].n;
  const before = await count();
  await loadGazetteer(app.kit);
  expect(await count()).toBe(before);
  expect(before).toBeGreaterThan(20_000);
});

test('cities of all countries are found, and the largest label the maps in the reader’s language', async () => {
  const paris = (await app.anonymous.call('GET', '/country/city?search=paris&limit=1')).body.data[0];
  expect(paris).toMatchObject({ name: 'Paris', country: 'France' });
  const arabic = { headers: { 'accept-language': 'ar' } };
  const labels = (await app.anonymous.call('GET', '/country/largest-city', arabic)).body.data;
  expect(labels.length).toBeGreaterThan(200);
  expect(labels.map((one: { name: string }) => one.name)).toEqual(expect.arrayContaining(['باريس', 'دبي', 'القاهرة']));
});
