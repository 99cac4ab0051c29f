import { demoPassword, type Rasid, type TestPerson } from '../testing.ts';

export type TestGuest = TestPerson & { id: number; companyId: number };

/** Signs in a new guest of the customer of the demo data, with a role within an app, who is there for the room 7. */
export async function addGuest(app: Rasid, email: string, [appId, role]: [string, string]): Promise<TestGuest> {
  const { rows } = await app.kit.pool.query(
    `WITH person AS (
       INSERT INTO users (company_id, email, first_name, last_name, role, kind, password_hash)
       SELECT company_id, $1, 'Lodger', 'Guest', 'Viewer', 'guest', password_hash FROM users WHERE email = 'customer@rasid.test'
       RETURNING id, company_id),
     given AS (INSERT INTO user_app_role (user_id, company_id, app_id, role) SELECT id, company_id, $2, $3 FROM person),
     room AS (INSERT INTO guest_subject (user_id, company_id, app_id, subject_type, subject_id) SELECT id, company_id, $2, 'room', 7 FROM person)
     SELECT id, company_id AS "companyId" FROM person`,
    [email, appId, role],
  );
  return { ...(await app.signIn(email, demoPassword)), ...(rows[0] as { id: number; companyId: number }) };
}
