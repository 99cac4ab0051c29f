import { readFileSync } from 'node:fs';
import { expect, inject, test } from 'vitest';
import { openPool } from '#platform/server/postgres/database.ts';
import { migrationSources } from '#platform/server/postgres/migration-sources.ts';
import { testDatabase } from '#platform/server/postgres/test-database.ts';
import { tablesFiles } from '../../tools/tables/written-tables.ts';
import { apps } from '../apps.ts';

test('the types of tables are those of the migrated database; `npm run tables` writes them', async () => {
  const database = await testDatabase(inject('databaseUrl'), async () => undefined, 'rasid_bare_template');
  const pool = openPool(database.url, { max: 1 });
  const files = await tablesFiles(pool, migrationSources(apps)).finally(() => pool.end());
  for (const [path, text] of files) expect(readFileSync(path, 'utf8'), path).toBe(text);
  await database.drop();
});
