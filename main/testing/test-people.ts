import { afterAll, beforeAll } from 'vitest';
import { demoCompanies, demoUsers } from '#core/accounts/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { demoPassword, type Rasid, rasid, type TestPerson } from '../testing.ts';

export let app: Rasid;
export let ids: Awaited<ReturnType<typeof demoCompanies>>;
/** The ids of the demo people, by the first part of their addresses. */
export let people: Record<string, number>;
export let customer: TestPerson;

/** Starts the product on a separate database and signs in an administrator of a customer. */
export function withPeople(): void {
  beforeAll(async () => {
    app = await rasid();
    ids = await demoCompanies(app.kit.db as unknown as Tx);
    people = await demoUsers(app.kit.db as unknown as Tx);
    customer = await app.signIn('customer@rasid.test');
  });
  afterAll(() => app.close());
}

export type TestGuest = TestPerson & { id: number; companyId: number };

/** Signs in a new guest of the customer of the demo data, with a role within an app, who is there for the room 7. */
export async function addGuest(to: Rasid, email: string, [appId, role]: [string, string]): Promise<TestGuest> {
  const { rows } = await to.kit.pool.query(
    `WITH person AS (
       INSERT INTO users (company_id, email, first_name, last_name, role, kind, password_hash)
       SELECT company_id, $1, 'Lodger', 'Guest', 'Viewer', 'guest', password_hash FROM users WHERE email = 'customer@rasid.test'
       RETURNING id, company_id),
     given AS (INSERT INTO user_app_role (user_id, company_id, app_id, role) SELECT id, company_id, $2, $3 FROM person),
     room AS (INSERT INTO guest_subject (user_id, company_id, app_id, subject_type, subject_id) SELECT id, company_id, $2, 'room', 7 FROM person)
     SELECT id, company_id AS "companyId" FROM person`,
    [email, appId, role],
  );
  return { ...(await to.signIn(email, demoPassword)), ...(rows[0] as { id: number; companyId: number }) };
}
