import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

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
let customer: TestPerson;
/** The requests to the geocoder, with their time. */
let requests: { url: URL; headers: IncomingMessage['headers']; at: number }[] = [];
let answer: unknown = [];
let status = 200;
const geocoder = createServer((request, reply) => {
  requests.push({ url: new URL(request.url as string, 'http://geocoder'), headers: request.headers, at: Date.now() });
  reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
});

beforeAll(async () => {
  await new Promise<void>((ready) => geocoder.listen(0, '127.0.0.1', ready));
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  app.kit.settings.geocoderUrl = `http://127.0.0.1:${(geocoder.address() as AddressInfo).port}/nominatim/?key=secret`;
});
beforeEach(async () => {
  requests = [];
  status = 200;
  await app.kit.pool.query('SET ROLE rasid_all; UPDATE geocoder_turn SET next_at = now(); RESET ROLE');
});
afterAll(async () => {
  await app.close();
  geocoder.close();
});

const search = (query: string, person = customer, headers = {}) =>
  person.call('GET', `/place/search?${query}`, { headers });
const reverseGeocode = (query: string) => customer.call('GET', `/place/reverse?${query}`);

test('an address search finds streets in the language of the person and in the requested country', async () => {
  answer = [marina, doha];
  const reply = await search('text=Al+Marsa&country=AE', customer, { 'accept-language': 'ar' });
  expect(reply.body.data.places).toEqual([
    { address: marina.display_name, location: { lat: 25.0772, lng: 55.1341 }, countryCode: 'AE' },
  ]);
  const [request] = requests;
  expect(request?.url.pathname).toBe('/nominatim/search');
  expect(Object.fromEntries(request?.url.searchParams ?? [])).toEqual({
    key: 'secret',
    q: 'al marsa',
    limit: '8',
    countrycodes: 'ae',
    'accept-language': 'ar',
    format: 'jsonv2',
    addressdetails: '1',
  });
  expect(request?.headers['user-agent']).toBe('Rasid (http://localhost)');
  expect(JSON.stringify(request?.headers)).not.toContain(customer.token);
});

test('answers of the geocoder are cached', async () => {
  answer = [marina];
  const first = await search('text=Marina+Walk');
  answer = [];
  expect((await search('text=marina%20walk')).body).toEqual(first.body);
  expect(requests).toHaveLength(1);
});

test('a point has an address, and a point in another country is refused', async () => {
  answer = marina;
  const reply = await reverseGeocode('lat=25.07721&lng=55.13412&country=AE');
  expect(reply.body.data.place).toEqual({
    address: marina.display_name,
    location: { lat: 25.07721, lng: 55.13412 },
    countryCode: 'AE',
  });
  expect(requests[0]?.url.pathname).toBe('/nominatim/reverse');
  const wrong = await reverseGeocode('lat=25.07721&lng=55.13412&country=QA');
  expect([wrong.status, wrong.body.errors]).toEqual([418, [{ param: 'location', msg: 'invalidPlace' }]]);
});

test('results without a country are checked by the country outlines', async () => {
  answer = [
    { lat: '24.2075', lon: '55.7447', display_name: 'Corniche Road, Al Ain' },
    { ...doha, address: undefined },
  ];
  const reply = await search('text=Corniche&country=QA');
  expect(reply.body.data.places.map(({ address }: { address: string }) => address)).toEqual([doha.display_name]);
});

test('a point that the geocoder does not know has no address', async () => {
  answer = { error: 'Unable to geocode' };
  expect((await reverseGeocode('lat=0&lng=-30')).body.data).toEqual({ place: null });
});

test('the geocoder is called at most once a second, and searches that would wait too long have no result', async () => {
  answer = [marina];
  const replies = await Promise.all([1, 2, 3, 4, 5].map((number) => search(`text=Street+${number}`)));
  expect(requests.length).toBeGreaterThan(1);
  expect(requests.length).toBeLessThan(5);
  const gaps = requests.slice(1).map(({ at: time }, index) => time - (requests[index]?.at ?? 0));
  // A busy machine delivers one request late and the next in time.
  expect(Math.min(...gaps)).toBeGreaterThan(500);
  const answered = replies.filter((reply) => reply.body.data.places !== null);
  expect(answered).toHaveLength(requests.length);
});

test.each([
  ['fails', 503, []],
  ['answers something else', 200, { places: 'none' }],
])('after a geocoder that %s the search has no addresses and calls it again later', async (_, code, wrong) => {
  status = code;
  answer = wrong;
  expect((await search(`text=Broken+${code}`)).body.data).toEqual({ places: null });
  await app.kit.pool.query('SET ROLE rasid_all; UPDATE geocoder_turn SET next_at = now(); RESET ROLE');
  status = 200;
  answer = [marina];
  expect((await search(`text=Broken+${code}`)).body.data.places).toHaveLength(1);
});

test('without a geocoder the search has no addresses', async () => {
  const url = app.kit.settings.geocoderUrl;
  app.kit.settings.geocoderUrl = undefined;
  expect((await search('text=Al+Marsa')).body.data).toEqual({ places: null });
  app.kit.settings.geocoderUrl = url;
  expect(requests).toEqual([]);
});

test('a person who may edit no places cannot search addresses', async () => {
  const viewer = await app.signIn('viewer@rasid.test');
  expect((await search('text=Al+Marsa', viewer)).status).toBe(403);
});
