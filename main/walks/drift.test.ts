import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { definedEntities } from '#platform/common/define-entity.ts';
import '../apps.ts';
import { type Rasid, rasid } from '../testing.ts';

type Column = { table: string; column: string; nullable: boolean; type: string };

let app: Rasid;
let columns: Column[];
const entities = definedEntities();

beforeAll(async () => {
  app = await rasid();
  const rows = await app.kit.pool.query(`
    SELECT table_name AS table, column_name AS column, is_nullable = 'YES' AS nullable, data_type AS type
      FROM information_schema.columns WHERE table_schema = 'public'`);
  columns = rows.rows;
});
afterAll(() => app.close());

const snake = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const columnOf = (table: string, name: string) =>
  columns.find((candidate) => candidate.table === table && candidate.column === name);

describe.each(entities.map((entity) => [entity.name, entity] as const))('%s', (_name, entity) => {
  test('the table has a column for every field, nullable where the field is nullable', () => {
    for (const [field, schema] of Object.entries(entity.fields.shape)) {
      // A location is stored in two columns, so that the database can index and check them.
      const names = field === 'location' ? ['lat', 'lng'] : [snake(field)];
      for (const name of names) {
        const column = columnOf(entity.table, name);
        expect(column, `${entity.table}.${name}`).toBeDefined();
        const acceptsNull = z.safeParse(schema, null).success;
        if (acceptsNull) expect(column?.nullable, `${entity.table}.${name} must take null`).toBe(true);
      }
    }
  });

  test('the columns for search, filters and sorting exist and the search column has an index', async () => {
    if (entity.list.search?.length) expect(columnOf(entity.table, 'search')).toBeDefined();
    for (const field of [...(entity.list.filter ?? []), ...(entity.list.sort ?? [])])
      expect(columnOf(entity.table, snake(field)), `${entity.table}.${field}`).toBeDefined();
    if (entity.list.search?.length) {
      const indexes = await app.kit.pool.query(
        "SELECT indexdef FROM pg_indexes WHERE tablename = $1 AND indexdef LIKE '%gin_trgm_ops%'",
        [entity.table],
      );
      expect(indexes.rowCount).toBeGreaterThan(0);
    }
  });
});

describe('row-level security', () => {
  /** Tables without row-level security, with the reason. */
  const withoutPolicies = new Map([
    ['country', 'the gazetteer'],
    ['city', 'the gazetteer'],
    ['device_hardware', 'the catalogue'],
    ['market_product', 'the catalogue'],
    ['market_option', 'the catalogue'],
    ['package', 'the packages that merchants sell'],
    ['market_country', 'the terms that hold for everybody'],
    ['market_seller', 'who sells, as bills say'],
    ['permission', 'the registry'],
    ['installation', 'the settings of the installation, read by statements'],
    ['stream_shard', 'where the stream of readings lives, read by the program alone'],
    ['zone_offset', 'offsets of time zones, the same for everybody'],
    ['zone_version', 'the release that zone_offset was filled from'],
    ['rasid_migration', 'read by the program before any request'],
    ['role_field', 'the names that apps give to their roles, the same for everybody'],
    ['rasid_shared_row', 'which tables several companies see, read by tests'],
    ['rasid_demo', 'read by the program before any request'],
  ]);

  test('it is enabled and forced on every table, also for its owner', async () => {
    const rows = await app.kit.pool.query(`
      SELECT c.relname AS table, c.relrowsecurity AND c.relforcerowsecurity AS secured FROM pg_class c
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition`);
    const without = rows.rows.filter((row) => !row.secured).map((row) => row.table as string);
    expect(without.filter((table) => !withoutPolicies.has(table))).toEqual([]);
  });

  test('it hides every row from the tenant’s role when no company is set', async () => {
    const rows = await app.kit.pool.query(`
      SELECT c.relname AS table FROM pg_class c
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relrowsecurity AND has_table_privilege('rasid_app', c.oid, 'SELECT')`);
    expect(rows.rowCount).toBeGreaterThan(10);
    for (const { table } of rows.rows) {
      const client = await app.kit.pool.connect();
      await client.query('BEGIN; SET LOCAL ROLE rasid_app');
      const visible = await client.query(`SELECT count(*)::integer AS n FROM ${table}`);
      await client.query('ROLLBACK');
      client.release();
      expect([table, visible.rows[0].n]).toEqual([table, 0]);
    }
  });

  test('it hides all readings from the tenant’s role', async () => {
    const rows = await app.kit.pool.query(
      "SELECT has_table_privilege('rasid_app', 'reading', 'SELECT') AS may, has_table_privilege('rasid_app', 'device_credential', 'SELECT') AS secrets",
    );
    expect(rows.rows[0]).toEqual({ may: false, secrets: false });
  });
});
