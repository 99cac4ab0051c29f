import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';

/** The `*.sql` files of a slice; `name` is the prefix of the recorded migrations. */
export type MigrationSource = { name: string; folder: string };

// An arbitrary key of an advisory lock that nothing else uses.
const lockKey = 7_274_331;

/**
 * Applies missing migrations in the given order, each file in one transaction. Several processes may call it
 * concurrently.
 */
export async function migrate(pool: pg.Pool, sources: readonly MigrationSource[]): Promise<string[]> {
  const client = await pool.connect();
  const applied: string[] = [];
  try {
    await assertVersion(client);
    await assertUtf8(client);
    await client.query('SELECT pg_advisory_lock($1)', [lockKey]);
    await client.query(
      'CREATE TABLE IF NOT EXISTS rasid_migration (name text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())',
    );
    const recorded = await client.query<{ name: string }>('SELECT name FROM rasid_migration');
    const done = new Set(recorded.rows.map((row) => row.name));
    const files = await pathsOf(sources);
    assertNotNewer(done, files);
    for (const [name, path] of files) {
      if (done.has(name)) continue;
      await apply(client, name, path);
      applied.push(name);
    }
    await client.query('SELECT pg_advisory_unlock($1)', [lockKey]);
    client.release();
  } catch (error) {
    // The lock is released with the connection.
    client.release(true);
    throw error;
  }
  return applied;
}

/** Migration name → path, in the order of application. */
async function pathsOf(sources: readonly MigrationSource[]): Promise<Map<string, string>> {
  const paths = new Map<string, string>();
  for (const source of sources)
    for (const name of await filesOf(source)) paths.set(name, join(source.folder, name.slice(source.name.length + 1)));
  return paths;
}

function assertNotNewer(done: ReadonlySet<string>, files: ReadonlyMap<string, string>): void {
  const foreign = [...done].find((name) => !files.has(name));
  if (foreign)
    throw new Error(
      `The database is of a newer version of Rasid, which has the migration ${foreign}: start that version, or restore a backup from before the upgrade.`,
    );
}

/** The first major version with all features that the statements use. */
const oldestVersion = 15;

async function assertVersion(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
  const version = rows[0]?.server_version ?? '';
  if (Number.parseInt(version, 10) < oldestVersion)
    throw new Error(`PostgreSQL ${version} is too old: Rasid needs version ${oldestVersion} or newer.`);
}

/** SQL_ASCII would store any bytes unchecked, and other encodings have no Arabic. */
async function assertUtf8(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>('SHOW server_encoding');
  const encoding = rows[0]?.server_encoding;
  if (encoding !== 'UTF8')
    throw new Error(
      `The database is encoded as ${encoding}: make one with ENCODING 'UTF8', as docs/operating.md shows.`,
    );
}

/** Whether a search can find Arabic by its index: pg_trgm asks the database's LC_CTYPE what a letter is. */
export async function indexesArabic(client: Pick<pg.PoolClient, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ letters: number }>("SELECT cardinality(show_trgm('راصد')) AS letters");
  return (rows[0]?.letters ?? 0) > 0;
}

async function filesOf(source: MigrationSource): Promise<string[]> {
  const files = await readdir(source.folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return files
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => `${source.name}/${file}`);
}

async function apply(client: pg.PoolClient, name: string, path: string) {
  let text = await readFile(path, 'utf8');
  if (name === rolesMigration && (await hasRoles(client))) text = text.replace(makingRoles, '');
  await client.query('BEGIN');
  try {
    await client.query(text);
    await client.query('INSERT INTO rasid_migration (name) VALUES ($1)', [name]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    const { message, code } = error as Error & { code?: string };
    const forbidden = name === rolesMigration && code === '42501';
    throw new Error(`The migration ${name} failed: ${message}${forbidden ? `. ${howToGrant}` : ''}`, { cause: error });
  }
}

/**
 * The first migration creates the two roles of row-level security, which needs CREATEROLE. An administrator, or another
 * database of the same PostgreSQL, may have created and granted them before.
 */
const rolesMigration = 'platform/0001_kit.sql';
const makingRoles = /^DO \$\$.*?^END \$\$;$/ms;
const howToGrant =
  'Let an administrator of PostgreSQL run CREATE ROLE rasid_app NOLOGIN, CREATE ROLE rasid_all NOLOGIN where they are missing, and GRANT rasid_app, rasid_all TO the user of DATABASE_URL';

async function hasRoles(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ ready: boolean }>(
    `SELECT count(*) = 2 AS ready FROM pg_roles
      WHERE rolname IN ('rasid_app', 'rasid_all')
        AND pg_has_role(current_user, oid, CASE WHEN current_setting('server_version_num')::integer >= 160000 THEN 'SET' ELSE 'MEMBER' END)`,
  );
  return rows[0]?.ready === true;
}
