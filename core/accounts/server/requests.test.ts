import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Person, type Rasid, rasid } from '#main/testing.ts';
import type { Tx } from '#platform/server/database.ts';
import { demoCompanies } from './demo.ts';

let app: Rasid;
let ids: Awaited<ReturnType<typeof demoCompanies>>;
let integrator: Person;
let customer: Person;
let sahel: Person;
let qasr: Person;
let fmc: Person;

beforeAll(async () => {
  app = await rasid();
  ids = await demoCompanies(app.kit.db as unknown as Tx);
  [integrator, customer, sahel, qasr, fmc] = (await Promise.all(
    ['integrator', 'customer', 'newcomer', 'other', 'fmc'].map((name) => app.signIn(`${name}@rasid.test`)),
  )) as [Person, Person, Person, Person, Person];
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.kit.pool.query("UPDATE company_request SET status = 'cancelled' WHERE status IN ('pending', 'engaged')");
  await app.kit.pool.query(
    "UPDATE company_relation SET status = 'disengaged' WHERE status = 'engaged' AND client_id NOT IN ($1, $2)",
    [ids.reem, ids.wadi],
  );
  await app.kit.pool.query('DELETE FROM mail_outbox');
});

const send = (who: Person, companyId: number, body: object) =>
  who.call('POST', `/company/${companyId}/request`, { body });
const take = (who: Person, companyId: number, requestId: number, step: string, body: object = {}) =>
  who.call('PATCH', `/company/${companyId}/request/${requestId}/${step}`, { body });
const offer = async (body: object = {}): Promise<number> => {
  const reply = await send(integrator, ids.najm, { type: 'ClientEngagement', destinationId: ids.sahel, ...body });
  expect(reply.status).toBe(201);
  return reply.body.data.id;
};
const engaged = async (body: object = {}) => {
  const id = await offer(body);
  expect((await take(sahel, ids.sahel, id, 'engage')).status).toBe(200);
  return id;
};
const mails = async () =>
  (await app.kit.pool.query('SELECT recipient, subject, text FROM mail_outbox ORDER BY id')).rows as {
    recipient: string;
    subject: string;
    text: string;
  }[];
const actsFor = async (who: Person, id: number) =>
  (await who.call('GET', '/session', { headers: { 'customer-id': String(id) } })).status;
const refused = (reply: { status: number; body: { word?: string } }) => [reply.status, reply.body.word];
const soon = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

describe('a request', () => {
  test('that is pending is engaged by its destination, and lets the provider act', async () => {
    const id = await offer({ contractTo: soon(30) });
    expect(await actsFor(integrator, ids.sahel)).toBe(403);
    const reply = await take(sahel, ids.sahel, id, 'engage');
    expect(reply.body.data).toMatchObject({
      status: 'engaged',
      side: 'provider',
      contractStatus: 'Active',
      allowed: ['disengage', 'contract'],
    });
    expect(await actsFor(integrator, ids.sahel)).toBe(200);
  });

  test('that is pending is cancelled by its sender alone', async () => {
    const id = await offer();
    expect(refused(await take(sahel, ids.sahel, id, 'cancel'))).toEqual([403, 'other-side-decides']);
    expect((await take(integrator, ids.najm, id, 'cancel')).body.data).toMatchObject({
      status: 'cancelled',
      allowed: [],
    });
  });

  test('that is pending is rejected with a reason by its destination', async () => {
    const id = await offer();
    const reply = await take(sahel, ids.sahel, id, 'handle', { decision: 'reject', reason: 'Not this year' });
    expect(reply.body.data).toMatchObject({ status: 'rejected', reason: 'Not this year' });
    expect(await actsFor(integrator, ids.sahel)).toBe(403);
  });

  test('is accepted by handling it as well', async () => {
    const id = await offer();
    expect((await take(sahel, ids.sahel, id, 'handle', { decision: 'accept' })).body.data.status).toBe('engaged');
  });

  test('is not engaged by who sent it', async () => {
    const id = await offer();
    expect(refused(await take(integrator, ids.najm, id, 'engage'))).toEqual([403, 'other-side-decides']);
  });

  test('is not accepted by the provider that acts for the destination', async () => {
    const super_ = await app.signIn('super@rasid.test');
    expect(
      (await send(super_, ids.najm, { type: 'RenewContract', destinationId: ids.reem, contractTo: soon(900) })).status,
    ).toBe(201);
    const [{ id }] = (await customer.call('GET', `/company/${ids.reem}/request?type=RenewContract&status=pending`)).body
      .data;
    const headers = { 'customer-id': String(ids.reem) };
    const reply = await integrator.call('PATCH', `/company/${ids.reem}/request/${id}/engage`, { body: {}, headers });
    expect(reply.status).toBe(404);
  });

  test.each(['cancel', 'engage', 'handle'] as const)('that was decided takes no step to %s', async (step) => {
    const id = await offer();
    await take(sahel, ids.sahel, id, 'handle', { decision: 'reject' });
    const [who, company] = step === 'cancel' ? [integrator, ids.najm] : [sahel, ids.sahel];
    expect(refused(await take(who as Person, company as number, id, step, { decision: 'accept' }))).toEqual([
      409,
      'step-not-possible',
    ]);
  });

  test('is decided once when both sides decide at the same moment', async () => {
    const id = await offer();
    const replies = await Promise.all([
      take(sahel, ids.sahel, id, 'engage'),
      take(integrator, ids.najm, id, 'cancel'),
      take(sahel, ids.sahel, id, 'handle', { decision: 'reject' }),
    ]);
    expect(replies.filter((one) => one.status === 200)).toHaveLength(1);
  });

  test('of other companies does not exist', async () => {
    const id = await offer();
    expect((await take(qasr, ids.qasr, id, 'engage')).status).toBe(404);
    expect((await take(qasr, ids.sahel, id, 'engage')).status).toBe(404);
    expect((await qasr.call('GET', `/company/${ids.sahel}/request`)).status).toBe(404);
  });

  test('is listed by direction, type and status with what may be done', async () => {
    await offer({ message: 'Hello' });
    const sent = (await integrator.call('GET', `/company/${ids.najm}/request?direction=sent&status=pending`)).body;
    expect(sent.data).toMatchObject([
      { direction: 'sent', side: 'client', message: 'Hello', allowed: ['cancel'], company: { id: ids.sahel } },
    ]);
    const received = (await sahel.call('GET', `/company/${ids.sahel}/request?status=pending&type=ClientEngagement`))
      .body;
    expect(received.data).toMatchObject([
      { direction: 'received', side: 'provider', allowed: ['engage', 'handle'], company: { id: ids.najm } },
    ]);
  });

  test('and each of its steps is mailed in the language of who reads it', async () => {
    await app.kit.pool.query("UPDATE users SET locale = 'ar' WHERE email = 'newcomer@rasid.test'");
    const id = await offer();
    await take(sahel, ids.sahel, id, 'engage');
    await take(integrator, ids.najm, id, 'disengage');
    expect((await mails()).map(({ recipient, subject }) => [recipient, subject])).toEqual([
      ['newcomer@rasid.test', 'وصلكم طلب من Najm Integration'],
      ['integrator@rasid.test', 'Sahel Logistics has accepted your request'],
      ['newcomer@rasid.test', 'أنهت Najm Integration العلاقة'],
    ]);
  });

  test('and each of its steps stands in the change log of both companies', async () => {
    const id = await engaged();
    const found = await app.kit.pool.query(
      "SELECT company_id, action, after ->> 'status' AS status FROM change_log WHERE table_name = 'company_request' AND row_id = $1 ORDER BY id",
      [String(id)],
    );
    expect(found.rows).toEqual([
      { company_id: ids.najm, action: 'insert', status: 'pending' },
      { company_id: ids.sahel, action: 'insert', status: 'pending' },
      { company_id: ids.najm, action: 'update', status: 'engaged' },
      { company_id: ids.sahel, action: 'update', status: 'engaged' },
    ]);
  });
});

describe('sending a request', () => {
  test('to the own company is refused', async () => {
    expect(refused(await send(fmc, ids.gulfcare, { type: 'ClientEngagement', destinationId: ids.gulfcare }))).toEqual([
      422,
      'own-company',
    ]);
  });
  test('to a company that does not exist names the field', async () => {
    expect((await send(sahel, ids.sahel, { type: 'ProviderEngagement', destinationId: 999_999 })).body.errors).toEqual([
      { param: 'destinationId', msg: 'notFound' },
    ]);
  });
  test('without company and address names the field', async () => {
    expect((await send(sahel, ids.sahel, { type: 'ProviderEngagement' })).body.errors).toEqual([
      { param: 'destinationId', msg: 'Required' },
    ]);
  });
  test('for clients is for providers', async () => {
    expect(refused(await send(sahel, ids.sahel, { type: 'ClientEngagement', destinationId: ids.qasr }))).toEqual([
      422,
      'request-not-allowed',
    ]);
  });
  test('to a kind that the caller may not choose is refused', async () => {
    expect(refused(await send(sahel, ids.sahel, { type: 'ProviderEngagement', destinationId: ids.najm }))).toEqual([
      422,
      'kind-not-allowed',
    ]);
    expect(refused(await send(integrator, ids.najm, { type: 'ProviderEngagement', destinationId: ids.aman }))).toEqual([
      422,
      'kind-not-allowed',
    ]);
  });
  test('a second time while the first is pending is refused, from either side', async () => {
    expect((await send(sahel, ids.sahel, { type: 'ProviderEngagement', destinationId: ids.gulfcare })).status).toBe(
      201,
    );
    expect(refused(await send(sahel, ids.sahel, { type: 'ProviderEngagement', destinationId: ids.gulfcare }))).toEqual([
      409,
      'already-requested',
    ]);
  });
  test('for an engagement that stands is refused', async () => {
    await engaged();
    expect(refused(await send(integrator, ids.najm, { type: 'ClientEngagement', destinationId: ids.sahel }))).toEqual([
      409,
      'already-engaged',
    ]);
  });
  test.each(['RenewContract', 'CancelContract', 'Device'])('of type %s needs a relation', async (type) => {
    expect(refused(await send(sahel, ids.sahel, { type, destinationId: ids.najm, contractTo: soon(9) }))).toEqual([
      409,
      'no-relation',
    ]);
  });
  test('for a contract that ends before it begins names the field', async () => {
    const reply = await send(integrator, ids.najm, {
      type: 'ClientEngagement',
      destinationId: ids.sahel,
      contractFrom: soon(9),
      contractTo: soon(8),
    });
    expect(reply.body.errors).toEqual([{ param: 'contractTo', msg: 'contractOrder' }]);
  });
  test('for a contract that has ended names the field', async () => {
    const reply = await send(integrator, ids.najm, {
      type: 'ClientEngagement',
      destinationId: ids.sahel,
      contractTo: soon(-1),
    });
    expect(reply.body.errors).toEqual([{ param: 'contractTo', msg: 'inThePast' }]);
  });
  test('to renew needs the new end', async () => {
    expect((await send(integrator, ids.najm, { type: 'RenewContract', destinationId: ids.reem })).body.errors).toEqual([
      { param: 'contractTo', msg: 'Required' },
    ]);
  });
  test('needs an administrator', async () => {
    const operator = await app.signIn('operator@rasid.test');
    expect(
      refused(await send(operator, ids.reem, { type: 'ProviderEngagement', destinationId: ids.gulfcare })),
    ).toEqual([403, 'no-permission']);
  });
});

describe('an engaged relation', () => {
  test.each(['provider', 'client'] as const)('is ended by its %s', async (side) => {
    const id = await engaged();
    const [who, company] = side === 'provider' ? ([integrator, ids.najm] as const) : ([sahel, ids.sahel] as const);
    expect((await take(who, company, id, 'disengage')).body.data).toMatchObject({ status: 'disengaged', allowed: [] });
    expect(await actsFor(integrator, ids.sahel)).toBe(403);
    expect(refused(await take(who, company, id, 'disengage'))).toEqual([409, 'step-not-possible']);
  });

  test('can be made anew after it ended', async () => {
    await take(sahel, ids.sahel, await engaged(), 'disengage');
    await engaged();
    expect(await actsFor(integrator, ids.sahel)).toBe(200);
  });

  test('gives its provider the abilities that the client named, not more', async () => {
    const id = await offer();
    const abilities = ['structure.structure.read'];
    expect(
      (await take(sahel, ids.sahel, id, 'engage', { contractAbilities: abilities })).body.data.contractAbilities,
    ).toEqual(abilities);
    const headers = { 'customer-id': String(ids.sahel) };
    expect((await integrator.call('GET', `/company/${ids.sahel}/structure`, { headers })).status).toBe(200);
    expect((await integrator.call('GET', `/company/${ids.sahel}/user`, { headers })).status).toBe(403);
  });

  test('has terms that only the client sets', async () => {
    const asked = await send(sahel, ids.sahel, {
      type: 'ProviderEngagement',
      destinationId: ids.gulfcare,
      contractAbilities: ['structure.structure.read'],
    });
    const { id } = asked.body.data;
    expect(refused(await take(fmc, ids.gulfcare, id, 'engage', { contractAbilities: null }))).toEqual([
      422,
      'terms-are-the-clients',
    ]);
    expect((await take(fmc, ids.gulfcare, id, 'engage')).status).toBe(200);
    expect(refused(await take(fmc, ids.gulfcare, id, 'contract', { contractTo: soon(900) }))).toEqual([
      403,
      'terms-are-the-clients',
    ]);
    expect((await take(sahel, ids.sahel, id, 'contract', { contractTo: soon(90) })).status).toBe(200);
  });

  test('that is suspended stops the provider, and only who suspended resumes', async () => {
    const id = await engaged();
    expect(
      (await take(sahel, ids.sahel, id, 'contract', { contractStatus: 'Inactive' })).body.data.contractStatus,
    ).toBe('Inactive');
    expect(await actsFor(integrator, ids.sahel)).toBe(403);
    expect(refused(await take(integrator, ids.najm, id, 'contract', { contractStatus: 'Active' }))).toEqual([
      403,
      'suspended-by-the-other',
    ]);
    await take(sahel, ids.sahel, id, 'contract', { contractStatus: 'Active' });
    expect(await actsFor(integrator, ids.sahel)).toBe(200);
  });

  test('is renewed by a request that the other side engages', async () => {
    await engaged({ contractTo: soon(10) });
    const later = soon(400);
    const { id } = (
      await send(integrator, ids.najm, { type: 'RenewContract', destinationId: ids.sahel, contractTo: later })
    ).body.data;
    expect((await take(sahel, ids.sahel, id, 'engage')).body.data).toMatchObject({
      status: 'engaged',
      contractTo: later,
      allowed: [],
    });
  });

  test('is ended by a request to cancel the contract that the other side engages', async () => {
    await engaged();
    const { id } = (await send(sahel, ids.sahel, { type: 'CancelContract', destinationId: ids.najm })).body.data;
    expect(await actsFor(integrator, ids.sahel)).toBe(200);
    expect((await take(integrator, ids.najm, id, 'engage')).body.data.status).toBe('engaged');
    expect(await actsFor(integrator, ids.sahel)).toBe(403);
  });

  test('lets the client ask its provider for devices, who serves the request', async () => {
    await engaged();
    expect(refused(await send(integrator, ids.najm, { type: 'Device', destinationId: ids.sahel }))).toEqual([
      422,
      'devices-come-from-providers',
    ]);
    const { id } = (await send(sahel, ids.sahel, { type: 'Device', destinationId: ids.najm, message: 'Two meters' }))
      .body.data;
    expect(refused(await take(integrator, ids.najm, id, 'engage'))).toEqual([409, 'step-not-possible']);
    expect((await take(integrator, ids.najm, id, 'service', { note: 'Shipped' })).body.data).toMatchObject({
      status: 'engaged',
      reason: 'Shipped',
      allowed: [],
    });
  });
});

describe('an invitation', () => {
  const invite = (email: string, more: object = {}) =>
    send(integrator, ids.najm, {
      type: 'ClientEngagement',
      destinationEmail: email,
      destinationType: 'Customer',
      ...more,
    });
  const tokenIn = (text: string) => /invitation=([\w-]+)/.exec(text)?.[1] ?? '';

  test('goes by mail to an unknown address and becomes a request of its company once that is confirmed', async () => {
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
      password: 'Rasid@2026',
      invitation,
    };
    await app.anonymous.call('POST', '/company/customer/signup', { body: draft });
    const verify = /token=([\w-]+)/.exec((await mails()).at(-1)?.text ?? '')?.[1];
    await app.anonymous.call('POST', `/auth/verify-account/${verify}`);
    const sara = await app.signIn('sara@palm.test');
    const { company } = (await sara.call('GET', '/session')).body.data;
    expect((await sara.call('GET', `/company/${company.id}/request`)).body.data).toMatchObject([
      { id, status: 'pending', direction: 'received', company: { id: ids.najm } },
    ]);
    expect((await take(sara, company.id, id, 'engage')).body.data.status).toBe('engaged');
  });

  test('makes a company of the kind that was invited', async () => {
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
        password: 'Rasid@2026',
        invitation,
      },
    });
    expect((await app.kit.pool.query("SELECT type FROM company WHERE name = 'Build Care'")).rows).toEqual([
      { type: 'AMC' },
    ]);
  });

  test('does not tell whether an address is known', async () => {
    const known = (await invite('newcomer@rasid.test')).body.data;
    const unknown = (await invite('nobody@nowhere.test')).body.data;
    expect(known).toEqual({
      ...unknown,
      id: known.id,
      createdAt: known.createdAt,
      destinationEmail: 'newcomer@rasid.test',
    });
    expect((await mails()).map((one) => one.subject)).toEqual([
      'وصلكم طلب من Najm Integration',
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

  test('opens nothing when it was cancelled or is too old', async () => {
    const { id } = (await invite('late@nowhere.test')).body.data;
    const invitation = tokenIn((await mails())[0]?.text ?? '');
    await app.kit.pool.query("UPDATE company_request SET created_at = now() - interval '31 days' WHERE id = $1", [id]);
    expect(refused(await app.anonymous.call('GET', `/company/request/invitation/${invitation}`))).toEqual([
      410,
      'link-expired',
    ]);
  });
});

describe('a single request', () => {
  const one = (who: Person, companyId: number, id: number, more = '') =>
    who.call('GET', `/company/${companyId}/request/${id}${more}`);

  test('is read by both sides and by nobody else', async () => {
    const message = `Twelve chillers.\n${'We would like to serve them. '.repeat(40)}`.trim();
    const id = await offer({ message });
    expect((await one(integrator, ids.najm, id)).body.data).toMatchObject({ message, direction: 'sent' });
    expect((await one(sahel, ids.sahel, id)).body.data).toMatchObject({ message, direction: 'received' });
    expect(refused(await one(qasr, ids.qasr, id))).toEqual([404, 'not-found']);
    expect(refused(await one(qasr, ids.sahel, id))).toEqual([404, 'not-found']);
  });

  test('is engaged on the terms that the client sets while it accepts', async () => {
    const id = await offer({ contractAbilities: ['swam.device.read', 'swam.device.command'] });
    const terms = { contractFrom: soon(2), contractTo: soon(60), contractAbilities: ['swam.device.read'] };
    expect((await take(sahel, ids.sahel, id, 'engage', terms)).body.data).toMatchObject(terms);
    // The first day has not come.
    expect(await actsFor(integrator, ids.sahel)).toBe(403);
  });

  test('mails the reason of a rejection with a link to it', async () => {
    const id = await offer();
    await take(sahel, ids.sahel, id, 'handle', { decision: 'reject', reason: 'We have a provider already.' });
    const sent = (await mails()).filter(({ text }) => text.includes('We have a provider already.'));
    expect(sent.length).toBeGreaterThan(0);
    expect(sent[0]?.text).toContain(`/core/companies/list/requests?request=${id}`);
  });

  test('has a history with each step on it and on its contract, the same for both sides', async () => {
    const id = await engaged({ message: 'Hello' });
    await take(sahel, ids.sahel, id, 'contract', { contractAbilities: ['swam.device.read'] });
    await take(integrator, ids.najm, id, 'disengage', { reason: 'Too far away' });
    const told = async (who: Person, companyId: number) =>
      (await one(who, companyId, id, '/history')).body.data.map(
        (line: { person: { company: string }; changes: { field: string; after: unknown }[] }) => [
          line.person.company,
          Object.fromEntries(line.changes.map(({ field, after }) => [field, after])),
        ],
      );
    const steps = await told(sahel, ids.sahel);
    expect(steps).toEqual([
      ['Najm Integration', { status: 'disengaged' }],
      ['Najm Integration', { status: 'disengaged', reason: 'Too far away' }],
      ['Sahel Logistics', { contractAbilities: ['swam.device.read'] }],
      ['Sahel Logistics', { status: 'engaged' }],
      ['Sahel Logistics', { status: 'engaged', contractStatus: 'Active', contractFrom: expect.any(String) }],
      ['Najm Integration', { type: 'ClientEngagement', status: 'pending', message: 'Hello' }],
    ]);
    expect(await told(integrator, ids.najm)).toEqual(steps);
    expect(refused(await one(qasr, ids.qasr, id, '/history'))).toEqual([404, 'not-found']);
  });

  test('never tells in its history whether an address belongs to a company', async () => {
    const reply = await send(integrator, ids.najm, {
      type: 'ClientEngagement',
      destinationEmail: 'other@rasid.test',
      destinationType: 'Customer',
    });
    const { body } = await one(integrator, ids.najm, reply.body.data.id, '/history');
    expect(body.totalRecords).toBe(1);
    expect(JSON.stringify(body)).not.toMatch(/Qasr|destination/);
    const log = await integrator.call('GET', `/company/${ids.najm}/change-log?kind=companyRequest`);
    expect(log.status).toBe(200);
    expect(JSON.stringify(log.body)).not.toMatch(/Qasr|destination/);
  });
});

describe('an invitation that waited for an address', () => {
  const invite = (email: string, more: object = {}) =>
    send(integrator, ids.najm, {
      type: 'ClientEngagement',
      destinationEmail: email,
      destinationType: 'Customer',
      ...more,
    });
  const tokenFor = async (email: string) =>
    /token=([\w-]+)/.exec((await mails()).findLast(({ recipient }) => recipient === email)?.text ?? '')?.[1] ?? '';
  const signUp = async (email: string) => {
    const body = { companyName: email, firstName: 'A', lastName: 'B', email, password: 'Palm@2026' };
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

  test('goes to whoever signs up with it, without the link as well', async () => {
    await invite('fresh@palm.test');
    await signUp('fresh@palm.test');
    expect(await claimed('fresh@palm.test')).toEqual(['ClientEngagement']);
  });

  test('is over after its days', async () => {
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
      body: { password: 'Palm@2026' },
    });
    expect(await claimed('made@palm.test')).toEqual(['ClientEngagement']);
  });
});
