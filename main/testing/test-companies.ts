import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { demoCompanies } from '#core/accounts/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { type Rasid, rasid, type TestPerson } from '../testing.ts';

export let app: Rasid;
export let ids: Awaited<ReturnType<typeof demoCompanies>>;
/** The Super Admin of the platform. The people below are administrators of these companies. */
export let admin: TestPerson;
export let integrator: TestPerson;
export let customer: TestPerson;
export let sahel: TestPerson;
export let qasr: TestPerson;
export let fmc: TestPerson;

/** Starts the product on a separate database and signs in to its demo companies. */
export function withCompanies(): void {
  beforeAll(async () => {
    app = await rasid();
    ids = await demoCompanies(app.kit.db as unknown as Tx);
    [admin, integrator, customer, sahel, qasr, fmc] = (await Promise.all(
      ['super', 'integrator', 'customer', 'newcomer', 'other', 'fmc'].map((name) => app.signIn(`${name}@rasid.test`)),
    )) as [TestPerson, TestPerson, TestPerson, TestPerson, TestPerson, TestPerson];
    // They have worked together before, so each may send a request to the number of the other.
    await app.kit.pool.query(
      `INSERT INTO company_relation (provider_id, client_id, status) VALUES ($1, $2, 'disengaged') ON CONFLICT DO NOTHING`,
      [ids.najm, ids.sahel],
    );
  });
  afterAll(() => app.close());
}

/** Before each test, closes all requests, deletes all mails and ends all relations that are not in the demo data. */
export function withoutRequests(): void {
  beforeEach(async () => {
    await app.kit.pool.query("UPDATE company_request SET status = 'cancelled' WHERE status IN ('pending', 'engaged')");
    // The number of requests of a company per day is limited.
    await app.kit.pool.query("UPDATE company_request SET created_at = created_at - interval '2 days'");
    await app.kit.pool.query(
      "UPDATE company_relation SET status = 'disengaged' WHERE status = 'engaged' AND client_id NOT IN ($1, $2)",
      [ids.reem, ids.wadi],
    );
    await app.kit.pool.query('DELETE FROM mail_outbox');
  });
}

export const send = (who: TestPerson, companyId: number, body: object) =>
  who.call('POST', `/company/${companyId}/request`, { body });
export const take = (who: TestPerson, companyId: number, requestId: number, step: string, body: object = {}) =>
  who.call('PATCH', `/company/${companyId}/request/${requestId}/${step}`, { body });
export const offer = async (body: object = {}): Promise<number> => {
  const reply = await send(integrator, ids.najm, { type: 'ClientEngagement', destinationId: ids.sahel, ...body });
  expect(reply.status).toBe(201);
  return reply.body.data.id;
};
export const engaged = async (body: object = {}) => {
  const id = await offer(body);
  expect((await take(sahel, ids.sahel, id, 'engage')).status).toBe(200);
  return id;
};
export const mails = async () =>
  (await app.kit.pool.query('SELECT recipient, subject, text FROM mail_outbox ORDER BY id')).rows as {
    recipient: string;
    subject: string;
    text: string;
  }[];
export const actsFor = async (who: TestPerson, id: number) =>
  (await who.call('GET', '/session', { headers: { 'customer-id': String(id) } })).status;
export const refused = (reply: { status: number; body: { word?: string } }) => [reply.status, reply.body.word];
export const soon = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
export const draft = (key: string, more: object = {}) => ({
  name: `Company ${key}`,
  email: `office@${key}.test`,
  firstName: 'Noor',
  lastName: 'Saleh',
  adminEmail: `noor@${key}.test`,
  ...more,
});
export const lastMail = async (email: string) =>
  (
    await app.kit.pool.query('SELECT subject, text FROM mail_outbox WHERE recipient = $1 ORDER BY id DESC LIMIT 1', [
      email,
    ])
  ).rows[0];
