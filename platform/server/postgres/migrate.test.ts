import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { openPool } from './database.ts';
import { indexesArabic, migrate } from './migrate.ts';

/** As the superuser of the private PostgreSQL of the tests, who makes roles and databases. */
const adminUrl = (database: string) => {
  const url = new URL(inject('databaseUrl'));
  url.username = 'postgres';
  url.pathname = `/${database}`;
  return url.href;
};
const kit = { name: 'platform', folder: join(import.meta.dirname, '../migrations') };
const name = `migrate_${randomBytes(6).toString('hex')}`;
let admin: Client;
let folder: string;

beforeAll(async () => {
  admin = new Client(adminUrl('postgres'));
  await admin.connect();
  await admin.query(`CREATE ROLE ${name} LOGIN`);
});
afterAll(async () => {
  await admin.query(`DROP ROLE ${name}`);
  await admin.end();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rasid-migrate-'));
});
afterEach(async () => {
  await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  rmSync(folder, { recursive: true });
});

/** Migrates the database of this test as its owner, a role that may make no roles. */
async function migrateAsOwner(sources = [kit]): Promise<string[]> {
  const url = new URL(adminUrl(name));
  url.username = name;
  const pool = openPool(url.href, { max: 1 });
  return migrate(pool, sources).finally(() => pool.end());
}

test('a database that a newer version has migrated is refused by an older one, and stays as it is', async () => {
  await admin.query(`CREATE DATABASE ${name} OWNER ${name}`);
  const own = { name: 'own', folder };
  writeFileSync(join(folder, '0001_first.sql'), 'CREATE TABLE first (id integer)');
  writeFileSync(join(folder, '0002_newer.sql'), 'CREATE TABLE newer (id integer)');
  expect(await migrateAsOwner([own])).toEqual(['own/0001_first.sql', 'own/0002_newer.sql']);
  rmSync(join(folder, '0002_newer.sql'));
  writeFileSync(join(folder, '0003_other.sql'), 'DROP TABLE first');
  await expect(migrateAsOwner([own])).rejects.toThrow(
    'The database is of a newer version of Rasid, which has the migration own/0002_newer.sql: start that version, or restore a backup from before the upgrade.',
  );
  rmSync(join(folder, '0003_other.sql'));
  writeFileSync(join(folder, '0002_newer.sql'), 'SELECT 1');
  expect(await migrateAsOwner([own])).toEqual([]);
});

test('an owner who may not create roles gets the statement that an administrator has to run, which suffices', async () => {
  await admin.query(`CREATE DATABASE ${name} OWNER ${name}`);
  // Another database of this PostgreSQL may have made them.
  for (const role of ['rasid_app', 'rasid_all'])
    await admin.query(
      `DO $$ BEGIN CREATE ROLE ${role} NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`,
    );
  await expect(migrateAsOwner()).rejects.toThrow(
    /^The migration platform\/0001_kit\.sql failed: permission denied to (create|grant) role.*GRANT rasid_app, rasid_all TO the user of DATABASE_URL$/,
  );
  await admin.query(`GRANT rasid_app, rasid_all TO ${name}`);
  expect(await migrateAsOwner()).toContain('platform/0001_kit.sql');
  expect(await migrateAsOwner()).toEqual([]);
});

test('a PostgreSQL before version 15 is refused in one sentence', async () => {
  const pool = openPool(inject('databaseUrl'), { max: 1 });
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const answer = (...args: unknown[]) =>
      args[0] === 'SHOW server_version'
        ? Promise.resolve({ rows: [{ server_version: '14.12 (Debian)' }] })
        : query(...args);
    Object.assign(client, { query: answer });
  });
  await expect(migrate(pool, [kit]).finally(() => pool.end())).rejects.toThrow(
    'PostgreSQL 14.12 (Debian) is too old: Rasid needs version 15 or newer.',
  );
});

test.each(['SQL_ASCII', 'LATIN1'])(
  'a database that is encoded as %s is refused, and gets no table',
  async (encoding) => {
    await admin.query(
      `CREATE DATABASE ${name} OWNER ${name} TEMPLATE template0 ENCODING '${encoding}' LOCALE_PROVIDER libc LOCALE 'C'`,
    );
    await expect(migrateAsOwner()).rejects.toThrow(
      `The database is encoded as ${encoding}: make one with ENCODING 'UTF8', as docs/operating.md shows.`,
    );
    const own = new Client(adminUrl(name));
    await own.connect();
    const tables = await own.query("SELECT 1 FROM pg_tables WHERE schemaname = 'public'").finally(() => own.end());
    expect(tables.rowCount).toBe(0);
  },
);

test.each([
  ['C', false],
  ['C.UTF-8', true],
])('whether a search finds Arabic by its index in a database of LC_CTYPE %s is known: %s', async (locale, expected) => {
  await admin.query(
    `CREATE DATABASE ${name} OWNER ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER libc LOCALE '${locale}'`,
  );
  const own = new Client(adminUrl(name));
  await own.connect();
  await own.query('CREATE EXTENSION pg_trgm');
  expect(await indexesArabic(own).finally(() => own.end())).toBe(expected);
});
