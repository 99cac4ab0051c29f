import { beforeEach, describe, expect, test } from 'vitest';
import {
  actsFor,
  app,
  customer,
  fmc,
  ids,
  integrator,
  mails,
  qasr,
  refused,
  sahel,
  send,
  soon,
  take,
  withCompanies,
  withoutRequests,
} from '#main/testing/test-companies.ts';

withCompanies();
withoutRequests();

const ask = (destinationEmail: string, more: object = {}) =>
  send(customer, ids.reem, { type: 'ProviderEngagement', destinationEmail, destinationType: 'FMC', ...more });
const sql = (text: string, values: unknown[] = []) => app.kit.pool.query(text, values);
const destination = async (id: number) =>
  (await sql('SELECT destination_id FROM company_request WHERE id = $1', [id])).rows[0].destination_id;

describe('a request to an email address', () => {
  test('does not reach a company that merely claims the address', async () => {
    await fmc.call('PATCH', `/company/${ids.gulfcare}`, { body: { email: 'office@realfmc.example' } });
    const { id } = (await ask('office@realfmc.example')).body.data;
    expect(await destination(id)).toBeNull();
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['office@realfmc.example']);
  });

  test.each([
    ['has not confirmed it', 'email_confirmed = false'],
    ['is no administrator', "role = 'Operator'"],
    ['is not active', "status = 'inactive'"],
  ])('does not reach the company of a person who %s', async (_who, change) => {
    await sql(`UPDATE users SET ${change} WHERE email = 'fmc@rasid.test'`);
    const { id } = (await ask('fmc@rasid.test')).body.data;
    expect(await destination(id)).toBeNull();
    await sql(
      "UPDATE users SET email_confirmed = true, role = 'Admin', status = 'active' WHERE email = 'fmc@rasid.test'",
    );
  });

  describe('that is answered', () => {
    let id: number;
    beforeEach(async () => {
      ({ id } = (await ask('fmc@rasid.test', { contractAbilities: ['structure.structure.read'] })).body.data);
      expect((await take(fmc, ids.gulfcare, id, 'engage')).body.data).toMatchObject({
        status: 'pending',
        allowed: ['handle'],
      });
    });
    const mine = async () => (await customer.call('GET', `/company/${ids.reem}/request/${id}`)).body.data;

    test('shows the person who answers, and has no effect until the sender confirms', async () => {
      expect(await mine()).toMatchObject({
        company: { id: ids.gulfcare, name: 'Gulf Facility Care' },
        destinationEmail: 'fmc@rasid.test',
        allowed: ['engage', 'cancel'],
      });
      expect((await mails()).at(-1)).toMatchObject({
        recipient: 'customer@rasid.test',
        subject: 'Gulf Facility Care has answered your request',
      });
      expect(await actsFor(fmc, ids.reem)).toBe(403);
      expect(refused(await take(fmc, ids.gulfcare, id, 'engage'))).toEqual([403, 'other-side-decides']);
      expect(refused(await take(fmc, ids.gulfcare, id, 'handle', { decision: 'accept' }))[0]).toBe(409);
      expect((await take(customer, ids.reem, id, 'engage', { contractTo: soon(30) })).body.data.status).toBe('engaged');
      expect(await actsFor(fmc, ids.reem)).toBe(200);
      expect((await mine()).contractAbilities).toEqual(['structure.structure.read']);
      await take(customer, ids.reem, id, 'disengage');
    });

    test('is withdrawn by a sender who meant somebody else, or rejected later by the person who answered', async () => {
      expect((await take(customer, ids.reem, id, 'cancel')).body.data.status).toBe('cancelled');
      await sql("UPDATE company_request SET status = 'pending' WHERE id = $1", [id]);
      const reply = await take(fmc, ids.gulfcare, id, 'handle', { decision: 'reject' });
      expect(reply.body.data.status).toBe('rejected');
      expect(await actsFor(fmc, ids.reem)).toBe(403);
    });
  });

  test('keeps the terms that the client sets with its answer', async () => {
    const { id } = (
      await send(integrator, ids.najm, {
        type: 'ClientEngagement',
        destinationEmail: 'newcomer@rasid.test',
        destinationType: 'Customer',
      })
    ).body.data;
    const terms = { contractAbilities: ['structure.structure.read'], contractTo: soon(30) };
    await take(sahel, ids.sahel, id, 'engage', terms);
    expect(refused(await take(integrator, ids.najm, id, 'engage', { contractAbilities: null }))).toEqual([
      422,
      'terms-are-the-clients',
    ]);
    expect((await take(integrator, ids.najm, id, 'engage')).body.data).toMatchObject({ status: 'engaged', ...terms });
  });
});

describe('a request to the number of a company', () => {
  const asClient = (destinationId: number) => send(fmc, ids.gulfcare, { type: 'ClientEngagement', destinationId });
  const asProvider = (destinationId: number) => send(qasr, ids.qasr, { type: 'ProviderEngagement', destinationId });

  test('that is not public gets the same reply as one to a number that no company has', async () => {
    const [hidden, none] = [await asClient(ids.qasr), await asClient(999_999)];
    expect(hidden.status).toBe(418);
    expect(hidden.body).toEqual(none.body);
    const own = { type: 'ProviderEngagement', destinationId: ids.qasr };
    expect((await send(customer, ids.reem, own)).body).toEqual(none.body);
    const { body } = await fmc.call('GET', `/company/${ids.gulfcare}/request?status=pending`);
    expect(body.data).toEqual([]);
  });

  test('reaches a former client, whose number the provider knows', async () => {
    const reply = await send(integrator, ids.najm, { type: 'ClientEngagement', destinationId: ids.sahel });
    expect([reply.status, reply.body.data.company.name]).toEqual([201, 'Sahel Logistics']);
  });

  test('can name a provider, because providers are public', async () => {
    expect((await asProvider(ids.mada)).body.data.company.name).toBe('Mada Asset Services');
  });

  test('is sent to the same one five times a day at most, and mailed no more often', async () => {
    for (let times = 0; times < 5; times++) {
      const { id } = (await asProvider(ids.mada)).body.data;
      await take(qasr, ids.qasr, id, 'cancel');
    }
    expect(refused(await asProvider(ids.mada))).toEqual([429, 'asked-often']);
    expect((await asProvider(ids.gulfcare)).status).toBe(201);
  });
});

test.each(['RenewContract', 'CancelContract'])(
  'a pending %s of the provider says to both sides what the other is',
  async (type) => {
    const more = type === 'RenewContract' ? { contractTo: soon(900) } : {};
    const reply = await send(integrator, ids.najm, { type, destinationId: ids.reem, ...more });
    expect(reply.body.data.side).toBe('client');
    const received = await customer.call('GET', `/company/${ids.reem}/request/${reply.body.data.id}`);
    expect(received.body.data.side).toBe('provider');
  },
);

test.each(['constructor.x.y', 'sample.constructor.read', 'sample.device.valueOf'])(
  'a contract does not take the ability %s',
  async (ability) => {
    const reply = await send(integrator, ids.najm, {
      type: 'ClientEngagement',
      destinationId: ids.sahel,
      contractAbilities: [ability],
    });
    expect([reply.status, reply.body.errors[0].msg]).toEqual([418, 'invalid']);
  },
);

test('a contract that names such an ability anyway has no effect', async () => {
  const set = (abilities: string) =>
    sql(`UPDATE company_relation SET contract_abilities = ${abilities} WHERE provider_id = $1 AND client_id = $2`, [
      ids.najm,
      ids.reem,
    ]);
  await set("'{constructor.planted.read,sample.constructor.read}'");
  expect(await actsFor(integrator, ids.reem)).toBe(200);
  await set('NULL');
  expect(Object.hasOwn(Object, '*')).toBe(false);
});
