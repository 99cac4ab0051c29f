import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, type Rasid, rasid } from '#main/testing.ts';

let app: Rasid;
let customer: Person;
let company: number;

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  company = (await customer.call('GET', '/session')).body.data.company.id;
});
afterAll(() => app.close());

const bring = (lines: object[], dryRun = false) =>
  customer.call('POST', `/company/${company}/structure/import`, { body: { dryRun, lines } });
const outcomes = async (lines: object[]) =>
  (await bring(lines)).body.data.map((one: { outcome: string }) => one.outcome);
const named = async (name: string) =>
  (await customer.call('GET', `/company/${company}/structure?search=${encodeURIComponent(name)}`)).body.data[0];

test('structures are brought with their places named in either language, and once', async () => {
  const lines = [
    { name: 'Palm Court', kind: 'tower', country: 'AE', city: 'Dubai', latitude: '25.1', longitude: '٥٥٫٢' },
    { name: 'برج النخيل', country: 'الإمارات العربية المتحدة', city: 'أبو ظبي', address: 'شارع ١' },
  ];
  expect(await outcomes(lines)).toEqual(['created', 'created']);
  expect(await outcomes(lines)).toEqual(['unchanged', 'unchanged']);
  expect(await named('Palm Court')).toMatchObject({
    kind: 'tower',
    country: { id: 233 },
    location: { lat: 25.1, lng: 55.2 },
  });
  expect(await named('برج النخيل')).toMatchObject({ kind: 'building', country: { id: 233 }, address: 'شارع ١' });
});

test('a structure stands within one of the same table, in whatever order they come', async () => {
  expect(
    await outcomes([
      { name: 'Block A', country: 'AE', parent: 'Campus' },
      { name: 'Campus', country: 'AE' },
    ]),
  ).toEqual(['created', 'created']);
  expect((await named('Block A')).parent).toMatchObject({ name: 'Campus' });
});

test('a circle of structures is refused as a whole', async () => {
  const reply = await bring([
    { name: 'Egg', country: 'AE', parent: 'Hen' },
    { name: 'Hen', country: 'AE', parent: 'Egg' },
  ]);
  expect([reply.status, reply.body.word]).toEqual([409, 'structure-within-itself']);
  expect(await named('Egg')).toBeUndefined();
});

test('names that are unknown or stand for several are refused', async () => {
  await customer.call('POST', `/company/${company}/structure`, { body: { name: 'Twin', countryId: 233 } });
  await customer.call('POST', `/company/${company}/structure`, { body: { name: 'Twin', countryId: 233 } });
  const { body } = await bring([
    { name: 'Twin', country: 'AE' },
    { name: 'Far', country: 'Atlantis' },
    { name: 'Near', country: 'AE', city: 'Atlantis', area: 'None', parent: 'Twin' },
    { name: 'Half', country: 'AE', latitude: '95' },
  ]);
  expect(body.data.map((one: { errors: object[] }) => one.errors)).toEqual([
    [{ param: 'name', msg: 'ambiguous' }],
    [{ param: 'country', msg: 'unknownName' }],
    [
      { param: 'city', msg: 'unknownName' },
      { param: 'area', msg: 'unknownName' },
      { param: 'parent', msg: 'ambiguous' },
    ],
    [
      { param: 'latitude', msg: 'outOfRange' },
      { param: 'longitude', msg: 'Required' },
    ],
  ]);
});

test('a dry run takes a whole file: parents of other parts are found, a name that comes again is told', async () => {
  const many = Array.from({ length: 600 }, (_, at) => ({ name: `Plot ${at}`, country: 'AE', parent: 'Estate' }));
  const lines = [...many, { name: 'Estate', country: 'AE' }, { name: 'plot  3', country: 'AE' }];
  const { body, status } = await bring(lines, true);
  expect(status).toBe(200);
  expect(body.data.slice(0, 601).every((one: { outcome: string }) => one.outcome === 'created')).toBe(true);
  expect(body.data[601]).toEqual({ outcome: 'refused', errors: [{ param: 'name', msg: 'twiceInFile' }] });
  expect(await named('Estate')).toBeUndefined();
  expect((await bring(lines)).status).toBe(418);
});

test('what stands within a refused line is refused with it', async () => {
  const { body } = await bring([
    { name: 'Flat', country: 'AE', parent: 'Wing' },
    { name: 'Wing', country: 'AE', parent: 'Hall' },
    { name: 'Hall', country: 'Atlantis' },
  ]);
  expect(body.data.map((one: { errors: object[] }) => one.errors)).toEqual([
    [{ param: 'parent', msg: 'unknownName' }],
    [{ param: 'parent', msg: 'unknownName' }],
    [{ param: 'country', msg: 'unknownName' }],
  ]);
  expect(await named('Flat')).toBeUndefined();
});

test('structures are known and named in whatever spelling, and keep their own', async () => {
  expect(await outcomes([{ name: 'أبراج الشاطئ ٢', country: 'AE' }])).toEqual(['created']);
  expect(
    await outcomes([
      { name: 'ابراج الشاطى 2', country: 'AE' },
      { name: 'الجناح', country: 'AE', parent: 'ابراج الشاطى 2' },
    ]),
  ).toEqual(['unchanged', 'created']);
  expect((await named('الجناح')).parent).toMatchObject({ name: 'أبراج الشاطئ ٢' });
});
