import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/server/database.ts';
import type { CompanyChange } from '../common/company-change-log.ts';

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

/** Records without a name: what they are is a word that stands in this section of the texts. */
const sections = { alarm_rule: 'alarms', device_command: 'commands', company_request: 'values.requestType' } as const;

/** The word's keys, the general one first, below the section: `switch`, `on` is `commands.switch.on`. */
const wordIn = (table: RawBuilder<unknown>, row: RawBuilder<unknown>) => sql`
  array_remove(CASE ${table} WHEN 'alarm_rule' THEN ARRAY[${row} ->> 'kind'] WHEN 'company_request' THEN ARRAY[${row} ->> 'type']
    WHEN 'device_command' THEN ARRAY[${row} ->> 'method', (SELECT value FROM jsonb_each_text(CASE jsonb_typeof(${row} -> 'params') WHEN 'object' THEN ${row} -> 'params' END) LIMIT 1)] END, NULL)`;

/** `{id, name, company}` of a person that a column of the log names; of who is gone without a trace, what the log itself knows. */
export const personInLog = (column: string) => sql`CASE WHEN ${sql.ref(column)} IS NOT NULL THEN
  coalesce(person_with_company(${sql.ref(column)}), jsonb_build_object('id', ${sql.ref(column)}, 'company', NULL,
    'name', coalesce(${lastName(sql`'users'`, sql`${sql.ref(column)}::text`)}, '#' || ${sql.ref(column)}))) END`;

const lastName = (table: RawBuilder<unknown>, rowId: RawBuilder<unknown>) => sql`
  (SELECT ${calledIn(sql`coalesce(n.after, n.before)`)} FROM change_log n
    WHERE n.table_name = ${table} AND n.row_id = ${rowId} AND ${calledIn(sql`coalesce(n.after, n.before)`)} IS NOT NULL ORDER BY n.id DESC LIMIT 1)`;

type Found = {
  id: number;
  table: string;
  rowId: string;
  own: string | null;
  inside: string | null;
  app: string | null;
  keys: string[] | null;
  device: string | null;
  structure: string | null;
};
type Logged = Pick<Found, 'id' | 'table' | 'rowId'> & Omit<CompanyChange['record'], 'kind' | 'id'>;

/**
 * What lines of the log are about: the record's table, id and name, or the word that it goes by; and what it lies in or
 * is about. A contract is called by the other company than the one whose log it is.
 */
export async function recordsOf(tx: Tx, ids: readonly number[], kinds: readonly RecordKind[]): Promise<Logged[]> {
  const owners = kinds.filter((kind) => kind.owner !== null);
  const row = sql`coalesce(l.after, l.before)`;
  const found = await sql<Found>`
    SELECT l.id, l.table_name AS "table", l.row_id, ${row} ->> 'app' AS app, ${wordIn(sql`l.table_name`, row)} AS keys,
           coalesce(${calledIn(row)}, (SELECT c.name FROM company c WHERE l.table_name = 'company_relation'
             AND c.id::text IN (${row} ->> 'provider_id', ${row} ->> 'client_id') AND c.id <> l.company_id)) AS own,
           CASE WHEN o.owner IS NOT NULL THEN ${lastName(sql`o.owner`, sql`l.row_id`)} END AS inside,
           CASE WHEN l.table_name = ANY (${Object.keys(sections)}::text[]) THEN ${lastName(sql`'device'`, sql`${row} ->> 'device_id'`)} END AS device,
           CASE WHEN l.table_name = ANY (${Object.keys(sections)}::text[]) THEN ${lastName(sql`'structure'`, sql`${row} ->> 'structure_id'`)} END AS structure
      FROM change_log l
      LEFT JOIN unnest(${owners.map((one) => one.table)}::text[], ${owners.map((one) => one.owner)}::text[]) AS o (part, owner) ON o.part = l.table_name
     WHERE l.id = ANY (${ids}::bigint[])`.execute(tx);
  return found.rows.map(({ id, table, rowId, own, inside, app, keys, device, structure }) => {
    const owner = owners.find((one) => one.table === table)?.owner;
    const about = device ? { kind: 'device', name: device } : structure ? { kind: 'structure', name: structure } : null;
    const section = sections[table as keyof typeof sections];
    return {
      id,
      table,
      rowId,
      name: own,
      word: section && keys ? { section, app, keys } : null,
      within: owner ? { kind: camel(owner), name: inside } : about,
    };
  });
}

export const camel = (table: string): string =>
  table.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
