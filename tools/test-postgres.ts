import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { removePrivatePostgres, startPrivatePostgres } from '#platform/server/private-postgres.ts';

const folder = '.data/tests';

/** One PostgreSQL for the whole run; each test file creates its own database. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers();
  const dataDir = join(folder, String(process.pid));
  // Test data need not be durable, and fsync would take half of the time.
  const settings = { fsync: 'off', full_page_writes: 'off', max_connections: '200', autovacuum: 'off' };
  const postgres = await startPrivatePostgres({ dataDir, log: { info() {} }, settings });
  await mayMakeDatabases(postgres.adminUrl);
  project.provide('databaseUrl', postgres.url);
  return async () => {
    await postgres.stop();
    await remove(dataDir);
  };
}

async function mayMakeDatabases(adminUrl: string) {
  const admin = new Client(adminUrl);
  await admin.connect();
  await admin.query('ALTER ROLE rasid CREATEDB').finally(() => admin.end());
}

// A killed run leaves its PostgreSQL behind; a running one keeps its folder locked.
async function removeLeftovers() {
  if (!existsSync(folder)) return;
  await Promise.allSettled(readdirSync(folder).map((name) => remove(join(folder, name))));
}

async function remove(dataDir: string) {
  await removePrivatePostgres(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
}
