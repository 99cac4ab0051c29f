import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid } from '#main/testing.ts';
import { bypassRls, inSystem, inTenant, type Tx } from '#platform/server/postgres/database.ts';
import { demoCompanies } from '../demo.ts';

let app: Rasid;
let mine: number;
let theirs: number;
let me: number;
beforeAll(async () => {
  app = await rasid();
  ({ reem: mine, qasr: theirs } = await demoCompanies(app.kit.db as unknown as Tx));
  me = (await app.kit.pool.query("SELECT id FROM users WHERE email = 'customer@rasid.test'")).rows[0].id;
  await app.signIn('customer@rasid.test');
  await app.signIn('other@rasid.test');
});
afterAll(() => app.close());

const asMe = <T>(work: (tx: Tx) => Promise<T>) =>
  inTenant(app.kit.db, { companies: [mine], userId: me, actingFor: mine }, work);
const tablesWith = async (column: string): Promise<string[]> =>
  (
    await app.kit.pool.query(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = $1 AND NOT a.attisdropped
       WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
      [column],
    )
  ).rows.map(({ name }) => name);
const denied = '42501';
const codeOf = (error: unknown) => (error as { code?: string }).code;

test('row-level security is forced on every table with data of a company', async () => {
  const { rows } = await app.kit.pool.query(
    "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relforcerowsecurity",
  );
  const forced = new Set(rows.map(({ relname }) => relname));
  const owned = new Set([...(await tablesWith('company_id')), ...(await tablesWith('user_id'))]);
  expect([...owned].filter((name) => !forced.has(name))).toEqual([]);
  expect(owned.size).toBeGreaterThan(15);
});

test('no table shows a row of another company', async () => {
  const shown: string[] = [];
  for (const table of await tablesWith('company_id')) {
    const foreign = asMe((tx) =>
      sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.table(table)} WHERE company_id <> ${mine}`.execute(tx),
    );
    const n = await foreign
      .then(({ rows }) => rows[0]?.n)
      .catch((error: unknown) => (codeOf(error) === denied ? 0 : Promise.reject(error)));
    if (n !== 0) shown.push(table);
  }
  expect(shown).toEqual([]);
});

test('nested access to all rows ends with the outer one', async () => {
  const scope = { companies: [mine], userId: me, actingFor: mine };
  const seen = async (tx: Tx) =>
    (await tx.selectFrom('company').select('id').where('id', 'in', [mine, theirs]).execute()).length;
  await asMe(async (tx) => {
    const counts = await bypassRls(tx, scope, async () => [await bypassRls(tx, scope, () => seen(tx)), await seen(tx)]);
    expect([...counts, await seen(tx)]).toEqual([2, 2, 1]);
  });
});

test('a row cannot be put into another company, nor moved there', async () => {
  const add = asMe((tx) => tx.insertInto('area').values({ companyId: theirs, name: 'Theirs', cityId: null }).execute());
  await expect(add).rejects.toMatchObject({ code: denied });
  await expect(asMe((tx) => tx.updateTable('area').set({ companyId: theirs }).execute())).rejects.toMatchObject({
    code: denied,
  });
  const changed = await asMe((tx) =>
    tx.updateTable('structure').set({ name: 'Mine' }).where('companyId', '=', theirs).executeTakeFirst(),
  );
  expect(changed.numUpdatedRows).toBe(0n);
});

test('only companies, relations, sessions and preferences of the caller are visible', async () => {
  const companies = await asMe((tx) => tx.selectFrom('company').select('id').execute());
  expect(companies).toEqual([{ id: mine }]);
  const relations = await asMe((tx) => tx.selectFrom('companyRelation').select('clientId').execute());
  expect(relations).toEqual([{ clientId: mine }]);
  const owners = await asMe((tx) => tx.selectFrom('session').select('userId').distinct().execute());
  expect(owners).toEqual([{ userId: me }]);
  const preference = asMe((tx) =>
    tx
      .insertInto('preference')
      .values({ userId: me + 1, key: 'x', value: '1' })
      .execute(),
  );
  await expect(preference).rejects.toMatchObject({ code: denied });
});

test('the log cannot be rewritten and does not contain secrets', async () => {
  for (const table of ['access_log', 'change_log', 'device_log', 'alarm_event']) {
    for (const change of [`UPDATE ${table} SET id = DEFAULT`, `DELETE FROM ${table}`]) {
      const work = (tx: Tx) => sql.raw(change).execute(tx);
      await expect(asMe(work)).rejects.toMatchObject({ code: denied });
      await expect(inSystem(app.kit.db, work)).rejects.toMatchObject({ code: denied });
    }
  }
  const { rows } = await app.kit.pool.query(
    "SELECT count(*) AS n FROM change_log WHERE (coalesce(before, '{}') || coalesce(after, '{}'))::text ~ 'argon2'",
  );
  expect(rows[0].n).toBe(0);
});
