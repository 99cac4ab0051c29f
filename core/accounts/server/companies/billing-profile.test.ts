import { beforeEach, describe, expect, test } from 'vitest';
import { admin, app, customer, ids, integrator, withCompanies } from '#main/test-companies.ts';
import type { Person } from '#main/testing.ts';
import { inTenant } from '#platform/server/database.ts';
import { billingPartyOf } from './billing-profile.ts';

withCompanies();
beforeEach(async () => {
  await app.kit.pool.query('DELETE FROM billing_profile');
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
const put = (person: Person, company: number, body: object, headers = {}) =>
  person.call('PUT', path(company), { body, headers });

describe('the billing details of a company', () => {
  test('are entered by its administrator and read by its people, with digits of any script', async () => {
    const viewer = await app.signIn('viewer@rasid.test');
    expect((await viewer.call('GET', path(ids.reem))).body.data).toBeNull();
    const reply = await put(customer, ids.reem, { ...profile, trn: '١٠٠٠٠٠٠٠٠ ٠٠٠٠٠٣' });
    expect([reply.status, reply.body.data]).toEqual([200, profile]);
    expect((await viewer.call('GET', path(ids.reem))).body.data).toEqual(profile);
    expect((await put(viewer, ids.reem, profile)).status).toBe(403);
  });

  test('are replaced as a whole, and the history of the company tells it', async () => {
    await put(customer, ids.reem, profile);
    const names = { legalNameEn: profile.legalNameEn, legalNameAr: 'أبراج الريم' };
    const none = { trn: null, addressEn: null, addressAr: null, billsEmail: null };
    expect((await put(customer, ids.reem, names)).body.data).toEqual({ ...names, ...none });
    const [newest] = (await customer.call('GET', `/company/${ids.reem}/history`)).body.data;
    expect(newest).toMatchObject({ part: true, action: 'update' });
    expect(newest.changes).toContainEqual({ field: 'trn', before: profile.trn, after: null });
  });

  test('are changed by a provider for its client and by a Super Admin, but by no other company', async () => {
    expect((await put(integrator, ids.reem, profile, { 'customer-id': String(ids.reem) })).status).toBe(200);
    expect((await put(admin, ids.reem, { ...profile, billsEmail: null })).body.data.billsEmail).toBeNull();
    const other = await app.signIn('other@rasid.test');
    expect((await other.call('GET', path(ids.reem))).status).toBe(404);
    expect((await put(other, ids.reem, profile)).status).toBe(404);
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

  test('are read by other slices together with the country, and its own name stands in for a missing one', async () => {
    const read = (company: number) =>
      inTenant(app.kit.db, { companies: [ids.reem], userId: null, actingFor: null }, (tx) =>
        billingPartyOf(tx, company),
      );
    expect(await read(ids.reem)).toMatchObject({ legalNameEn: 'Reem Residences', trn: null, country: 'AE' });
    await put(customer, ids.reem, profile);
    expect(await read(ids.reem)).toEqual({ ...profile, country: 'AE' });
    await expect(read(ids.wadi)).rejects.toThrow();
  });
});
