import { describe, expect, test } from 'vitest';
import {
  app,
  customer,
  ids,
  integrator,
  mails,
  refused,
  send,
  take,
  withCompanies,
  withoutRequests,
} from '#main/testing/test-companies.ts';
import { chosenPassword } from '#main/testing.ts';

withCompanies();
withoutRequests();

const invite = (email: string, more: object = {}) =>
  send(integrator, ids.najm, {
    type: 'ClientEngagement',
    destinationEmail: email,
    destinationType: 'Customer',
    ...more,
  });

describe('an invitation', () => {
  const tokenIn = (text: string) => /invitation=([\w-]+)/.exec(text)?.[1] ?? '';

  test('is mailed to an unknown address and becomes a request to its company once the address is confirmed', async () => {
    const { id } = (await invite('sara@palm.test')).body.data;
    const [mail] = await mails();
    expect(mail).toMatchObject({ recipient: 'sara@palm.test', subject: 'Najm Integration invites you to Rasid' });
    const invitation = tokenIn(mail?.text ?? '');
    expect((await app.anonymous.call('GET', `/company/request/invitation/${invitation}`)).body.data).toEqual({
      email: 'sara@palm.test',
      type: 'ClientEngagement',
      companyType: 'Customer',
      from: 'Najm Integration',
      known: false,
    });
    const draft = {
      companyName: 'Palm Towers',
      firstName: 'Sara',
      lastName: 'Ali',
      email: 'sara@palm.test',
      password: chosenPassword,
      invitation,
    };
    await app.anonymous.call('POST', '/company/customer/signup', { body: draft });
    const verify = /token=([\w-]+)/.exec((await mails()).at(-1)?.text ?? '')?.[1];
    await app.anonymous.call('POST', `/auth/verify-account/${verify}`);
    const sara = await app.signIn('sara@palm.test', chosenPassword);
    const { company } = (await sara.call('GET', '/session')).body.data;
    expect((await sara.call('GET', `/company/${company.id}/request`)).body.data).toMatchObject([
      { id, status: 'pending', direction: 'received', company: { id: ids.najm } },
    ]);
    expect((await take(sara, company.id, id, 'engage')).body.data.status).toBe('pending');
    expect((await take(integrator, ids.najm, id, 'engage')).body.data.status).toBe('engaged');
  });

  test('creates a company of the invited kind', async () => {
    await send(customer, ids.reem, {
      type: 'ProviderEngagement',
      destinationEmail: 'care@build.test',
      destinationType: 'AMC',
    });
    const invitation = tokenIn((await mails())[0]?.text ?? '');
    await app.anonymous.call('POST', '/company/customer/signup', {
      body: {
        companyName: 'Build Care',
        firstName: 'A',
        lastName: 'B',
        email: 'care@build.test',
        password: chosenPassword,
        invitation,
      },
    });
    expect((await app.kit.pool.query("SELECT type FROM company WHERE name = 'Build Care'")).rows).toEqual([
      { type: 'AMC' },
    ]);
  });

  test('does not reveal whether an address is known', async () => {
    const known = (await invite('other@rasid.test')).body.data;
    const unknown = (await invite('nobody@nowhere.test')).body.data;
    expect(known).toEqual({
      ...unknown,
      id: known.id,
      createdAt: known.createdAt,
      destinationEmail: 'other@rasid.test',
    });
    expect((await mails()).map((one) => one.subject)).toEqual([
      'Najm Integration has sent you a request',
      'Najm Integration invites you to Rasid',
    ]);
  });

  test('needs the kind of company', async () => {
    expect((await invite('nobody@nowhere.test', { destinationType: null })).body.errors).toEqual([
      { param: 'destinationType', msg: 'Required' },
    ]);
  });

  test('a second time is refused', async () => {
    await invite('twice@nowhere.test');
    expect(refused(await invite('Twice@nowhere.test'))).toEqual([409, 'already-requested']);
  });

  test('cannot be opened after it was cancelled or has expired', async () => {
    const { id } = (await invite('late@nowhere.test')).body.data;
    const invitation = tokenIn((await mails())[0]?.text ?? '');
    await app.kit.pool.query("UPDATE company_request SET created_at = now() - interval '31 days' WHERE id = $1", [id]);
    expect(refused(await app.anonymous.call('GET', `/company/request/invitation/${invitation}`))).toEqual([
      410,
      'link-expired',
    ]);
  });
});

describe('an invitation that waited for an address', () => {
  const tokenFor = async (email: string) =>
    /token=([\w-]+)/.exec((await mails()).findLast(({ recipient }) => recipient === email)?.text ?? '')?.[1] ?? '';
  const signUp = async (email: string) => {
    const body = { companyName: 'Palm Company', firstName: 'A', lastName: 'B', email, password: 'Palm trees 2026' };
    await app.anonymous.call('POST', '/company/customer/signup', { body });
    await app.anonymous.call('POST', `/auth/verify-account/${await tokenFor(email)}`);
  };
  const claimed = async (email: string) =>
    (
      await app.kit.pool.query(
        'SELECT type FROM company_request WHERE lower(destination_email) = $1 AND destination_id IS NOT NULL',
        [email],
      )
    ).rows.map((row) => row.type);

  test('goes to anyone who signs up with it, also without the link', async () => {
    await invite('fresh@palm.test');
    await signUp('fresh@palm.test');
    expect(await claimed('fresh@palm.test')).toEqual(['ClientEngagement']);
  });

  test('expires after its days', async () => {
    const { id } = (await invite('stale@palm.test')).body.data;
    await app.kit.pool.query("UPDATE company_request SET created_at = now() - interval '31 days' WHERE id = $1", [id]);
    await signUp('stale@palm.test');
    expect(await claimed('stale@palm.test')).toEqual([]);
  });

  test('does not ask a customer to be a provider', async () => {
    await send(customer, ids.reem, {
      type: 'ProviderEngagement',
      destinationEmail: 'firm@palm.test',
      destinationType: 'FMC',
    });
    await signUp('firm@palm.test');
    expect(await claimed('firm@palm.test')).toEqual([]);
  });

  test('goes to a company that another one made for it, once its administrator accepts', async () => {
    await invite('made@palm.test');
    const made = await customer.call('POST', '/company/provider', {
      body: {
        name: 'Palm Care',
        type: 'FMC',
        email: 'office@palm.test',
        firstName: 'A',
        lastName: 'B',
        adminEmail: 'made@palm.test',
      },
    });
    expect(made.status).toBe(201);
    expect(await claimed('made@palm.test')).toEqual([]);
    await app.anonymous.call('POST', `/auth/set-password/${await tokenFor('made@palm.test')}`, {
      body: { password: 'Palm trees 2026' },
    });
    expect(await claimed('made@palm.test')).toEqual(['ClientEngagement']);
  });
});
