import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { createFirstAdmin } from '#core/accounts/server/api.ts';
import { openDatabase } from '#platform/server/postgres/database.ts';
import { migrate } from '#platform/server/postgres/migrate.ts';
import { migrationSources } from '#platform/server/postgres/migration-sources.ts';
import { startPrivatePostgres } from '#platform/server/postgres/private-postgres.ts';
import { apps } from './apps.ts';
import { readConfig } from './config.ts';

/** Asks a question at the terminal. The answer to a secret question is not echoed. */
async function ask(question: string, secret = false): Promise<string> {
  if (!process.stdin.isTTY) throw new Error('Set ADMIN_EMAIL and ADMIN_PASSWORD, or run this in a terminal.');
  process.stdout.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: secret ? silent : process.stdout, terminal: true });
  const answer = await terminal.question('').finally(() => terminal.close());
  if (secret) process.stdout.write('\n');
  return answer;
}

async function run(): Promise<string> {
  const config = readConfig(process.env);
  const email = process.env.ADMIN_EMAIL || (await ask('Email of the first Super Admin: '));
  const password = process.env.ADMIN_PASSWORD || (await ask('Password: ', true));
  // A running server's private PostgreSQL is shared.
  const privatePostgres = config.databaseUrl
    ? null
    : await startPrivatePostgres({ dataDir: config.dataDir, log: { info: () => undefined }, share: true });
  const database = openDatabase(config.databaseUrl ?? (privatePostgres as { url: string }).url, { max: 1 });
  try {
    await migrate(database.pool, migrationSources(apps));
    await createFirstAdmin(database, { email, password });
  } finally {
    await database.close();
    await privatePostgres?.stop();
  }
  return email;
}

try {
  console.log(`${await run()} can sign in as Super Admin.`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
