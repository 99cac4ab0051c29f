import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';

/** Where a slice keeps its `*.sql`; the name is the first part of the recorded migration. */
export type MigrationSource = { name: string; folder: string };

// Any number will do, as long as nothing else locks it.
const lockKey = 7_274_331;

/** Applies what is missing, each file in one transaction, in the order given. Several processes may call it at once. */
export async function migrate(pool: pg.Pool, sources: readonly MigrationSource[]): Promise<string[]> {
  const client = await pool.connect();
  const applied: string[] = [];
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lockKey]);
    await client.query(
      'CREATE TABLE IF NOT EXISTS rasid_migration (name text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())',
    );
    const known = await client.query<{ name: string }>('SELECT name FROM rasid_migration');
    const done = new Set(known.rows.map((row) => row.name));
    for (const source of sources) {
      for (const name of await filesOf(source)) {
        if (!done.has(name)) {
          await apply(client, name, join(source.folder, name.slice(source.name.length + 1)));
          applied.push(name);
        }
      }
    }
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [lockKey]);
    client.release();
  }
  return applied;
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
  await client.query('BEGIN');
  try {
    await client.query(await readFile(path, 'utf8'));
    await client.query('INSERT INTO rasid_migration (name) VALUES ($1)', [name]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw new Error(`The migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}
