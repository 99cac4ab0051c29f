import { afterAll, beforeAll, expect } from 'vitest';
import { demoCompanies, grantApp } from '#core/accounts/server/api.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { type Rasid, rasid, type TestPerson } from '../../testing.ts';

export const depotApi = '/depot/api';
export let app: Rasid;
export let ids: Awaited<ReturnType<typeof demoCompanies>>;
/** An administrator of the company, people of it whose abilities `permit` sets, and an administrator of another company. */
export let customer: TestPerson;
export let viewer: TestPerson;
export let operator: TestPerson;
export let stranger: TestPerson;
/** Two sites of the company. */
export let sites: [number, number];

/** Starts the product on a separate database, in which two companies have the fixture app with racks. */
export function withRacks(): void {
  beforeAll(async () => {
    app = await rasid();
    ids = await inSystem(app.kit.db, async (tx) => {
      const companies = await demoCompanies(tx);
      await grantApp(tx, 'depot', [companies.reem, companies.qasr]);
      return companies;
    });
    [customer, viewer, stranger, operator] = (await Promise.all(
      ['customer', 'viewer', 'other', 'operator'].map((name) => app.signIn(`${name}@rasid.test`)),
    )) as [TestPerson, TestPerson, TestPerson, TestPerson];
    const found = (await customer.call('GET', `/company/${ids.reem}/structure?limit=2`)).body.data;
    sites = found.map(({ id }: { id: number }) => id);
  });
  afterAll(() => app.close());
}

/** What a call returns; it must succeed. */
export async function made(person: TestPerson, path: string, body: object) {
  const reply = await person.call('POST', `${depotApi}${path}`, { body });
  expect([200, 201], JSON.stringify(reply.body)).toContain(reply.status);
  return reply.body.data;
}

export const newRack = async (name: string, structureId: number = sites[0]): Promise<number> =>
  (await made(customer, '/rack', { name, structureId })).id;

export type Permitted = readonly [site: number | '*', entity: string, actions: readonly string[]];

/** Allows the person these actions at each site, and nothing else. */
export async function permit(person: TestPerson, at: readonly Permitted[]) {
  const { pool } = app.kit;
  const { id } = (await person.call('GET', '/session')).body.data.user;
  await pool.query('DELETE FROM permission_group_member WHERE user_id = $1', [id]);
  for (const [site, entity, actions] of at)
    await pool.query(
      `WITH made AS (INSERT INTO permission_group (company_id, app_id, name) VALUES ($1, 'depot', gen_random_uuid()::text) RETURNING id),
            member AS (INSERT INTO permission_group_member (group_id, company_id, user_id) SELECT id, $1, $2 FROM made),
            site AS (INSERT INTO permission_group_resource (group_id, company_id, resource) SELECT id, $1, $3 FROM made)
       INSERT INTO permission_group_grant (group_id, company_id, entity, actions) SELECT id, $1, $4, $5 FROM made`,
      [ids.reem, id, String(site), entity, actions],
    );
}
