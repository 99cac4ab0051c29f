import { rmSync } from 'node:fs';
import { Client } from 'pg';
import { removePrivatePostgres, startPrivatePostgres } from '#platform/server/postgres/private-postgres.ts';
import { temporaryFolder } from './memory-folder.mjs';

/** Starts a PostgreSQL for this process whose data may be lost with the machine. `stop` deletes it. */
export async function startTestPostgres(maxConnections: number) {
  const { folder: dataDir, remove } = await temporaryFolder('postgres', async (folder: string) => {
    // A killed run leaves its PostgreSQL behind.
    await removePrivatePostgres(folder);
    rmSync(folder, { recursive: true, force: true });
  });
  const postgres = await startPrivatePostgres({
    dataDir,
    log: { info() {} },
    settings: {
      fsync: 'off',
      full_page_writes: 'off',
      autovacuum: 'off',
      max_connections: String(maxConnections),
    },
  });
  const admin = new Client(postgres.adminUrl);
  await admin.connect();
  await admin.query('ALTER ROLE rasid CREATEDB').finally(() => admin.end());
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop();
      await remove();
    },
  };
}
