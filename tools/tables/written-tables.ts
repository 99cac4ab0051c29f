import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import type pg from 'pg';
import type { MigrationSource } from '#platform/server/postgres/migrate.ts';
import { relationsOf } from './relations.ts';
import { preciseColumns, tablesModule } from './table-types.ts';

/** The text of each `tables.ts` by its path, read from an empty database that this migrates. */
export async function tablesFiles(pool: pg.Pool, sources: readonly MigrationSource[]): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const { source, relations } of await relationsOf(pool, sources)) {
    if (relations.length === 0) continue;
    const server = relative(process.cwd(), join(source.folder, '..'));
    const columns = join(server, 'columns.ts');
    const precise = existsSync(columns) ? preciseColumns(columns) : null;
    files.set(join(server, 'tables.ts'), tablesModule(relations, precise, source.name === 'platform'));
  }
  return files;
}
