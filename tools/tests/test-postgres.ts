import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { removePrivatePostgres, startPrivatePostgres } from '#platform/server/postgres/private-postgres.ts';

const folder = '.data/tests';

/**
 * One PostgreSQL for the whole run; each test file creates its own database. TEST_DATABASE_URL is that of an
 * administrator of another PostgreSQL, which is used instead of the private one.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { TEST_DATABASE_URL: external } = process.env;
  if (external) return setupExternal(project, external);
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

/** The tests use a role of their own, which is not a superuser, so that row-level security applies to it. */
async function setupExternal(project: TestProject, adminUrl: string): Promise<() => Promise<void>> {
  const password = randomBytes(16).toString('hex');
  const asAdmin = async (statements: string) => {
    const admin = new Client(adminUrl);
    await admin.connect();
    await admin.query(statements).finally(() => admin.end());
  };
  await asAdmin(`
    DO $$ DECLARE r text; BEGIN
      FOREACH r IN ARRAY ARRAY['rasid_test', 'rasid_app', 'rasid_all'] LOOP
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = r) THEN EXECUTE 'CREATE ROLE ' || r; END IF;
      END LOOP;
    END $$;
    ALTER ROLE rasid_test LOGIN CREATEDB NOSUPERUSER PASSWORD '${password}';
    GRANT rasid_app, rasid_all TO rasid_test`);
  await removeTemplate(adminUrl);
  project.provide('databaseUrl', Object.assign(new URL(adminUrl), { username: 'rasid_test', password }).href);
  return () => removeTemplate(adminUrl);
}

/** A template of an earlier run may have other migrations. */
async function removeTemplate(adminUrl: string): Promise<void> {
  const admin = new Client(adminUrl);
  await admin.connect();
  try {
    const { rowCount } = await admin.query("SELECT FROM pg_database WHERE datname = 'rasid_template'");
    if (rowCount === 0) return;
    await admin.query('ALTER DATABASE rasid_template IS_TEMPLATE false');
    await admin.query('DROP DATABASE rasid_template');
  } finally {
    await admin.end();
  }
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
