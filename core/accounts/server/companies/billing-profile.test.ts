import { beforeEach, describe, expect, test } from 'vitest';
import { admin, app, customer, ids, integrator, withCompanies } from '#main/testing/test-companies.ts';
import { personOn, type TestPerson } from '#main/testing.ts';
import { inTenant } from '#platform/server/postgres/database.ts';
import { billingPartyOf } from './billing-profile.ts';

withCompanies();
beforeEach(async () => {
  await app.kit.pool.query('DELETE FROM billing_profile');
  await app.kit.pool.query('DELETE FROM bills_address_change');
});

const path = (company: number) => `/company/${company}/billing-profile`;
const profile = {
  legalNameEn: 'Reem Residences LLC',
  legalNameAr: 'ريم ريزيدنسز ذ.م.م',
  trn: '100000000000003',
  addressEn: 'Al Marsa Street 12\nDubai',
  addressAr: 'شارع المرسى 12، دبي',
  billsEmail: 'bills@reem.test',
};
const put = (person: TestPerson, company: number, body: object, headers = {}) =>
  person.call('PUT', path(company), { body, headers });

describe('the billing details of a company', () => {
  test('are entered by its administrator and read by its people, with digits of any script', async () => {
    const viewer = await app.signIn('viewer@rasid.test');
    expect((await viewer.call('GET', path(ids.reem))).body.data).toBeNull();
    const reply = await put(customer, ids.reem, { ...profile, trn: '١٠٠٠٠٠٠٠٠ ٠٠٠٠٠٣' });
    const shown = { ...profile, billsEmail: null, pendingBillsEmail: profile.billsEmail };
    expect([reply.status, reply.body.data]).toEqual([200, shown]);
    expect((await viewer.call('GET', path(ids.reem))).body.data).toEqual(shown);
    expect((await put(viewer, ids.reem, profile)).status).toBe(403);
  });

  test('are replaced as a whole, and the history of the company shows it', async () => {
    await put(customer, ids.reem, profile);
    const names = { legalNameEn: profile.legalNameEn, legalNameAr: 'أبراج الريم' };
    const none = { trn: null, addressEn: null, addressAr: null, billsEmail: null, pendingBillsEmail: null };
    expect((await put(customer, ids.reem, names)).body.data).toEqual({ ...names, ...none });
    const [newest] = (await customer.call('GET', `/company/${ids.reem}/history`)).body.data;
    expect(newest).toMatchObject({ part: true, action: 'update' });
    expect(newest.changes).toContainEqual({ field: 'trn', before: profile.trn, after: null });
  });

  test('are changed by the company itself and by a Super Admin, but by no provider and no other company', async () => {
    for (const headers of [{}, { 'customer-id': String(ids.reem) }]) {
      const reply = await put(integrator, ids.reem, profile, headers);
      expect([reply.status, reply.body.word]).toEqual([403, 'own-company-only']);
    }
    const opened = await integrator.call('POST', '/user/login-as-company-owner', { body: { companyId: ids.reem } });
    const asOwner = personOn(app.http, opened.body.data.token);
    expect((await put(asOwner, ids.reem, profile)).body.word).toBe('not-as-owner');
    expect((await put(admin, ids.reem, { ...profile, billsEmail: null })).body.data.billsEmail).toBeNull();
    const other = await app.signIn('other@rasid.test');
    expect((await other.call('GET', path(ids.reem))).status).toBe(404);
    expect((await put(other, ids.reem, profile)).status).toBe(404);
  });

  test('a new address for bills takes effect once its link was followed, and the old one and the administrators are notified', async () => {
    await put(customer, ids.reem, { ...profile, billsEmail: null });
    await app.kit.pool.query("UPDATE billing_profile SET bills_email = 'old@reem.test' WHERE company_id = $1", [
      ids.reem,
    ]);
    await app.kit.pool.query('DELETE FROM mail_outbox');
    const asked = await put(customer, ids.reem, profile);
    expect(asked.body.data).toMatchObject({ billsEmail: 'old@reem.test', pendingBillsEmail: profile.billsEmail });
    const { rows } = await app.kit.pool.query('SELECT recipient, text FROM mail_outbox');
    const recipients = rows.map(({ recipient }) => recipient);
    expect(recipients).toEqual(expect.arrayContaining([profile.billsEmail, 'old@reem.test', 'customer@rasid.test']));
    const { text } = rows.find(({ recipient }) => recipient === profile.billsEmail);
    const token = /#token=([\w-]+)/.exec(text)?.[1];
    expect((await app.anonymous.call('POST', `/auth/verify-account/${token}`)).body.data).toEqual({
      email: profile.billsEmail,
    });
    expect((await customer.call('GET', path(ids.reem))).body.data).toMatchObject({
      billsEmail: profile.billsEmail,
      pendingBillsEmail: null,
    });
    expect((await app.anonymous.call('POST', `/auth/verify-account/${token}`)).status).toBe(410);
  });

  test.each(['10000000000003', '1000000000000034', 'A00000000000003'])('refuse the VAT number %s', async (trn) => {
    const reply = await put(customer, ids.reem, { ...profile, trn });
    expect([reply.status, reply.body.errors]).toEqual([418, [{ param: 'trn', msg: 'invalidTrn' }]]);
  });

  test('of a Saudi company have a VAT number that begins and ends with 3', async () => {
    const wadi = await app.signIn('wadi@rasid.test');
    const reply = await put(wadi, ids.wadi, profile);
    expect([reply.status, reply.body.errors]).toEqual([418, [{ param: 'trn', msg: 'invalidTrn' }]]);
    expect((await put(wadi, ids.wadi, { ...profile, trn: '300000000000003' })).status).toBe(200);
  });

  test('are read by other slices together with the country, and its own name replaces a missing one', async () => {
    const read = (company: number) =>
      inTenant(app.kit.db, { companies: [ids.reem], userId: null, actingFor: null }, (tx) =>
        billingPartyOf(tx, company),
      );
    expect(await read(ids.reem)).toMatchObject({ legalNameEn: 'Reem Residences', trn: null, country: 'AE' });
    await put(customer, ids.reem, profile);
    // The address for bills is not confirmed yet, so that of the company counts.
    expect(await read(ids.reem)).toEqual({ ...profile, billsEmail: 'facilities@reem.test', country: 'AE' });
    await expect(read(ids.wadi)).rejects.toThrow();
  });
});

describe('a provider', () => {
  const person = { email: 'new@client.test', firstName: 'N', lastName: 'N', role: 'Viewer' };

  test.each([
    ['PATCH', '', { timeZone: 'Asia/Dubai' }],
    ['POST', '/user', person],
    ['POST', '/user/import', { dryRun: true, lines: [person] }],
    ['PATCH', '/com-package', { packageId: 1, companyId: 1, units: 1 }],
  ] as const)('selects its client before it calls %s /company/{id}%s', async (method, rest, body) => {
    const reply = await integrator.call(method, `/company/${ids.reem}${rest}`, { body });
    expect([reply.status, reply.body.word]).toEqual([409, 'select-a-customer']);
  });

  test.each([{ name: 'Renamed' }, { email: 'office@integrator.test' }])(
    'cannot change %j of its client',
    async (body) => {
      const headers = { 'customer-id': String(ids.reem) };
      const reply = await integrator.call('PATCH', `/company/${ids.reem}`, { body, headers });
      expect([reply.status, reply.body.word]).toEqual([403, 'own-company-only']);
    },
  );
});
