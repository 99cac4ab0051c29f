import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apps } from '#main/apps.ts';
import { openPool } from '#platform/server/postgres/database.ts';
import { migrationSources } from '#platform/server/postgres/migration-sources.ts';
import { startPrivatePostgres } from '#platform/server/postgres/private-postgres.ts';
import { tablesFiles } from './tables/written-tables.ts';

// Writes server/tables.ts of the kit and of each slice, from a database that exists only for this.
const dataDir = mkdtempSync(join(tmpdir(), 'rasid-tables-'));
const postgres = await startPrivatePostgres({ dataDir, log: { info() {} }, settings: { fsync: 'off' } });
const pool = openPool(postgres.url, { max: 1 });
try {
  const files = await tablesFiles(pool, migrationSources(apps));
  for (const [path, text] of files) writeFileSync(path, text);
  console.log(`${files.size} files written.`);
} finally {
  await pool.end();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit();
