import { beforeEach, describe, expect, test } from 'vitest';
import {
  admin,
  app,
  customer,
  engaged,
  ids,
  integrator,
  refused,
  sahel,
  send,
  soon,
  take,
  withCompanies,
  withoutRequests,
} from '#main/testing/test-companies.ts';
import { personOn, type TestPerson } from '#main/testing.ts';

withCompanies();
withoutRequests();

type Owner = TestPerson & { refreshToken: string };
const openAs = (opener: TestPerson, companyId: number) =>
  opener.call('POST', '/user/login-as-company-owner', { body: { companyId } });
const ownerOf = async (opener: TestPerson, companyId: number): Promise<Owner> => {
  const { token, refreshToken } = (await openAs(opener, companyId)).body.data;
  return { ...personOn(app.http, token), refreshToken };
};
const works = async (owner: Owner) => (await owner.call('GET', '/session')).status === 200;
const refreshes = async ({ refreshToken }: Owner) =>
  (await app.anonymous.call('POST', '/auth/token', { body: { refreshToken } })).status === 200;
const sql = (text: string, values: unknown[] = []) => app.kit.pool.query(text, values);

describe('a session as the owner of a company ends', () => {
  let opener: TestPerson;
  let request: number;
  let owner: Owner;
  beforeEach(async () => {
    opener = await app.signIn('integrator@rasid.test');
    request = await engaged();
    owner = await ownerOf(opener, ids.sahel);
    expect(await works(owner)).toBe(true);
  });

  test.each([
    ['the client ends the relation', () => take(sahel, ids.sahel, request, 'disengage')],
    [
      'the client suspends the contract',
      () => take(sahel, ids.sahel, request, 'contract', { contractStatus: 'Inactive' }),
    ],
    [
      'the client names abilities in the contract',
      () => take(sahel, ids.sahel, request, 'contract', { contractAbilities: ['structure.structure.read'] }),
    ],
    ['who opened it signs out', () => opener.call('POST', '/user/logout')],
  ])('when %s, with its refresh token, and does not come back', async (_when, step) => {
    expect((await step()).status).toBe(200);
    expect([await works(owner), await refreshes(owner)]).toEqual([false, false]);
    await sql(
      "UPDATE company_relation SET contract_status = 'Active', contract_abilities = NULL WHERE client_id = $1",
      [ids.sahel],
    );
    expect(await works(owner)).toBe(false);
  });

  test.each([
    [
      'the period of the contract is over',
      "UPDATE company_relation SET contract_to = now() WHERE client_id = $1 AND status = 'engaged'",
    ],
    [
      'who opened it is suspended',
      "UPDATE users SET status = 'suspended' WHERE email = 'integrator@rasid.test' AND $1 > 0",
    ],
    [
      'who opened it is no administrator any more',
      "UPDATE users SET role = 'Operator' WHERE email = 'integrator@rasid.test' AND $1 > 0",
    ],
    [
      'the account of who opened it expires',
      "UPDATE users SET expires_at = now() WHERE email = 'integrator@rasid.test' AND $1 > 0",
    ],
  ])('when %s, with its refresh token', async (_when, change) => {
    await sql(change, [ids.sahel]);
    expect([await works(owner), await refreshes(owner)]).toEqual([false, false]);
    await sql(
      "UPDATE users SET status = 'active', role = 'Admin', expires_at = NULL WHERE email = 'integrator@rasid.test'",
    );
  });

  test('when the session in which it was opened is ended from another session', async () => {
    const { data } = (await opener.call('GET', '/user/session')).body;
    const { id } = data.find((one: { current: boolean }) => one.current);
    expect((await integrator.call('DELETE', `/user/session/${id}`)).status).toBe(204);
    expect(await works(owner)).toBe(false);
  });

  test('when a company administrator suspends the person who opened it', async () => {
    const email = `second-${request}@najm.test`;
    const made = await integrator.call('POST', `/company/${ids.najm}/user`, {
      body: { email, firstName: 'Second', lastName: 'Administrator', role: 'Admin' },
    });
    await sql(
      "UPDATE users SET status = 'active', password_hash = (SELECT password_hash FROM users WHERE email = 'integrator@rasid.test') WHERE email = $1",
      [email],
    );
    await sql("DELETE FROM account_token WHERE purpose = 'invite'");
    const theirs = await ownerOf(await app.signIn(email), ids.sahel);
    expect(await works(theirs)).toBe(true);
    const path = `/company/${ids.najm}/user/${made.body.data.id}`;
    expect((await integrator.call('PATCH', path, { body: { status: 'suspended' } })).status).toBe(200);
    expect(await works(theirs)).toBe(false);
    expect((await integrator.call('PATCH', path, { body: { status: 'active' } })).status).toBe(200);
    expect(await works(theirs)).toBe(false);
  });
});

describe('in a session as the owner of a company', () => {
  test('contracts and requests cannot be changed', async () => {
    const request = await engaged();
    const owner = await ownerOf(admin, ids.sahel);
    const steps = [
      await take(owner, ids.sahel, request, 'contract', { contractTo: soon(900) }),
      await take(owner, ids.sahel, request, 'disengage'),
      await send(owner, ids.sahel, { type: 'ProviderEngagement', destinationId: ids.gulfcare }),
      await owner.call('POST', '/company/provider', {
        body: {
          name: 'Back Door Care',
          type: 'FMC',
          email: 'office@backdoor.test',
          firstName: 'B',
          lastName: 'D',
          adminEmail: 'b@backdoor.test',
        },
      }),
    ];
    expect(steps.map(refused)).toEqual(Array(4).fill([409, 'not-as-owner']));
  });

  test('administrators cannot be created, changed, removed or given another second factor', async () => {
    const owner = await ownerOf(integrator, ids.reem);
    const staff = `/company/${ids.reem}/user`;
    const people = (await customer.call('GET', staff)).body.data as { id: number; role: string }[];
    const [administrator, viewer] = ['Admin', 'Viewer'].map((role) => people.find((one) => one.role === role)?.id);
    const person = { email: 'backdoor@evil.test', firstName: 'B', lastName: 'D', role: 'Admin' };
    const asked = [
      await owner.call('POST', staff, { body: person }),
      await owner.call('PATCH', `${staff}/${administrator}`, { body: { phone: '+971 50 555 0177' } }),
      await owner.call('PUT', `${staff}/${viewer}/role`, { body: { role: 'Admin' } }),
      await owner.call('DELETE', `${staff}/${administrator}`),
      await owner.call('POST', `/user/${administrator}/reset-password`),
      await owner.call('POST', `/user/${administrator}/reset-second-factor`),
    ];
    expect(asked.map(refused)).toEqual(Array(6).fill([409, 'not-as-owner']));
    const imported = await owner.call('POST', `${staff}/import`, { body: { dryRun: false, lines: [person] } });
    expect(imported.body.data).toEqual([{ outcome: 'refused', errors: [{ param: 'role', msg: 'ownAdministrators' }] }]);
    expect((await owner.call('PATCH', `${staff}/${viewer}`, { body: { firstName: 'Laila' } })).status).toBe(200);
  });

  test('no further session as an owner can be opened', async () => {
    const owner = await ownerOf(admin, ids.najm);
    expect(refused(await openAs(owner, ids.reem))).toEqual([409, 'not-as-owner']);
  });
});

test('a provider that acts for its client cannot create administrators there', async () => {
  const body = { email: 'backdoor@najm.test', firstName: 'B', lastName: 'D', role: 'Admin' };
  const headers = { 'customer-id': String(ids.reem) };
  expect(refused(await integrator.call('POST', `/company/${ids.reem}/user`, { body, headers }))).toEqual([
    403,
    'own-administrators',
  ]);
});

test('a contract that names abilities does not allow working as the owner', async () => {
  const set = (abilities: string) =>
    sql(`UPDATE company_relation SET contract_abilities = ${abilities} WHERE provider_id = $1 AND client_id = $2`, [
      ids.najm,
      ids.reem,
    ]);
  await set("'{structure.structure.read}'");
  expect(refused(await openAs(integrator, ids.reem))).toEqual([403, 'customer-not-allowed']);
  await set('NULL');
  expect((await openAs(integrator, ids.reem)).status).toBe(200);
});

test('a security company cannot see its clients or open a session as their owner', async () => {
  await sql("UPDATE company SET type = 'Security Company' WHERE id = $1", [ids.najm]);
  const guard = await app.signIn('integrator@rasid.test');
  expect((await guard.call('GET', '/sample/device')).status).toBe(403);
  expect((await guard.call('GET', `/company/${ids.reem}/structure`)).status).toBe(404);
  expect(refused(await openAs(guard, ids.reem))).toEqual([403, 'customer-not-allowed']);
  await sql("UPDATE company SET type = 'Integrator' WHERE id = $1", [ids.najm]);
});
