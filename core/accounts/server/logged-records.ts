import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/server/database.ts';

/** What a row of the log was called: by its name, a person by both, a device or gateway by its serial. */
const calledIn = (row: RawBuilder<unknown>) =>
  sql`coalesce(${row} ->> 'name', nullif(concat_ws(' ', ${row} ->> 'first_name', ${row} ->> 'last_name'), ''), ${row} ->> 'serial', ${row} ->> 'eui')`;

/**
 * Gives `{id, name}` of the record that a column names, as the log knows it last: a record that is gone keeps its name,
 * and no table of another slice is read.
 */
export const loggedName = (table: string) => (column: string) =>
  sql<{ id: number; name: string } | null>`(
    SELECT jsonb_build_object('id', ${sql.ref(column)}, 'name', ${calledIn(sql`coalesce(named.after, named.before)`)})
      FROM change_log named
     WHERE named.table_name = ${table} AND named.row_id = ${sql.ref(column)}::text AND ${calledIn(sql`coalesce(named.after, named.before)`)} IS NOT NULL
     ORDER BY named.id DESC LIMIT 1)`;

export type RecordKind = {
  table: string;
  /** For parts: the table of the record that they lie in. */
  owner: string | null;
};

let known: Promise<RecordKind[]> | undefined;

/** The tables whose changes are logged, and of what their rows are parts. Migrations alone change this. */
export function recordKinds(tx: Tx): Promise<RecordKind[]> {
  known ??= sql<RecordKind>`
    SELECT DISTINCT c.relname AS "table", o.relname AS owner
      FROM pg_trigger t
      JOIN pg_class c ON c.oid = t.tgrelid
      JOIN pg_proc p ON p.oid = t.tgfoid
      LEFT JOIN pg_attribute a ON p.proname = 'rasid_log_change' AND a.attrelid = c.oid AND a.attname = split_part(encode(t.tgargs, 'escape'), '\\000', 1)
      LEFT JOIN LATERAL (
        SELECT f.confrelid FROM pg_constraint f
         WHERE f.conrelid = c.oid AND f.contype = 'f' AND a.attnum = ANY (f.conkey) ORDER BY cardinality(f.conkey), f.oid LIMIT 1) f ON true
      LEFT JOIN pg_class o ON o.oid = f.confrelid
     WHERE t.tgname LIKE 'change\\_log%' AND NOT t.tgisinternal
     ORDER BY c.relname`
    .execute(tx)
    .then(({ rows }) => rows)
    .catch((error: unknown) => {
      known = undefined;
      throw error;
    });
  return known;
}

type Record = { id: number; table: string; rowId: string; own: string | null; inside: string | null };

/** What lines of the log are about: the record's table, id and name, for parts the name of what they lie in. */
export async function recordsOf(tx: Tx, ids: readonly number[], kinds: readonly RecordKind[]): Promise<Record[]> {
  const owners = kinds.filter((kind) => kind.owner !== null);
  const found = await sql<Record>`
    SELECT l.id, l.table_name AS "table", l.row_id, ${calledIn(sql`coalesce(l.after, l.before)`)} AS own,
           (SELECT ${calledIn(sql`coalesce(n.after, n.before)`)} FROM change_log n
             WHERE n.table_name = o.owner AND n.row_id = l.row_id ORDER BY n.id DESC LIMIT 1) AS inside
      FROM change_log l
      LEFT JOIN unnest(${owners.map((one) => one.table)}::text[], ${owners.map((one) => one.owner)}::text[]) AS o (part, owner) ON o.part = l.table_name
     WHERE l.id = ANY (${ids}::bigint[])`.execute(tx);
  return found.rows;
}
