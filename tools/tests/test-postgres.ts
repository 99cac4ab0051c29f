import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startTestPostgres } from './postgres-server.ts';

/**
 * One PostgreSQL for the whole run; each test file creates its own database. TEST_DATABASE_URL is that of an
 * administrator of another PostgreSQL, which is used instead of the private one.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { TEST_DATABASE_URL: external } = process.env;
  if (external) return setupExternal(project, external);
  const { url, stop } = await startTestPostgres(200);
  project.provide('databaseUrl', url);
  return stop;
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
