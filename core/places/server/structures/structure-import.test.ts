import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let customer: TestPerson;
let company: number;

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  company = (await customer.call('GET', '/session')).body.data.company.id;
});
afterAll(() => app.close());

const importLines = (lines: object[], dryRun = false) =>
  customer.call('POST', `/company/${company}/structure/import`, { body: { dryRun, lines } });
const outcomes = async (lines: object[]) =>
  (await importLines(lines)).body.data.map((line: { outcome: string }) => line.outcome);
const structureNamed = async (name: string) =>
  (await customer.call('GET', `/company/${company}/structure?search=${encodeURIComponent(name)}`)).body.data[0];

test('imported structures are created once, with countries and cities named in either language', async () => {
  const lines = [
    { name: 'Palm Court', kind: 'tower', country: 'AE', city: 'Dubai', latitude: '25.1', longitude: '٥٥٫٢' },
    { name: 'برج النخيل', country: 'الإمارات العربية المتحدة', city: 'أبو ظبي', address: 'شارع ١' },
  ];
  expect(await outcomes(lines)).toEqual(['created', 'created']);
  expect(await outcomes(lines)).toEqual(['unchanged', 'unchanged']);
  expect(await structureNamed('Palm Court')).toMatchObject({
    kind: 'tower',
    country: { id: 233 },
    location: { lat: 25.1, lng: 55.2 },
  });
  expect(await structureNamed('برج النخيل')).toMatchObject({
    kind: 'building',
    country: { id: 233 },
    address: 'شارع ١',
  });
});

test('an imported structure can have a parent of the same table in any order', async () => {
  expect(
    await outcomes([
      { name: 'Block A', country: 'AE', parent: 'Campus' },
      { name: 'Campus', country: 'AE' },
    ]),
  ).toEqual(['created', 'created']);
  expect((await structureNamed('Block A')).parent).toMatchObject({ name: 'Campus' });
});

test('an import with a cycle of parents is refused as a whole', async () => {
  const reply = await importLines([
    { name: 'Egg', country: 'AE', parent: 'Hen' },
    { name: 'Hen', country: 'AE', parent: 'Egg' },
  ]);
  expect([reply.status, reply.body.word]).toEqual([409, 'structure-within-itself']);
  expect(await structureNamed('Egg')).toBeUndefined();
});

test('imported lines with unknown or ambiguous names are refused', async () => {
  await customer.call('POST', `/company/${company}/structure`, { body: { name: 'Twin', countryId: 233 } });
  await customer.call('POST', `/company/${company}/structure`, { body: { name: 'Twin', countryId: 233 } });
  const { body } = await importLines([
    { name: 'Twin', country: 'AE' },
    { name: 'Far', country: 'Atlantis' },
    { name: 'Near', country: 'AE', city: 'Atlantis', area: 'None', parent: 'Twin' },
    { name: 'Half', country: 'AE', latitude: '95' },
  ]);
  expect(body.data.map((line: { errors: object[] }) => line.errors)).toEqual([
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

test('a dry run checks the whole file for parents and repeated names', async () => {
  const many = Array.from({ length: 600 }, (_, at) => ({ name: `Plot ${at}`, country: 'AE', parent: 'Estate' }));
  const lines = [...many, { name: 'Estate', country: 'AE' }, { name: 'plot  3', country: 'AE' }];
  const { body, status } = await importLines(lines, true);
  expect(status).toBe(200);
  expect(body.data.slice(0, 601).every((line: { outcome: string }) => line.outcome === 'created')).toBe(true);
  expect(body.data[601]).toEqual({ outcome: 'refused', errors: [{ param: 'name', msg: 'twiceInFile' }] });
  expect(await structureNamed('Estate')).toBeUndefined();
  expect((await importLines(lines)).status).toBe(418);
});

test('a line whose parent is refused is refused, too', async () => {
  const { body } = await importLines([
    { name: 'Flat', country: 'AE', parent: 'Wing' },
    { name: 'Wing', country: 'AE', parent: 'Hall' },
    { name: 'Hall', country: 'Atlantis' },
  ]);
  expect(body.data.map((line: { errors: object[] }) => line.errors)).toEqual([
    [{ param: 'parent', msg: 'unknownName' }],
    [{ param: 'parent', msg: 'unknownName' }],
    [{ param: 'country', msg: 'unknownName' }],
  ]);
  expect(await structureNamed('Flat')).toBeUndefined();
});

test('imported names match in any spelling, and structures keep their own spelling', async () => {
  expect(await outcomes([{ name: 'أبراج الشاطئ ٢', country: 'AE' }])).toEqual(['created']);
  expect(
    await outcomes([
      { name: 'ابراج الشاطى 2', country: 'AE' },
      { name: 'الجناح', country: 'AE', parent: 'ابراج الشاطى 2' },
    ]),
  ).toEqual(['unchanged', 'created']);
  expect((await structureNamed('الجناح')).parent).toMatchObject({ name: 'أبراج الشاطئ ٢' });
});
