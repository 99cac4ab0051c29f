import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Rasid, rasid } from '#main/testing.ts';
import { inSystem, inTenant, queryText, type Scope } from '../postgres/database.ts';

let app: Rasid;
/** A person of each company, and the companies. */
let [reem, qasr, sahel]: Person[] = [];
type Person = { userId: number; companyId: number };
const never: Person = { userId: 0, companyId: 0 };

beforeAll(async () => {
  app = await rasid();
  const { rows } = await app.kit.pool.query(
    `SELECT u.id AS "userId", u.company_id AS "companyId" FROM unnest('{customer,other,newcomer}'::text[]) WITH ORDINALITY AS n (name, at)
       JOIN users u ON u.email = n.name || '@rasid.test' ORDER BY n.at`,
  );
  [reem, qasr, sahel] = rows;
  await app.kit.pool.query(`
    CREATE TABLE carriage (carrier integer, owner integer);
    GRANT SELECT ON carriage TO rasid_app;
    GRANT SELECT, INSERT ON carriage TO rasid_all;
    CREATE FUNCTION carries_for(carrier integer, owner integer) RETURNS boolean LANGUAGE sql STABLE AS $$
      SELECT EXISTS (SELECT FROM carriage c WHERE c.carrier = carries_for.carrier AND c.owner = carries_for.owner)
    $$;
    CREATE TABLE "Parcel" (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, company_id integer NOT NULL, carrier_id integer, "to" integer);
    SELECT rasid_shared_rows('"Parcel"', sides => '{carrier_id,to}', own => 'own_company', running => 'carries_for');

    CREATE TABLE fault (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, company_id integer NOT NULL);
    CREATE TABLE fault_party (
      fault_id   integer NOT NULL REFERENCES fault ON DELETE CASCADE,
      company_id integer NOT NULL,
      owner_id   integer NOT NULL,
      until_at   timestamptz,
      reads      boolean NOT NULL GENERATED ALWAYS AS (until_at IS NULL) STORED,
      PRIMARY KEY (fault_id, company_id)
    );
    SELECT rasid_shared_rows('fault_party', '{company_id,owner_id}', logged => true);
    SELECT rasid_shared_rows('fault', parties => 'fault_party', link => 'fault_id');
    CREATE TABLE fault_note (fault_id integer NOT NULL, company_id integer NOT NULL, internal boolean NOT NULL DEFAULT false);
    SELECT rasid_shared_rows('fault_note', parties => 'fault_party', link => 'fault_id', key => 'fault_id',
      visible => 'NOT internal OR company_id = ANY ((SELECT rasid_companies())::integer[])');
    CREATE TABLE fault_file (fault_id integer NOT NULL, secret boolean NOT NULL DEFAULT false);
    SELECT rasid_shared_part('fault_file', 'fault', 'o.id = fault_file.fault_id', 'NOT secret OR o.company_id = (SELECT own_company())')`);
});
beforeEach(() => app.kit.pool.query('TRUNCATE "Parcel", carriage, fault, fault_party, fault_note, fault_file'));
afterAll(() => app.close());

/** A person with a scope: their own company, or those for which they act. */
const scopeOf = ({ userId, companyId }: Person = never, companies = [companyId]): Scope => ({
  companies,
  userId,
  actingFor: companies[0] ?? null,
});
const run = async (scope: Scope, text: string, values: readonly unknown[] = []) =>
  (await inTenant(app.kit.db, scope, (tx) => queryText<Record<string, unknown>>(tx, { text, values }))).rows;
const count = async (table: string, scope: Scope) => (await run(scope, `SELECT FROM ${table}`)).length;
const asSystem = (text: string, values: readonly unknown[] = []) =>
  inSystem(app.kit.db, (tx) => queryText<Record<string, unknown>>(tx, { text, values })).then(({ rows }) => rows);
const idOf = (person: Person = never) => person.companyId;

describe('sides in columns', () => {
  const add = (values: (number | null)[]) =>
    asSystem('INSERT INTO "Parcel" (company_id, carrier_id, "to") VALUES ($1, $2, $3)', values);
  const contract = () => asSystem('INSERT INTO carriage VALUES ($1, $2)', [idOf(qasr), idOf(reem)]);

  test.each(['carrier', 'receiver'])('the owner and, while the relation runs, the %s see a row', async (side) => {
    await add(side === 'carrier' ? [idOf(reem), idOf(qasr), null] : [idOf(reem), null, idOf(qasr)]);
    expect(await count('"Parcel"', scopeOf(reem))).toBe(1);
    expect(await count('"Parcel"', scopeOf(qasr))).toBe(0);
    await contract();
    expect(await count('"Parcel"', scopeOf(qasr))).toBe(1);
    expect(await count('"Parcel"', scopeOf(sahel))).toBe(0);
  });

  test('a person who acts for the owner sees a row, one who acts for the side does not', async () => {
    await add([idOf(reem), idOf(qasr), null]);
    await contract();
    expect(await count('"Parcel"', scopeOf(sahel, [idOf(reem)]))).toBe(1);
    expect(await count('"Parcel"', scopeOf(sahel, [idOf(qasr)]))).toBe(0);
  });

  test('a side writes rows of the owner while the relation runs, and a stranger never', async () => {
    const insert = (person?: Person) =>
      run(scopeOf(person), 'INSERT INTO "Parcel" (company_id, carrier_id) VALUES ($1, $2)', [idOf(reem), idOf(qasr)]);
    await expect(insert(qasr)).rejects.toMatchObject({ code: '42501' });
    await contract();
    await insert(qasr);
    await expect(insert(sahel)).rejects.toMatchObject({ code: '42501' });
    await expect(run(scopeOf(reem), 'DELETE FROM "Parcel"')).rejects.toMatchObject({ code: '42501' });
  });

  test('the audience is the owner and the sides whose relation runs', async () => {
    const audience = async () => (await asSystem('SELECT "Parcel_audience"(p) AS companies FROM "Parcel" p'))[0];
    await add([idOf(reem), idOf(qasr), idOf(sahel)]);
    expect(await audience()).toEqual({ companies: [idOf(reem)] });
    await contract();
    expect(await audience()).toEqual({ companies: [idOf(reem), idOf(qasr)] });
  });

  test('sides without the functions of their relation are refused', async () => {
    const call = app.kit.pool.query(
      `SELECT rasid_shared_rows('"Parcel"', sides => '{carrier_id}', own => 'own_company')`,
    );
    await expect(call).rejects.toThrow('the sides of "Parcel" need the functions own() and running(side, owner)');
  });
});

describe('parties in a table', () => {
  beforeEach(async () => {
    await asSystem(
      `WITH made AS (INSERT INTO fault (company_id) VALUES ($1) RETURNING id, company_id),
            party AS (INSERT INTO fault_party (fault_id, company_id, owner_id) SELECT id, $2, company_id FROM made),
            note AS (INSERT INTO fault_note SELECT id, company_id, n = 2 FROM made, generate_series(1, 2) n)
       INSERT INTO fault_file SELECT id, n = 2 FROM made, generate_series(1, 2) n`,
      [idOf(reem), idOf(qasr)],
    );
  });
  const counts = async (scope: Scope) => ({
    rows: await count('fault', scope),
    parties: await count('fault_party', scope),
    notes: await count('fault_note', scope),
    files: await count('fault_file', scope),
  });

  test('the owner sees its row and the parties of it, and a party sees the row and itself', async () => {
    await asSystem('INSERT INTO fault_party SELECT id, $1, company_id FROM fault', [idOf(sahel)]);
    expect(await counts(scopeOf(reem))).toEqual({ rows: 1, parties: 2, notes: 2, files: 2 });
    expect(await counts(scopeOf(qasr))).toEqual({ rows: 1, parties: 1, notes: 1, files: 1 });
  });

  test('a stranger sees none of it, and a person who acts for a party what the party sees', async () => {
    expect(await counts(scopeOf(sahel))).toEqual({ rows: 0, parties: 0, notes: 0, files: 0 });
    expect(await counts(scopeOf(sahel, [idOf(qasr)]))).toEqual({ rows: 1, parties: 1, notes: 1, files: 1 });
  });

  test('a party that no longer reads sees only that it was one', async () => {
    await asSystem('UPDATE fault_party SET until_at = now()');
    expect(await counts(scopeOf(qasr))).toEqual({ rows: 0, parties: 1, notes: 0, files: 0 });
  });

  test('a party changes the row and cannot add one', async () => {
    expect(await run(scopeOf(qasr), 'UPDATE fault SET company_id = company_id RETURNING id')).toHaveLength(1);
    const insert = run(scopeOf(qasr), 'INSERT INTO fault (company_id) VALUES ($1)', [idOf(reem)]);
    await expect(insert).rejects.toMatchObject({ code: '42501' });
  });

  test('the audience is the owner and the parties that read', async () => {
    const audience = async () => (await asSystem('SELECT fault_audience(f) AS companies FROM fault f'))[0];
    expect(await audience()).toEqual({ companies: [idOf(reem), idOf(qasr)] });
    await asSystem('UPDATE fault_party SET until_at = now()');
    expect(await audience()).toEqual({ companies: [idOf(reem)] });
  });

  test('a logged change is in the history of each owner', async () => {
    const { rows } = await app.kit.pool.query(
      `SELECT company_id, action FROM change_log WHERE table_name = 'fault_party' ORDER BY id DESC LIMIT 2`,
    );
    expect(rows).toEqual([
      { company_id: idOf(reem), action: 'insert' },
      { company_id: idOf(qasr), action: 'insert' },
    ]);
  });

  test('parties without the column of the row are refused', async () => {
    const call = app.kit.pool.query(`SELECT rasid_shared_rows('fault', parties => 'fault_party')`);
    await expect(call).rejects.toThrow('the parties of fault need the column that names the row');
  });
});

test('each column that a policy compares has one index, also after a second call', async () => {
  await app.kit.pool.query(
    `SELECT rasid_shared_rows('"Parcel"', sides => '{carrier_id,to}', own => 'own_company', running => 'carries_for')`,
  );
  const { rows } = await app.kit.pool.query(
    `SELECT c.relname AS table, pg_get_indexdef(i.indexrelid, 1, false) AS first FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
      WHERE c.relname IN ('Parcel', 'fault', 'fault_party', 'fault_note') AND NOT i.indisprimary ORDER BY 1, 2`,
  );
  expect(rows.map(({ table, first }) => `${table} ${first}`).sort()).toEqual([
    'Parcel "to"',
    'Parcel carrier_id',
    'Parcel company_id',
    'fault company_id',
    'fault_note company_id',
    'fault_party company_id',
    'fault_party owner_id',
  ]);
});

test('the catalogue names the tables and what their rows are seen by', async () => {
  const { rows } = await app.kit.pool.query(
    "SELECT * FROM rasid_shared_row WHERE table_name IN ('Parcel', 'fault', 'fault_party', 'fault_file') ORDER BY table_name COLLATE \"C\"",
  );
  expect(rows).toEqual([
    { table_name: 'Parcel', owners: ['company_id'], sides: ['carrier_id', 'to'], parties: null, part_of: null },
    { table_name: 'fault', owners: ['company_id'], sides: [], parties: 'fault_party', part_of: null },
    { table_name: 'fault_file', owners: [], sides: [], parties: null, part_of: 'fault' },
    { table_name: 'fault_party', owners: ['company_id', 'owner_id'], sides: [], parties: null, part_of: null },
  ]);
});
