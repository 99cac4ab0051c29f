import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let admin: TestPerson;
let finance: TestPerson;
let buyer: TestPerson;
let company: number;
beforeAll(async () => {
  app = await rasid();
  [admin, finance, buyer] = await Promise.all([
    app.signIn('super@rasid.test'),
    app.signIn('finance@rasid.test'),
    app.signIn('other@rasid.test'),
  ]);
  company = (await buyer.call('GET', '/session')).body.data.company.id;
});
afterAll(() => app.close());

const add = (body: object, person = admin) => person.call('POST', '/discount', { body });
const faultsOf = ({ body }: { body: { errors?: { param: string; msg: string }[] } }) =>
  body.errors?.map(({ param, msg }) => [param, msg]);

describe('vouchers', () => {
  test('are created by the Super Admin, read by the Financial Admin, and hidden from everybody else', async () => {
    const added = await add({ code: 'spring-26', kind: 'percentage', percent: 10, usageLimit: 2 });
    expect([added.status, added.body.data]).toMatchObject([201, { code: 'SPRING-26', state: 'running', used: 0 }]);
    const listed = await finance.call('GET', '/discount?search=spring');
    expect(listed.body.data).toMatchObject([{ code: 'SPRING-26', percent: 10 }]);
    expect((await add({ code: 'OTHER-26', kind: 'percentage', percent: 10 }, finance)).status).toBe(403);
    expect((await buyer.call('GET', '/discount')).status).toBe(403);
  });

  test('state what their kind and scope need, and have unique codes', async () => {
    await add({ code: 'TWICE', kind: 'fixed', amount: 5 });
    expect(faultsOf(await add({ code: 'twice', kind: 'fixed', amount: 5 }))).toEqual([['code', 'taken']]);
    expect(faultsOf(await add({ code: 'X', kind: 'fixed', amount: 5 }))).toEqual([['code', 'invalidVoucherCode']]);
    expect(faultsOf(await add({ code: 'NOTHING', kind: 'fixed' }))).toEqual([['amount', 'Required']]);
    expect(faultsOf(await add({ code: 'APPS', kind: 'fixed', amount: 5, scope: 'app' }))).toEqual([
      ['targets', 'Required'],
    ]);
  });

  test('are not limited to fewer uses than they have had, nor ended before they begin', async () => {
    const from = '2099-02-01T00:00:00.000Z';
    const { id } = (await add({ code: 'LIMITED', kind: 'fixed', amount: 5, validFrom: from })).body.data;
    await app.kit.pool.query('UPDATE discount SET used = 3 WHERE id = $1', [id]);
    const change = (body: object) => admin.call('PATCH', `/discount/${id}`, { body });
    expect(faultsOf(await change({ usageLimit: 2 }))).toEqual([['usageLimit', 'outOfRange']]);
    expect((await change({ usageLimit: 3 })).body.data.usageLimit).toBe(3);
    expect(faultsOf(await change({ validTo: from }))).toEqual([['validTo', 'toAfterFrom']]);
    expect((await change({ validTo: '2099-02-02T00:00:00.000Z' })).status).toBe(200);
  });

  test('show a buyer what they are worth, how much is missing, or why they cannot be used', async () => {
    await add({ code: 'MINIMUM', kind: 'percentage', percent: 5, minimum: 500 });
    const asked = (query: string) => buyer.call('GET', `/discount/voucher/${query}`);
    expect((await asked('minimum?amount=500')).body.data).toMatchObject({ code: 'MINIMUM', percent: 5, minimum: 500 });
    const missing = await asked('MINIMUM?amount=452.50');
    expect(missing.body).toMatchObject({ word: 'voucher-minimum', code: '20040007', detail: { missing: 47.5 } });
    const { id } = (await admin.call('GET', '/discount?search=MINIMUM')).body.data[0];
    const off = await admin.call('PATCH', `/discount/${id}`, { body: { active: false } });
    expect(off.body.data.state).toBe('off');
    expect((await asked('MINIMUM')).body).toMatchObject({ word: 'voucher-off', code: '20040004' });
    expect((await asked('NO-SUCH')).body).toMatchObject({ word: 'voucher-unknown', code: '20040001' });
  });
});

test('a rate is of a company or of a kind of company, and a company reads its own', async () => {
  const rate = (body: object) => admin.call('POST', '/discount/rate', { body });
  expect((await rate({ companyId: company, percent: 7.5 })).status).toBe(201);
  expect((await rate({ companyType: 'AMC', percent: 3 })).status).toBe(201);
  for (const body of [{}, { companyId: company, companyType: 'AMC' }])
    expect(faultsOf(await rate({ ...body, percent: 3 }))).toEqual([['companyId', 'Required']]);
  expect((await buyer.call('GET', '/discount/rate')).body.data).toMatchObject([{ percent: 7.5, companyType: null }]);
  expect((await admin.call('GET', '/discount/rate')).body.data).toHaveLength(2);
});
