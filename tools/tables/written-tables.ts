import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import type pg from 'pg';
import type { MigrationSource } from '#platform/server/postgres/migrate.ts';
import { movedTables } from '../checks/moved-tables.mjs';
import { type Relation, relationsOf } from './relations.ts';
import { preciseColumns, tablesModule } from './table-types.ts';

const movedTo = new Map(
  Object.entries(movedTables).flatMap(([slice, { tables }]) =>
    tables.map((table) => [table, `${slice}/server`] as const),
  ),
);

/** The text of each `tables.ts` by its path, read from an empty database that this migrates. */
export async function tablesFiles(pool: pg.Pool, sources: readonly MigrationSource[]): Promise<Map<string, string>> {
  const created = (await relationsOf(pool, sources)).flatMap(({ source, relations }) => {
    const server = relative(process.cwd(), join(source.folder, '..'));
    return relations.map((relation) => ({ relation, server: movedTo.get(relation.name) ?? server }));
  });
  const files = new Map<string, string>();
  for (const [server, tables] of Map.groupBy(created, (one) => one.server))
    files.set(
      join(server, 'tables.ts'),
      textOf(
        server,
        tables.map(({ relation }) => relation),
      ),
    );
  return files;
}

function textOf(server: string, relations: readonly Relation[]): string {
  const columns = join(server, 'columns.ts');
  const precise = existsSync(columns) ? preciseColumns(columns) : null;
  return tablesModule(relations, precise, server === 'platform/server');
}
