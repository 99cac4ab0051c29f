import { randomBytes } from 'node:crypto';
import pg from 'pg';

/**
 * A database for one test file, copied from a template that `prepare` fills once for a whole run. Copying takes
 * milliseconds; the file drops its copy at the end.
 */
export async function testDatabase(
  serverUrl: string,
  prepare: (url: string) => Promise<void>,
): Promise<{ url: string; drop(): Promise<void> }> {
  const template = 'rasid_template';
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  const urlOf = (name: string) => {
    const url = new URL(serverUrl);
    url.pathname = `/${name}`;
    return url.href;
  };
  // Test files run side by side: the first one fills the template, the others wait for it.
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
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  return {
    url: urlOf(name),
    async drop() {
      await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`).catch((error: { code?: string }) => {
        // A worker of PostgreSQL's own may be cleaning up in it, which only a superuser may end: this waits for it.
        if (error.code !== '42501') throw error;
        return admin.query(`DROP DATABASE IF EXISTS ${name}`);
      });
      await admin.end();
    },
  };
}
