import { afterAll, beforeAll, expect, test } from 'vitest';
import { countStatements, type Rasid, rasid, type TestPerson } from '#main/testing.ts';

const locks = 500;
let app: Rasid;
let customer: TestPerson;

// Without timers, which would send statements of their own.
beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
});
afterAll(() => app.close());

/** A person of the company, or a guest of that name, with a code and the app on a number of locks, by one grant. */
async function withCodes(company: number, who: string): Promise<{ userId: number | null; holderId: number }> {
  const { rows } = await app.kit.pool.query(
    `WITH locks AS (
            INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, state)
            SELECT $1::integer, 'metrowatch', 11, 1101, 'Door', upper($2) || n, 'inventory' FROM generate_series(1, $3::integer) n
            RETURNING id),
          holder AS (
            INSERT INTO access_holder (company_id, user_id, name)
            VALUES ($1::integer, (SELECT id FROM users WHERE email = $2), $2) RETURNING id, user_id),
          given AS (
            INSERT INTO access_grant (company_id, app, mode, state, holder_id, starts_at, open, methods)
            SELECT $1::integer, 'metrowatch', 'fulltime', 'active', id, now(), true, '{app,pin}' FROM holder RETURNING id),
          codes AS (
            INSERT INTO access_credential (company_id, grant_id, device_id, kind, sync, slot)
            SELECT $1::integer, given.id, locks.id, kind, CASE kind WHEN 'pin' THEN 'set' ELSE 'none' END, CASE kind WHEN 'pin' THEN 2 END
              FROM given, locks, unnest('{app,pin}'::text[]) AS kind)
     SELECT user_id AS "userId", id AS "holderId" FROM holder`,
    [company, who, locks],
  );
  return rows[0];
}

/** The credentials of a holder by what has become of them. */
const credentialsOf = async (holderId: number) =>
  (
    await app.kit.pool.query(
      `SELECT g.state, c.kind, c.sync, count(*)::integer AS codes, bool_and(c.deactivated_at IS NOT NULL) AS off
         FROM access_credential c JOIN access_grant g ON g.id = c.grant_id WHERE g.holder_id = $1 GROUP BY 1, 2, 3 ORDER BY 2`,
      [holderId],
    )
  ).rows;
const allTaken = [
  { state: 'ended', kind: 'app', sync: 'none', codes: locks, off: true },
  { state: 'ended', kind: 'pin', sync: 'removing', codes: locks, off: true },
];

test('the access of a person to 500 locks is taken within a second, by twenty statements at most', async () => {
  const { company } = (await customer.call('GET', '/session')).body.data;
  const times: number[] = [];
  for (const guest of ['Guest A', 'Guest B', 'Guest C']) {
    const { holderId } = await withCodes(company.id, guest);
    const began = performance.now();
    const statements = await countStatements(app, async () => {
      const taken = await customer.call('POST', `/metrowatch/user-access/holder/${holderId}/revoke`, { body: {} });
      expect(taken.status).toBe(200);
    });
    times.push(performance.now() - began);
    expect(statements).toBeLessThanOrEqual(20);
    expect(await credentialsOf(holderId)).toEqual(allTaken);
  }
  // A loaded machine delays some of them.
  expect(Math.min(...times)).toBeLessThan(1000);
});

test('a person who leaves the company loses 500 locks in that transaction, by twenty more statements at most', async () => {
  const { company } = (await customer.call('GET', '/session')).body.data;
  const times: number[] = [];
  for (const email of ['operator@rasid.test', 'viewer@rasid.test']) {
    const { userId, holderId } = await withCodes(company.id, email);
    const change = (status: 'suspended' | 'active') =>
      countStatements(app, async () => {
        const answer = await customer.call('PATCH', `/company/${company.id}/user/${userId}`, { body: { status } });
        expect(answer.status).toBe(200);
      });
    const began = performance.now();
    const withAccess = await change('suspended');
    times.push(performance.now() - began);
    expect(await credentialsOf(holderId)).toEqual(allTaken);
    const [revocation] = (await customer.call('GET', '/metrowatch/user-access/revocation?limit=1')).body.data;
    expect(revocation).toMatchObject({ locks, confirmed: 0, reason: 'holder-left' });
    await change('active');
    expect(withAccess - (await change('suspended'))).toBeLessThanOrEqual(20);
  }
  expect(Math.min(...times)).toBeLessThan(1000);
});
