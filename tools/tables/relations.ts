import type pg from 'pg';
import { type MigrationSource, migrate } from '#platform/server/postgres/migrate.ts';

export type Column = {
  name: string;
  /** The type without its length: `integer`, `text[]`. */
  type: string;
  nullable: boolean;
  /** Whether an insert may leave it out although it is not null. */
  hasDefault: boolean;
  /** Whether only the database sets it: an identity or a computed column. */
  readOnly: boolean;
  /** The values that an enum or a check allows, as literals. */
  values: string[] | null;
};
export type Relation = { name: string; isView: boolean; columns: Column[] };

/**
 * Migrates an empty database source by source and returns the tables and views that each one has created. Partitions are
 * left out. Some tables are created by functions of the kit, so that the text of the migrations does not name their owner.
 */
export async function relationsOf(
  pool: pg.Pool,
  sources: readonly MigrationSource[],
): Promise<{ source: MigrationSource; relations: Relation[] }[]> {
  const owners = new Map<string, MigrationSource>();
  for (const [index, source] of sources.entries()) {
    await migrate(pool, sources.slice(0, index + 1));
    for (const name of await namesOf(pool)) if (!owners.has(name)) owners.set(name, source);
  }
  // A later migration may have changed or dropped what an earlier one created.
  const relations = await readRelations(pool);
  return sources.map((source) => ({ source, relations: relations.filter(({ name }) => owners.get(name) === source) }));
}

const isRelation = `c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v') AND NOT c.relispartition`;

async function namesOf(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(`SELECT c.relname AS name FROM pg_class c WHERE ${isRelation}`);
  return rows.map(({ name }) => name);
}

type ColumnRow = Omit<Column, 'values'> & { relation: string; isView: boolean; labels: string[] | null; check: string };

async function readRelations(pool: pg.Pool): Promise<Relation[]> {
  const { rows } = await pool.query<ColumnRow>(
    `SELECT c.relname AS relation, c.relkind = 'v' AS "isView", a.attname AS name, format_type(a.atttypid, NULL) AS type,
            NOT a.attnotnull AS nullable, a.atthasdef OR a.attidentity = 'd' AS "hasDefault",
            a.attidentity = 'a' OR a.attgenerated <> '' AS "readOnly",
            ARRAY(SELECT e.enumlabel::text FROM pg_enum e WHERE e.enumtypid = a.atttypid ORDER BY e.enumsortorder) AS labels,
            (SELECT string_agg(pg_get_constraintdef(k.oid), E'\\n' ORDER BY k.conname) FROM pg_constraint k
              WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum]) AS check
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE ${isRelation} ORDER BY c.relname COLLATE "C", a.attnum`,
  );
  const relations = new Map<string, Relation>();
  for (const { relation: name, isView, labels, check, ...column } of rows) {
    const relation = relations.get(name) ?? { name, isView, columns: [] };
    relations.set(name, relation);
    const values = labels?.length ? labels.map((label) => `'${label}'`) : allowedValues(column.name, check);
    relation.columns.push({ ...column, values });
  }
  return [...relations.values()];
}

/** The values of `CHECK (column IN (…))`; null if no check of the column has this form. */
function allowedValues(column: string, checks: string | null): string[] | null {
  const list = new RegExp(`^CHECK \\(\\(${column} = ANY \\(ARRAY\\[(.*)\\]\\)\\)\\)$`, 'm').exec(checks ?? '')?.[1];
  return list?.match(/'(?:[^']|'')*'|-?\d+(?=,|$)/g) ?? null;
}
