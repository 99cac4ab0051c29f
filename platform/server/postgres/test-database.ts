import { randomBytes } from 'node:crypto';
import pg from 'pg';

/**
 * Creates a database for a test file, copied from a template that `prepare` fills once per run. The copy takes
 * milliseconds and is dropped at the end of the file. Each `template` name needs its own `prepare`.
 */
export async function testDatabase(
  serverUrl: string,
  prepare: (url: string) => Promise<void>,
  template = 'rasid_template',
): Promise<{ url: string; drop(): Promise<void> }> {
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  const urlOf = (name: string) => {
    const url = new URL(serverUrl);
    url.pathname = `/${name}`;
    return url.href;
  };
  // Test files run in parallel: the first one fills the template, the others wait.
  await admin.query('SELECT pg_advisory_lock(727)');
  try {
    const ready = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1 AND datistemplate', [template]);
    if (ready.rowCount === 0) {
      await admin.query(`DROP DATABASE IF EXISTS ${template}`);
      await admin.query(`CREATE DATABASE ${template}`);
      await prepare(urlOf(template));
      await admin.query(`ALTER DATABASE ${template} IS_TEMPLATE true`);
    }
  } finally {
    await admin.query('SELECT pg_advisory_unlock(727)');
  }
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Copies the files rather than writing every page to the log, which takes several times as long.
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  return {
    url: urlOf(name),
    async drop() {
      await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`).catch((error: { code?: string }) => {
        // Waits for a background worker of PostgreSQL, which only a superuser may end.
        if (error.code !== '42501') throw error;
        return admin.query(`DROP DATABASE IF EXISTS ${name}`);
      });
      await admin.end();
    },
  };
}
