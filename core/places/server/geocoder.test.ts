import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Person, type Rasid, rasid } from '#main/testing.ts';

const marina = {
  lat: '25.0772',
  lon: '55.1341',
  display_name: 'Al Marsa Street, Dubai Marina, Dubai, United Arab Emirates',
  address: { country_code: 'ae' },
};
const doha = {
  lat: '25.2854',
  lon: '51.5310',
  display_name: 'Al Corniche Street, Doha, Qatar',
  address: { country_code: 'qa' },
};

let app: Rasid;
let customer: Person;
/** What the geocoder was asked, and when. */
let asked: { url: URL; headers: IncomingMessage['headers']; at: number }[] = [];
let answer: unknown = [];
let status = 200;
const geocoder = createServer((request, reply) => {
  asked.push({ url: new URL(request.url as string, 'http://geocoder'), headers: request.headers, at: Date.now() });
  reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
});

beforeAll(async () => {
  await new Promise<void>((ready) => geocoder.listen(0, '127.0.0.1', ready));
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  app.kit.settings.geocoderUrl = `http://127.0.0.1:${(geocoder.address() as AddressInfo).port}/nominatim/?key=secret`;
});
beforeEach(async () => {
  asked = [];
  status = 200;
  await app.kit.pool.query('SET ROLE rasid_all; UPDATE geocoder_turn SET next_at = now(); RESET ROLE');
});
afterAll(async () => {
  await app.close();
  geocoder.close();
});

const search = (query: string, person = customer, headers = {}) =>
  person.call('GET', `/place/search?${query}`, { headers });
const at = (query: string) => customer.call('GET', `/place/reverse?${query}`);

test('an address search finds streets, in the language of the person and in the country that is asked for', async () => {
  answer = [marina, doha];
  const reply = await search('text=Al+Marsa&country=AE', customer, { 'accept-language': 'ar' });
  expect(reply.body.data.places).toEqual([
    { address: marina.display_name, location: { lat: 25.0772, lng: 55.1341 }, countryCode: 'AE' },
  ]);
  const [question] = asked;
  expect(question?.url.pathname).toBe('/nominatim/search');
  expect(Object.fromEntries(question?.url.searchParams ?? [])).toEqual({
    key: 'secret',
    q: 'al marsa',
    limit: '8',
    countrycodes: 'ae',
    'accept-language': 'ar',
    format: 'jsonv2',
    addressdetails: '1',
  });
  expect(question?.headers['user-agent']).toBe('Rasid (http://localhost)');
  expect(JSON.stringify(question?.headers)).not.toContain(customer.token);
});

test('a question that was answered is not asked again', async () => {
  answer = [marina];
  const first = await search('text=Marina+Walk');
  answer = [];
  expect((await search('text=marina%20walk')).body).toEqual(first.body);
  expect(asked).toHaveLength(1);
});

test('a point gets its address, and in another country than the one of the place it is an Invalid Place', async () => {
  answer = marina;
  const found = await at('lat=25.07721&lng=55.13412&country=AE');
  expect(found.body.data.place).toEqual({
    address: marina.display_name,
    location: { lat: 25.07721, lng: 55.13412 },
    countryCode: 'AE',
  });
  expect(asked[0]?.url.pathname).toBe('/nominatim/reverse');
  const wrong = await at('lat=25.07721&lng=55.13412&country=QA');
  expect([wrong.status, wrong.body.errors]).toEqual([418, [{ param: 'location', msg: 'invalidPlace' }]]);
});

test('where the geocoder names no country, the outlines of the map judge', async () => {
  answer = [
    { lat: '24.2075', lon: '55.7447', display_name: 'Corniche Road, Al Ain' },
    { ...doha, address: undefined },
  ];
  const found = await search('text=Corniche&country=QA');
  expect(found.body.data.places.map(({ address }: { address: string }) => address)).toEqual([doha.display_name]);
});

test('a point of which the geocoder knows nothing has no address', async () => {
  answer = { error: 'Unable to geocode' };
  expect((await at('lat=0&lng=-30')).body.data).toEqual({ place: null });
});

test('it is asked at most once a second, and who would wait too long gets no answer', async () => {
  answer = [marina];
  const replies = await Promise.all([1, 2, 3, 4, 5].map((number) => search(`text=Street+${number}`)));
  expect(asked.length).toBeGreaterThan(1);
  expect(asked.length).toBeLessThan(5);
  const gaps = asked.slice(1).map(({ at: time }, index) => time - (asked[index]?.at ?? 0));
  // A timer may run some milliseconds early.
  expect(Math.min(...gaps)).toBeGreaterThan(950);
  const answered = replies.filter((reply) => reply.body.data.places !== null);
  expect(answered).toHaveLength(asked.length);
});

test.each([
  ['fails', 503, []],
  ['answers something else', 200, { places: 'none' }],
])('a geocoder that %s leaves the search to the cities, and is asked again', async (_, code, wrong) => {
  status = code;
  answer = wrong;
  expect((await search(`text=Broken+${code}`)).body.data).toEqual({ places: null });
  await app.kit.pool.query('SET ROLE rasid_all; UPDATE geocoder_turn SET next_at = now(); RESET ROLE');
  status = 200;
  answer = [marina];
  expect((await search(`text=Broken+${code}`)).body.data.places).toHaveLength(1);
});

test('without a geocoder there is nothing to ask', async () => {
  const url = app.kit.settings.geocoderUrl;
  app.kit.settings.geocoderUrl = undefined;
  expect((await search('text=Al+Marsa')).body.data).toEqual({ places: null });
  app.kit.settings.geocoderUrl = url;
  expect(asked).toEqual([]);
});

test('who may place nothing asks nothing', async () => {
  const viewer = await app.signIn('viewer@rasid.test');
  expect((await search('text=Al+Marsa', viewer)).status).toBe(403);
});
