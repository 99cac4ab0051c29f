import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { demoCompanies, grantApp } from '#core/accounts/server/api.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { inSystem } from '#platform/server/postgres/database.ts';

let app: Rasid;
let customer: TestPerson;
let other: TestPerson;
let location: number;
let bays: { id: number; number: string }[];

const call = (method: Parameters<TestPerson['call']>[0], path: string, body?: object) =>
  customer.call(method, `/sparking/api${path}`, body ? { body } : {});

beforeAll(async () => {
  app = await rasid();
  [customer, other] = [await app.signIn('customer@rasid.test'), await app.signIn('other@rasid.test')];
  const { reem, qasr } = await inSystem(app.kit.db, demoCompanies);
  await inSystem(app.kit.db, (tx) => grantApp(tx, 'sparking', [reem, qasr]));
});
afterAll(() => app.close());
beforeEach(async () => {
  location = (await call('POST', '/location', { name: `Car park ${randomUUID().slice(0, 8)}`, countryId: 233 })).body
    .data.id;
  const series = (use: string, prefix: string) => ({ prefix, from: 1, to: 2, digits: 2, use });
  await call('POST', '/group', { locationId: location, name: 'North', slots: series('people-of-determination', 'P-') });
  await call('POST', '/group', { locationId: location, name: 'South', slots: series('standard', 'S-') });
  bays = (await call('GET', `/slot?locationId=${location}`)).body.data;
});

const bay = (number: string) => bays.find((one) => one.number === number)?.id ?? 0;
const say = (number: string, state: string) => call('POST', `/slot/${bay(number)}/state`, { state, reason: 'Seen' });
const toCheck = async () =>
  (await call('GET', `/location/${location}/to-check`)).body.data as { number: string; since: string }[];
const numbers = async () => (await toCheck()).map(({ number }) => number);
const answer = (more: object = {}) => ({
  ...{
    clientId: randomUUID(),
    at: new Date().toISOString(),
    stayFrom: new Date().toISOString(),
    result: 'permit-seen',
  },
  ...more,
});
const check = (number: string, body: object) => call('POST', `/slot/${bay(number)}/check`, body);

test('an occupied bay for People of Determination is to be checked until somebody answers, and again for the next vehicle', async () => {
  await say('P-01', 'occupied');
  await say('P-02', 'free');
  await say('S-01', 'occupied');
  expect(await toCheck()).toMatchObject([{ number: 'P-01', group: { name: 'North' }, floor: null }]);
  const answered = await check('P-01', answer({ note: 'Blue card' }));
  expect([answered.status, answered.body.data]).toMatchObject([
    201,
    { result: 'permit-seen', note: 'Blue card', photos: [] },
  ]);
  expect(await numbers()).toEqual([]);
  expect((await call('GET', `/slot/${bay('P-01')}/check`)).body.data).toMatchObject([
    { result: 'permit-seen', person: { name: expect.any(String) } },
  ]);
  await say('P-01', 'free');
  await say('P-01', 'occupied');
  expect(await numbers()).toEqual(['P-01']);
});

test('an answer that was given without a network arrives later with its own time, once', async () => {
  await say('P-01', 'occupied');
  const [open] = await toCheck();
  const at = new Date(Date.now() - 40 * 60_000).toISOString();
  // The clock of the phone is late: the stay that the answer names decides.
  const body = answer({ at, stayFrom: open?.since, result: 'no-permit' });
  for (const status of [201, 201]) expect((await check('P-01', body)).status).toBe(status);
  const checks = (await call('GET', `/slot/${bay('P-01')}/check`)).body.data;
  expect(checks).toMatchObject([{ at, result: 'no-permit' }]);
  expect(Date.now() - Date.parse(checks[0].receivedAt)).toBeLessThan(60_000);
  expect(await numbers()).toEqual([]);
});

test('an answer about the previous vehicle does not count for the present one', async () => {
  await say('P-01', 'occupied');
  const earlier = new Date(Date.now() - 60 * 60_000).toISOString();
  await check('P-01', answer({ at: earlier, stayFrom: earlier }));
  expect(await numbers()).toEqual(['P-01']);
});

test('a bay that is out of service is not to be checked', async () => {
  await say('P-01', 'occupied');
  await call('PATCH', `/slot/${bay('P-01')}`, {
    outOfService: { reason: 'x', from: '2026-01-01T00:00:00Z', until: null },
  });
  expect(await numbers()).toEqual([]);
});

test('an answer keeps up to two photos, for 30 days', async () => {
  await say('P-01', 'occupied');
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  const sent = async (count: number) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(answer())) form.append(name, value);
    for (let n = 0; n < count; n++) form.append('photos', new Blob([Uint8Array.from(photo)]), 'car.jpg');
    return customer.call('POST', `/sparking/api/slot/${bay('P-01')}/check`, { body: form });
  };
  expect((await sent(3)).status).toBeGreaterThanOrEqual(400);
  const { photos } = (await sent(2)).body.data;
  expect(photos).toHaveLength(2);
  const file = `/sparking/api/slot/${bay('P-01')}/check/${photos[0]}/file`;
  expect((await customer.call('GET', file)).status).toBe(200);
  expect((await other.call('GET', file)).status).toBe(404);
  expect((await customer.call('GET', `/sparking/api/slot/${bay('P-02')}/check/${photos[0]}/file`)).status).toBe(404);
});

test('another company neither reads nor answers, and the id of an answer counts for one bay', async () => {
  await say('P-01', 'occupied');
  expect((await other.call('GET', `/sparking/api/location/${location}/to-check`)).status).toBe(404);
  expect((await other.call('POST', `/sparking/api/slot/${bay('P-01')}/check`, { body: answer() })).status).toBe(404);
  const body = answer();
  await check('P-01', body);
  expect((await check('P-02', body)).body.word).toBe('check-of-other-bay');
});
