import { describe, expect, test } from 'vitest';
import {
  actsFor,
  app,
  customer,
  engaged,
  ids,
  integrator,
  mails,
  offer,
  qasr,
  refused,
  sahel,
  send,
  soon,
  take,
  withCompanies,
  withoutRequests,
} from '#main/testing/test-companies.ts';
import type { TestPerson } from '#main/testing.ts';

withCompanies();
withoutRequests();

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

  test('that is pending is cancelled only by its sender', async () => {
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

  test('is not accepted by its own sender', async () => {
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

  test.each(['cancel', 'engage', 'handle'] as const)('that was decided cannot change to %s', async (step) => {
    const id = await offer();
    await take(sahel, ids.sahel, id, 'handle', { decision: 'reject' });
    const [who, company] = step === 'cancel' ? [integrator, ids.najm] : [sahel, ids.sahel];
    expect(refused(await take(who as TestPerson, company as number, id, step, { decision: 'accept' }))).toEqual([
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

  test('is listed by direction, type and status with the available steps', async () => {
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

  test('and each of its steps is mailed in the language of the reader', async () => {
    await app.kit.pool.query("UPDATE users SET locale = 'ar' WHERE email = 'newcomer@rasid.test'");
    // The other tests have used up what one company may send to another in a day.
    await app.kit.pool.query('DELETE FROM mail_count');
    const id = await offer();
    await take(sahel, ids.sahel, id, 'engage');
    await take(integrator, ids.najm, id, 'disengage');
    expect((await mails()).map(({ recipient, subject }) => [recipient, subject])).toEqual([
      ['newcomer@rasid.test', 'وصلكم طلب من Najm Integration'],
      ['integrator@rasid.test', 'Sahel Logistics has accepted your request'],
      ['newcomer@rasid.test', 'أنهت Najm Integration العلاقة'],
    ]);
  });

  test('and its invitation is not in the change log', async () => {
    await app.kit.pool.query('DELETE FROM mail_count');
    const invited = { type: 'ProviderEngagement', destinationEmail: 'office@elsewhere.test', destinationType: 'FMC' };
    const id = (await send(sahel, ids.sahel, invited)).body.data.id;
    const found = await app.kit.pool.query(
      `SELECT r.invitation_hash IS NOT NULL AS invited, l.company_id, l.after ? 'invitation_hash' AS logged
         FROM company_request r JOIN change_log l ON l.table_name = 'company_request' AND l.row_id = r.id::text WHERE r.id = $1`,
      [id],
    );
    expect(found.rows).toEqual([{ invited: true, company_id: ids.sahel, logged: false }]);
  });

  test('and each of its steps is in the change log of both companies', async () => {
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

describe('a single request', () => {
  const one = (who: TestPerson, companyId: number, id: number, more = '') =>
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
    const id = await offer({ contractAbilities: ['sample.device.read', 'sample.device.command'] });
    const terms = { contractFrom: soon(2), contractTo: soon(60), contractAbilities: ['sample.device.read'] };
    expect((await take(sahel, ids.sahel, id, 'engage', terms)).body.data).toMatchObject(terms);
    // The first day is in the future.
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
    await take(sahel, ids.sahel, id, 'contract', { contractAbilities: ['sample.device.read'] });
    await take(integrator, ids.najm, id, 'disengage', { reason: 'Too far away' });
    const stepsFor = async (who: TestPerson, companyId: number) =>
      (await one(who, companyId, id, '/history')).body.data.map(
        (line: { person: { company: string }; changes: { field: string; after: unknown }[] }) => [
          line.person.company,
          Object.fromEntries(line.changes.map(({ field, after }) => [field, after])),
        ],
      );
    const steps = await stepsFor(sahel, ids.sahel);
    expect(steps).toEqual([
      ['Najm Integration', { status: 'disengaged' }],
      ['Najm Integration', { status: 'disengaged', reason: 'Too far away' }],
      ['Sahel Logistics', { contractAbilities: ['sample.device.read'] }],
      ['Sahel Logistics', { status: 'engaged' }],
      ['Sahel Logistics', { status: 'engaged', contractStatus: 'Active', contractFrom: expect.any(String) }],
      ['Najm Integration', { type: 'ClientEngagement', status: 'pending', message: 'Hello' }],
    ]);
    expect(await stepsFor(integrator, ids.najm)).toEqual(steps);
    expect(refused(await one(qasr, ids.qasr, id, '/history'))).toEqual([404, 'not-found']);
  });

  test('never reveals in its history whether an address belongs to a company', async () => {
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
