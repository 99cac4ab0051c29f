import { describe, expect, test } from 'vitest';
import {
  admin,
  app,
  customer,
  draft,
  ids,
  integrator,
  lastMail,
  refused,
  withCompanies,
} from '#main/testing/test-companies.ts';
import type { TestPerson } from '#main/testing.ts';
import { chosenPassword } from '#main/testing.ts';

withCompanies();

describe('creating a company', () => {
  test('invites its administrator, who sets a password and signs in', async () => {
    const reply = await admin.call('POST', '/company', { body: draft('wahat', { type: 'School', locale: 'ar' }) });
    expect(reply.status).toBe(201);
    const mail = await lastMail('noor@wahat.test');
    expect(mail.subject).toMatch(/^دعوة من .+ للانضمام إلى .+ في راصد$/);
    const token = /token=([\w-]+)/.exec(mail.text)?.[1];
    expect(
      (await app.anonymous.call('POST', `/auth/set-password/${token}`, { body: { password: chosenPassword } })).status,
    ).toBe(200);
    const noor = await app.signIn('noor@wahat.test', chosenPassword);
    expect((await noor.call('GET', '/session')).body.data.user).toMatchObject({
      isAdmin: true,
      company: { type: 'School' },
    });
  });

  test('as an integrator makes a customer its client at once', async () => {
    const reply = await integrator.call('POST', '/company/customer', { body: draft('nakheel') });
    expect(reply.body.data).toMatchObject({
      type: 'Customer',
      managed: false,
      relation: { side: 'client', contractStatus: 'Active' },
    });
    const { id } = reply.body.data;
    expect((await integrator.call('GET', '/session', { headers: { 'customer-id': String(id) } })).status).toBe(200);
    expect(
      (await integrator.call('GET', '/company?side=client')).body.data.map((one: { id: number }) => one.id),
    ).toContain(id);
  });

  test('as a customer makes a provider that serves it', async () => {
    const reply = await customer.call('POST', '/company/provider', { body: draft('binaa', { type: 'FMC' }) });
    expect(reply.body.data).toMatchObject({ type: 'FMC', managed: false, apps: [], relation: { side: 'provider' } });
  });

  test.each([
    ['integrator', 'Security Company'],
    ['integrator', 'Integrator'],
    ['customer', 'Customer'],
    ['customer', 'School'],
  ])('by a %s of the kind %s is refused', async (who, type) => {
    const person = await app.signIn(`${who}@rasid.test`);
    expect(refused(await person.call('POST', '/company', { body: draft('none', { type }) }))).toEqual([
      403,
      'kind-not-allowed',
    ]);
  });

  test('as a customer of the kind Customer is refused by its permission', async () => {
    expect(refused(await customer.call('POST', '/company/customer', { body: draft('none') }))).toEqual([
      403,
      'no-permission',
    ]);
  });

  test('needs an administrator', async () => {
    const operator = await app.signIn('operator@rasid.test');
    expect(refused(await operator.call('POST', '/company/provider', { body: draft('none', { type: 'FMC' }) }))).toEqual(
      [403, 'no-permission'],
    );
  });

  test('reports an administrator’s address that is taken, and every other wrong field', async () => {
    const taken = await admin.call('POST', '/company', {
      body: draft('x1', { type: 'AMC', adminEmail: 'Customer@rasid.test' }),
    });
    expect(taken.body.errors).toEqual([{ param: 'adminEmail', msg: 'emailTaken' }]);
    const wrong = await admin.call('POST', '/company', {
      body: draft('x2', { type: 'AMC', name: ' ', email: 'no', timeZone: 'Mars/Base' }),
    });
    expect(wrong.body.errors).toEqual(
      expect.arrayContaining([
        { param: 'name', msg: 'Required' },
        { param: 'email', msg: 'invalidEmail' },
        { param: 'timeZone', msg: 'timeZone' },
      ]),
    );
  });
});

describe('the list of companies', () => {
  const names = async (who: TestPerson, query = '') =>
    (await who.call('GET', `/company${query}`)).body.data.map((one: { name: string }) => one.name);

  test('of a customer contains its own company first, and its providers', async () => {
    expect(await names(customer, '?type=Integrator,Customer')).toEqual(['Reem Residences', 'Najm Integration']);
  });
  test('takes only clients or providers', async () => {
    expect(await names(customer, '?side=provider&type=Integrator')).toEqual(['Najm Integration']);
    expect(await names(integrator, '?side=provider')).toEqual([]);
  });
  test('of a chosen company takes only its clients or its providers', async () => {
    expect(await names(admin, `?customerId=${ids.reem}&side=provider&type=Integrator`)).toEqual(['Najm Integration']);
    expect(await names(admin, `?customerId=${ids.reem}&side=client`)).toEqual([]);
  });
  test('leaves the caller’s company out when only related ones are requested', async () => {
    expect(await names(integrator, '?onlyRelated=true')).not.toContain('Najm Integration');
  });
  test('uses a name filter only when it is longer than one character', async () => {
    expect((await admin.call('GET', '/company?nameFilter=z')).body.totalRecords).toBeGreaterThan(5);
    expect(await names(admin, '?nameFilter=qasr')).toEqual(['Qasr Retail']);
  });
  test('contains the companies related to a customer', async () => {
    expect(await names(admin, `?customerId=${ids.wadi}`)).toEqual(['Najm Integration']);
    expect((await customer.call('GET', `/company?customerId=${ids.wadi}`)).status).toBe(404);
  });
  test('the caller’s company comes first and a provider last, whatever their names are', async () => {
    const idsFor = async (who: TestPerson) =>
      (await who.call('GET', '/company?limit=50')).body.data.map((one: { id: number }) => one.id) as number[];
    expect((await idsFor(customer))[0]).toBe(ids.reem);
    expect((await idsFor(customer)).at(-1)).toBe(ids.najm);
    expect((await idsFor(integrator))[0]).toBe(ids.najm);
  });

  test('shows the contract of a client', async () => {
    const [row] = (await integrator.call('GET', `/company?search=reem`)).body.data;
    expect(row.relation).toMatchObject({ side: 'client', contractStatus: 'Active', contractAbilities: null });
    expect(row.relation.requestId).toBeGreaterThan(0);
  });
});

describe('a company', () => {
  test('is changed by its administrator', async () => {
    const reply = await customer.call('PATCH', `/company/${ids.reem}`, {
      body: { name: 'Reem Residences LLC', timeZone: 'Asia/Riyadh' },
    });
    expect(reply.body.data).toMatchObject({
      name: 'Reem Residences LLC',
      timeZone: 'Asia/Riyadh',
      apps: expect.arrayContaining(['sample']),
    });
    await customer.call('PATCH', `/company/${ids.reem}`, { body: { name: 'Reem Residences', timeZone: 'Asia/Dubai' } });
  });
  test('needs an existing country', async () => {
    const reply = await customer.call('PATCH', `/company/${ids.reem}`, { body: { countryId: 9999 } });
    expect(reply.body.errors).toEqual([{ param: 'countryId', msg: expect.any(String) }]);
    await customer.call('PATCH', `/company/${ids.reem}`, { body: { countryId: null } });
    const changed = await customer.call('PATCH', `/company/${ids.reem}`, { body: { countryId: 233 } });
    expect(changed.body.data.countryId).toBe(233);
    const [newest] = (await customer.call('GET', `/company/${ids.reem}/history`)).body.data;
    expect(newest.changes).toEqual([
      { field: 'countryId', before: null, after: { id: 233, name: 'United Arab Emirates' } },
    ]);
  });
  test('gets its status and its apps only from the platform', async () => {
    expect(refused(await customer.call('PATCH', `/company/${ids.reem}`, { body: { status: 'Inactive' } }))).toEqual([
      403,
      'platform-only',
    ]);
    expect(refused(await customer.call('PATCH', `/company/${ids.reem}`, { body: { apps: ['sample'] } }))).toEqual([
      403,
      'platform-only',
    ]);
    expect((await admin.call('PATCH', `/company/${ids.sahel}`, { body: { apps: ['sample'] } })).body.data.apps).toEqual(
      ['sample'],
    );
    expect((await admin.call('PATCH', `/company/${ids.sahel}`, { body: { apps: [] } })).body.data.apps).toEqual([]);
    expect((await admin.call('PATCH', `/company/${ids.sahel}`, { body: { apps: ['nonsense'] } })).status).toBe(418);
  });
  test('that is suspended locks its people out', async () => {
    const other = await app.signIn('other@rasid.test');
    await admin.call('PATCH', `/company/${ids.qasr}`, { body: { status: 'Inactive' } });
    expect((await other.call('GET', '/session')).status).toBe(401);
    await admin.call('PATCH', `/company/${ids.qasr}`, { body: { status: 'Active' } });
  });
  test('that is a provider shows its client neither staff nor apps', async () => {
    expect((await customer.call('GET', `/company/${ids.najm}`)).body.data).toMatchObject({ managed: false, apps: [] });
    // A company's own people see its providers; a provider does not see the other providers of its client.
    expect((await customer.call('GET', `/company/${ids.reem}`)).body.data.providers).toContainEqual(
      expect.objectContaining({ id: ids.najm, type: 'Integrator' }),
    );
    expect((await integrator.call('GET', `/company/${ids.reem}`)).body.data.providers).toEqual([]);
    expect((await customer.call('GET', `/company/${ids.najm}/user`)).status).toBe(404);
    expect((await customer.call('PATCH', `/company/${ids.najm}`, { body: { name: 'Mine' } })).status).toBe(404);
  });
});

test('the kinds to select, create and request are those of the caller', async () => {
  expect((await integrator.call('GET', '/company/types')).body.data).toEqual({
    selectable: ['FMC', 'AMC', 'Operator', 'Authority'],
    creatable: ['Customer', 'FMC', 'AMC', 'Operator', 'Authority'],
  });
  expect((await customer.call('GET', '/company/requestTypes')).body.data).toEqual([
    'ProviderEngagement',
    'RenewContract',
    'CancelContract',
    'Device',
  ]);
  expect((await integrator.call('GET', '/company/relatedTypes')).body.data).toContain('Customer');
});

test('providers without a relation to the company are recommended', async () => {
  const found = (await customer.call('GET', '/company/recommended')).body.data;
  expect(found.map((one: { name: string }) => one.name)).toEqual(
    expect.arrayContaining(['Gulf Facility Care', 'Mada Asset Services']),
  );
  expect(found.map((one: { id: number }) => one.id)).not.toContain(ids.najm);
  expect((await customer.call('GET', '/company/recommended?nameFilter=mada')).body.data).toHaveLength(1);
});
