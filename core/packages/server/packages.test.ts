import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countStatements, type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import type { ExternalOrder, PackageModel } from '../common/package.ts';
import { packagesServer } from './index.ts';

let app: Rasid;
let admin: TestPerson;
let buyer: TestPerson;
let wadi: TestPerson;
let model: PackageModel;
let merchantId: number;

beforeAll(async () => {
  app = await rasid();
  [admin, buyer, wadi] = [
    await app.signIn('super@rasid.test'),
    await app.signIn('other@rasid.test'),
    await app.signIn('wadi@rasid.test'),
  ];
  const models: PackageModel[] = (await app.anonymous.call('GET', '/package/model?app=sample&kind=tokenPackage')).body
    .data;
  model = models[0] as PackageModel;
  merchantId = (await addMerchant('Desert Markets')).body.data.id;
});
afterAll(() => app.close());

const addMerchant = (name: string, more: object = {}) =>
  admin.call('POST', '/package/merchants', {
    body: { name, email: 'sales@desert.test', phone: '+971501234567', countryId: 233, commission: 12.5, ...more },
  });
const make = (count: number, more: object = {}) =>
  admin.call('POST', '/package', {
    body: { batch: randomUUID(), modelId: model.id, merchantId, price: 20, count, ...more },
  });
const codesOf = async (count: number, more: object = {}): Promise<string[]> =>
  (await make(count, more)).body.data.codes;
const companyOf = async (person: TestPerson): Promise<number> =>
  (await person.call('GET', '/session')).body.data.company.id;
const keyed = () => ({ headers: { 'idempotency-key': randomUUID() } });
const found = async (code: string, person = buyer) => (await person.call('GET', `/package/${code}`)).body.data;
async function redeem(
  code: string,
  person = buyer,
  more: { dryRun?: boolean; app?: string; deviceIds?: number[] } = {},
) {
  const looked = await found(code, person);
  const [a, b] = [looked?.package.id ?? 1, looked?.externalId ?? 1];
  const path = `/company/${await companyOf(person)}/package/${a}/${b}${more.dryRun ? '?dryRun=true' : ''}`;
  const body = { code, app: more.app ?? 'sample', ...(more.deviceIds ? { deviceIds: more.deviceIds } : {}) };
  return person.call('POST', path, { ...keyed(), body });
}
const forgetTries = () => app.kit.pool.query('DELETE FROM wrong_guess');

test('codes are returned once, and only their hashes are stored', async () => {
  const batch = randomUUID();
  const made = await make(3, { batch });
  expect(made.status).toBe(201);
  const { codes } = made.body.data;
  expect(codes).toHaveLength(3);
  expect(new Set(codes).size).toBe(3);
  expect((await make(3, { batch })).body).toMatchObject({ word: 'batch-exists' });
  const { rows } = await app.kit.pool.query('SELECT to_jsonb(x) AS row FROM package_external x WHERE batch = $1', [
    batch,
  ]);
  expect(rows).toHaveLength(3);
  for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code.replaceAll('-', ''));
});

test('a code becomes subscriptions of the company that redeems it, and works once', async () => {
  const [code] = await codesOf(1);
  const trial = await redeem(code as string, buyer, { dryRun: true });
  expect([trial.status, trial.body.data.tokens]).toEqual([200, []]);
  const { body, status } = await redeem(code as string);
  expect(status).toBe(200);
  expect(body.data.tokens).toHaveLength(1);
  const { rows } = await app.kit.pool.query('SELECT company_id, app, months, source FROM device_token WHERE id = $1', [
    body.data.tokens[0],
  ]);
  expect(rows).toEqual([{ company_id: await companyOf(buyer), app: 'sample', months: model.months, source: 'code' }]);
  await forgetTries();
  const again = await wadi.call('GET', `/package/${code}`);
  expect([again.status, again.body.word, again.body.detail ?? {}]).toEqual([409, 'code-used', {}]);
});

/** A new code with the address at which it is redeemed, read without a look-up: people have only ten per minute. */
async function codeWithAddress(more: object = {}): Promise<{ code: string; a: number; b: number }> {
  const [code] = (await codesOf(1, more)) as [string];
  const { rows } = await app.kit.pool.query(
    'SELECT package_id AS a, id AS b FROM package_external ORDER BY id DESC LIMIT 1',
  );
  return { code, ...rows[0] };
}
const redeemAt = async (
  { code, a, b }: { code: string; a: number; b: number },
  {
    person = buyer,
    query = '',
    ...body
  }: { person?: TestPerson; query?: string; app?: string; deviceIds?: number[] } = {},
) =>
  person.call('POST', `/company/${await companyOf(person)}/package/${a}/${b}${query}`, {
    ...keyed(),
    body: { code, app: 'sample', ...body },
  });

test('a code can only be redeemed at the address of its own package and order', async () => {
  const [own, foreign] = [await codeWithAddress(), await codeWithAddress({ price: 21 })];
  expect(foreign.a).not.toBe(own.a);
  for (const wrong of [{ a: foreign.a }, { b: foreign.b }, { a: foreign.a, b: foreign.b }]) {
    const { status, body } = await redeemAt({ ...own, ...wrong });
    expect([status, body.word, body.code]).toEqual([404, 'code-unknown', '20050001']);
  }
  expect((await redeemAt(own)).status).toBe(200);
});

test('a code assigns its subscriptions to the devices that the company names, no more than it has, and messages to none', async () => {
  const add = async () =>
    (
      await buyer.call('POST', '/sample/device', {
        body: { serial: `70B3D5AD${randomBytes(2).toString('hex').toUpperCase()}`, hardwareId: 90101 },
      })
    ).body.data.id;
  const [first, second] = [await add(), await add()];
  const subscription = await codeWithAddress();
  const tooMany = await redeemAt(subscription, { deviceIds: [first, second] });
  expect([tooMany.status, tooMany.body.errors]).toEqual([418, [{ param: 'deviceIds', msg: 'tooManyLines' }]]);
  expect((await redeemAt(subscription, { deviceIds: [first] })).status).toBe(200);
  expect((await buyer.call('GET', `/sample/device/${first}`)).body.data.token).toBe('not-activated');
  const [messages] = (await app.anonymous.call('GET', '/package/model?kind=sms-package')).body.data;
  const units = await codeWithAddress({ modelId: messages.id });
  const misfit = await redeemAt(units, { app: 'core', deviceIds: [second] });
  expect([misfit.status, misfit.body.errors]).toEqual([418, [{ param: 'deviceIds', msg: 'invalid' }]]);
});

test('redeeming a subscription lets the company hold its app', async () => {
  const newcomer = await app.signIn('newcomer@rasid.test');
  const heldApps = async () => (await newcomer.call('GET', '/session')).body.data.session.apps;
  expect(await heldApps()).not.toContain('sample');
  const code = await codeWithAddress();
  expect((await redeemAt(code, { person: newcomer, query: '?dryRun=true' })).status).toBe(200);
  expect(await heldApps()).not.toContain('sample');
  expect((await redeemAt(code, { person: newcomer })).status).toBe(200);
  expect(await heldApps()).toContain('sample');
});

test('a code that two companies redeem at once goes to one of them', async () => {
  const [code] = (await codesOf(1)) as [string];
  const looked = await found(code);
  const path = async (person: TestPerson) =>
    `/company/${await companyOf(person)}/package/${looked.package.id}/${looked.externalId}`;
  const [mine, theirs] = [await path(buyer), await path(wadi)];
  const replies = await Promise.all(
    [
      [buyer, mine],
      [wadi, theirs],
    ].map(([person, at]) =>
      (person as TestPerson).call('POST', at as string, { ...keyed(), body: { code, app: 'sample' } }),
    ),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { rows } = await app.kit.pool.query(
    'SELECT count(*)::integer AS n FROM package_external_step WHERE subject_id = $1',
    [looked.externalId],
  );
  expect(rows[0].n).toBe(1);
});

test('the eleventh guess of a minute, and the fifty-first of a day, are refused with 429', async () => {
  await forgetTries();
  const guesser = await app.signIn('newcomer@rasid.test');
  const guess = async (person: TestPerson) => {
    const { status, body } = await person.call('GET', '/package/0000-0000-0000-0000');
    return [status, body.word];
  };
  for (let n = 0; n < 10; n++) expect(await guess(guesser)).toEqual([404, 'code-unknown']);
  expect(await guess(await app.signIn('newcomer@rasid.test'))).toEqual([429, 'too-many-requests']);
  const personId = (await wadi.call('GET', '/session')).body.data.user.id;
  await app.kit.pool.query(
    'INSERT INTO wrong_guess (guesser, guesses) SELECT $1, array_agg(n::text) FROM generate_series(1, 50) n',
    [`package code, person ${personId}`],
  );
  expect(await guess(wadi)).toEqual([429, 'too-many-codes']);
  await forgetTries();
});

test('people who cannot redeem a code cannot look codes up, and do not use up the limit of people who can', async () => {
  const viewer = await app.signIn('viewer@rasid.test');
  expect((await viewer.call('GET', '/package/0000-0000-0000-0000')).status).toBe(403);
});

test.each([
  ['another app', {}, 'rooms', [422, 'wrong-app']],
  ['a day that is over', { validTo: new Date(Date.now() + 86_400_000).toISOString() }, 'sample', [409, 'code-expired']],
] as const)('a code for %s is refused with its reason', async (_name, more, asked, answer) => {
  await forgetTries();
  const [code] = (await codesOf(1, more)) as [string];
  if ('validTo' in more)
    await app.kit.pool.query(
      "UPDATE package_external SET valid_to = now() - interval '1 day' WHERE valid_to IS NOT NULL",
    );
  const reply = await buyer.call('GET', `/package/${code}?app=${asked}`);
  expect([reply.status, reply.body.word]).toEqual(answer);
});

test('codes of a voided batch cannot be redeemed, and already redeemed ones stay redeemed', async () => {
  await forgetTries();
  const batch = randomUUID();
  const [first, second] = (await codesOf(2, { batch })) as [string, string];
  expect((await redeem(first, wadi)).status).toBe(200);
  const done = await admin.call('POST', '/package/external/void', {
    ...keyed(),
    body: { batch, reason: 'The file was lost' },
  });
  expect(done.body.data).toEqual({ count: 1 });
  const reply = await wadi.call('GET', `/package/${second}`);
  expect([reply.status, reply.body.word]).toEqual([409, 'code-void']);
  const rows: ExternalOrder[] = (await admin.call('GET', `/package/external?batch=${batch}&sort[id]=asc`)).body.data;
  expect(rows.map(({ state }) => state)).toEqual(['redeemed', 'void']);
  expect(rows[1]?.reason).toBe('The file was lost');
});

test('the list of a merchant marks codes as sold once, and wrong lines are reported', async () => {
  const other = (await addMerchant('Another shop')).body.data.id;
  const [code, second] = (await codesOf(2)) as [string, string];
  const [foreign] = (await codesOf(1, { merchantId: other })) as [string];
  const soldAt = new Date().toISOString();
  const lines = [code, 'no code', foreign, second].map((one) => ({ code: one, soldAt, receipt: 'R-1' }));
  const send = async () =>
    (await admin.call('POST', '/package/external/sold', { ...keyed(), body: { merchantId, lines } })).body.data;
  expect(await send()).toEqual({
    sold: 2,
    faults: [
      { line: 1, word: 'invalidCode' },
      { line: 2, word: 'code-unknown' },
    ],
  });
  expect((await send()).sold).toBe(0);
  const month = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Dubai' }).format(new Date(soldAt)).slice(0, 7);
  const report = (await admin.call('GET', `/package/commission?month=${month}`)).body.data;
  expect(report.find(({ merchant }: { merchant: { id: number } }) => merchant.id === merchantId)).toMatchObject({
    sold: 2,
    amount: 40,
    commission: 5,
    due: 35,
  });
});

test('a company reads only the codes that it has redeemed', async () => {
  const mine: ExternalOrder[] = (await wadi.call('GET', '/package/external')).body.data;
  expect(mine.length).toBeGreaterThan(0);
  expect(mine.every(({ state, redeemedBy }) => state === 'redeemed' && redeemedBy !== null)).toBe(true);
  const all = (await admin.call('GET', '/package/external')).body.totalRecords;
  expect(all).toBeGreaterThan(mine.length);
  expect((await buyer.call('POST', '/package', { body: {} })).status).toBe(403);
});

test('a batch of 10,000 codes takes the same statements as one of ten', async () => {
  const few = await countStatements(app, () => make(10));
  expect(await countStatements(app, () => make(10_000))).toBe(few);
});

test('the demo has two merchants and twenty codes in all states but an expired one, each with the days of its steps', async () => {
  const before = app.kit.settings.demoHistoryDays;
  Object.assign(app.kit.settings, { demoHistoryDays: 30 });
  const last = (await app.kit.pool.query('SELECT max(id) AS id FROM package_external')).rows[0].id;
  await packagesServer.demo?.(app.kit);
  Object.assign(app.kit.settings, { demoHistoryDays: before });
  const { rows } = await app.kit.pool.query(
    `SELECT state, merchant_id, sold_at, redeemed_at, created_at < now() - interval '30 days' AS old,
            coalesce(redeemed_at > sold_at AND redeemed_at < now() - interval '10 days', true) AS ordered
       FROM package_external WHERE id > $1`,
    [last],
  );
  const count = (state: string) => rows.filter((row) => row.state === state).length;
  expect([rows.length, new Set(rows.map((row) => row.merchant_id)).size]).toEqual([20, 2]);
  expect(['issued', 'sold', 'redeemed', 'void'].map(count)).toEqual([11, 6, 2, 1]);
  expect(rows.filter(({ old, ordered }) => !old || !ordered)).toEqual([]);
});
