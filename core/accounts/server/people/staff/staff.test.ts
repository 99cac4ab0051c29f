import { describe, expect, test } from 'vitest';
import { app, customer, ids, people, withPeople } from '#main/testing/test-people.ts';
import type { TestPerson } from '#main/testing.ts';
import { chosenPassword } from '#main/testing.ts';

withPeople();

const refused = (reply: { status: number; body: { word?: string } }) => [reply.status, reply.body.word];
const path = (name = '') => `/company/${ids.reem}/user${name && `/${people[name]}`}`;
const add = (who: TestPerson, body: object) =>
  who.call('POST', path(), { body: { firstName: 'Amal', lastName: 'Zayed', role: 'Operator', ...body } });
const lastMail = async (email: string) =>
  (
    await app.kit.pool.query('SELECT subject, text FROM mail_outbox WHERE recipient = $1 ORDER BY id DESC LIMIT 1', [
      email,
    ])
  ).rows[0];
const setPassword = async (email: string) =>
  app.anonymous.call('POST', `/auth/set-password/${/token=([\w-]+)/.exec((await lastMail(email)).text)?.[1]}`, {
    body: { password: chosenPassword },
  });

describe('a new person', () => {
  test('is invited by mail and signs in after setting a password', async () => {
    const reply = await add(customer, { email: 'amal@reem.test', locale: 'ar' });
    expect(reply.status).toBe(201);
    expect(reply.body.data).toMatchObject({ invited: true, status: 'inactive', role: 'Operator', companyId: ids.reem });
    expect((await lastMail('amal@reem.test')).subject).toBe(
      'دعوة من \u2068Mariam Al Suwaidi\u2069 للانضمام إلى \u2068Reem Residences\u2069 في راصد',
    );
    expect((await setPassword('amal@reem.test')).status).toBe(200);
    expect(
      (await (await app.signIn('amal@reem.test', chosenPassword)).call('GET', '/session')).body.data.user.role,
    ).toBe('Operator');
  });
  test('whose address is taken is not created, regardless of case', async () => {
    expect((await add(customer, { email: 'OTHER@rasid.test' })).body.errors).toEqual([
      { param: 'email', msg: 'emailTaken' },
    ]);
  });
  test('is invited again on request, and the older link becomes invalid', async () => {
    const { id } = (await add(customer, { email: 'late@reem.test' })).body.data;
    const first = /token=([\w-]+)/.exec((await lastMail('late@reem.test')).text)?.[1];
    expect((await customer.call('POST', `/user/${id}/reset-password`)).status).toBe(200);
    const [logged] = (await customer.call('GET', `/session-log?userId=${id}`)).body.data;
    expect(logged).toMatchObject({ event: 'link-sent', email: 'customer@rasid.test', user: { id } });
    expect(
      (await app.anonymous.call('POST', `/auth/set-password/${first}`, { body: { password: chosenPassword } })).status,
    ).toBe(410);
    expect((await setPassword('late@reem.test')).status).toBe(200);
    const [line] = (await customer.call('GET', `${path()}/${id}/history`)).body.data;
    expect(line).toMatchObject({ person: { id }, changes: [{ field: 'status', before: 'inactive', after: 'active' }] });
  });
  test('who has not accepted cannot be activated by others', async () => {
    const { id } = (await add(customer, { email: 'slow@reem.test' })).body.data;
    expect(refused(await customer.call('PATCH', `${path()}/${id}`, { body: { status: 'active' } }))).toEqual([
      409,
      'still-invited',
    ]);
  });
  test('is not created by people who are not administrators', async () => {
    expect(refused(await add(await app.signIn('operator@rasid.test'), { email: 'x@reem.test' }))).toEqual([
      403,
      'no-permission',
    ]);
  });
  test('is not created in another company', async () => {
    expect((await add(await app.signIn('other@rasid.test'), { email: 'x@reem.test' })).status).toBe(404);
  });
  test('is created by a provider that acts for the company', async () => {
    const integrator = await app.signIn('integrator@rasid.test');
    const body = { email: 'by-najm@reem.test', firstName: 'N', lastName: 'N', role: 'Viewer' };
    const headers = { 'customer-id': String(ids.reem) };
    expect((await integrator.call('POST', `/company/${ids.reem}/user`, { body, headers })).status).toBe(201);
  });
});

describe('an account', () => {
  test('is deactivated at once, and activated again', async () => {
    const viewer = await app.signIn('viewer@rasid.test');
    expect((await customer.call('PATCH', path('viewer'), { body: { status: 'inactive' } })).body.data.status).toBe(
      'inactive',
    );
    expect((await viewer.call('GET', '/session')).status).toBe(401);
    expect((await customer.call('PATCH', path('viewer'), { body: { status: 'active' } })).status).toBe(200);
    await app.signIn('viewer@rasid.test');
  });
  test('that is suspended can be reinstated, not deactivated', async () => {
    await customer.call('PATCH', path('viewer'), { body: { status: 'suspended' } });
    expect(refused(await customer.call('PATCH', path('viewer'), { body: { status: 'inactive' } }))).toEqual([
      409,
      'status-not-possible',
    ]);
    expect((await customer.call('PATCH', path('viewer'), { body: { status: 'active' } })).body.data.status).toBe(
      'active',
    );
  });
  test('expires, and can be extended', async () => {
    const viewer = await app.signIn('viewer@rasid.test');
    const at = new Date(Date.now() + 86_400_000).toISOString();
    expect(
      (await customer.call('PUT', `${path('viewer')}/expiration`, { body: { expiresAt: at } })).body.data.expiresAt,
    ).toBe(at);
    await app.kit.pool.query("UPDATE users SET expires_at = now() - interval '1 second' WHERE id = $1", [
      people.viewer,
    ]);
    expect((await viewer.call('GET', '/session')).status).toBe(401);
    expect((await customer.call('PUT', `${path('viewer')}/expiration`, { body: { expiresAt: null } })).status).toBe(
      200,
    );
    expect((await viewer.call('GET', '/session')).status).toBe(200);
  });
  test('does not expire in the past', async () => {
    const reply = await customer.call('PUT', `${path('viewer')}/expiration`, {
      body: { expiresAt: '2020-01-01T00:00:00Z' },
    });
    expect(reply.body.errors).toEqual([{ param: 'expiresAt', msg: 'inThePast' }]);
  });
  test('with a new phone has to verify it again', async () => {
    await app.kit.pool.query("UPDATE users SET phone = '+971 50 000 0000', phone_verified = true WHERE id = $1", [
      people.viewer,
    ]);
    expect(
      (await customer.call('PATCH', path('viewer'), { body: { firstName: 'Laila' } })).body.data.phoneVerified,
    ).toBe(true);
    expect(
      (await customer.call('PATCH', path('viewer'), { body: { phone: '+971 50 111 1111' } })).body.data.phoneVerified,
    ).toBe(false);
  });
  test('of another company is not reached through the caller’s own', async () => {
    for (const [method, more] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['PUT', '/role/unassign'],
    ] as const)
      expect(
        (
          await customer.call(
            method,
            `${path()}/${people.other}${more}`,
            method === 'PATCH' ? { body: { firstName: 'X' } } : {},
          )
        ).status,
      ).toBe(404);
  });
});

describe('a role', () => {
  test('is assigned and reset to the lowest', async () => {
    expect(
      (await customer.call('PUT', `${path('viewer')}/role`, { body: { role: 'Operator', fleetRole: 'Driver' } })).body
        .data,
    ).toMatchObject({ role: 'Operator', fleetRole: 'Driver' });
    // The field is another name of the role within the app that has it.
    const { fleetRole, appRoles } = (await customer.call('GET', path('viewer'))).body.data;
    expect(Object.values(appRoles)).toEqual([fleetRole]);
    const viewer = await app.signIn('viewer@rasid.test');
    const { user, session } = (await viewer.call('GET', '/session')).body.data;
    expect([user.fleetRole, session.user.fleetRole, session.user.appRoles]).toEqual(['Driver', 'Driver', appRoles]);
    expect((await customer.call('PUT', `${path('viewer')}/role/unassign`)).body.data).toMatchObject({
      role: 'Viewer',
      fleetRole: null,
    });
  });
  test('nobody can change their own role or status, or delete their own account', async () => {
    expect(refused(await customer.call('PUT', `${path('customer')}/role`, { body: { role: 'Viewer' } }))).toEqual([
      409,
      'not-yourself',
    ]);
    expect(refused(await customer.call('PATCH', path('customer'), { body: { status: 'inactive' } }))).toEqual([
      409,
      'not-yourself',
    ]);
    expect(refused(await customer.call('DELETE', path('customer')))).toEqual([409, 'not-yourself']);
  });
  test.each([
    ['role', 'PUT', '/role', { role: 'Viewer' }],
    ['status', 'PATCH', '', { status: 'inactive' }],
    ['expiration', 'PUT', '/expiration', { expiresAt: '2999-01-01T00:00:00Z' }],
    ['account', 'DELETE', '', undefined],
  ] as const)('of administrator is not lost with the last one’s %s', async (_what, method, more, body) => {
    const admin = await app.signIn('super@rasid.test');
    expect(refused(await admin.call(method, `${path('customer')}${more}`, body ? { body } : {}))).toEqual([
      409,
      'last-administrator',
    ]);
  });
  test('lists people by it', async () => {
    const found = (await customer.call('GET', `${path()}?role=Admin`)).body;
    expect(found.data.map((one: { email: string }) => one.email)).toEqual(['customer@rasid.test']);
  });
});
