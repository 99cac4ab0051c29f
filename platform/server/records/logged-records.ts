import { type RawBuilder, sql } from 'kysely';
import type { ChangeLine } from '../../common/change-log.ts';
import type { Tx } from '../postgres/database.ts';
import type { Context } from '../serve.ts';
import { column } from './rows.ts';

export type Named = { id: number; name: string };
/** Returns SQL for `{id, name}` of the record that a column refers to: `structureNamed`, `personNamed`. */
export type NameOf = (column: string) => RawBuilder<Named | null>;
/** A logged row, by fields. */
export type Recorded = Record<string, ChangeLine['changes'][number]['before']>;

/** What a slice declares about the history of a table. References and parts come from the keys of the database. */
export type TableHistory = {
  /** The fields that form the name of a record without `name`. */
  title?: readonly string[];
  /** Fields whose changes are not shown. */
  silent?: readonly string[];
  /** The tables that fields without a foreign key refer to. */
  refs?: Readonly<Record<string, string>>;
  /** The text that names a record without a name: a section of the locales and its keys, the general one first. */
  text?: { section: string; keys(row: Recorded): readonly unknown[] };
  /** The first of these fields that has a value is the subject of a record without a name. */
  about?: readonly string[];
  /** The texts of enum fields: a section of any slice's locales, or `app`, `solution`, `entity`, `action`. */
  words?: Readonly<Record<string, string>>;
};

/** What slices declare about the history of their records (`serve`). */
export type History = {
  tables: Readonly<Record<string, TableHistory>>;
  /** The names of records of a table, if not their last name in the log. */
  names: Readonly<Record<string, (locale: 'en' | 'ar') => NameOf>>;
  /** SQL for `{id, name, company}` of the person that a column of the log refers to. */
  person(column: string): RawBuilder<unknown>;
};

/** Merges the histories of all slices. */
export function joinedHistory(slices: readonly { history?: Partial<History> }[]): History {
  const parts = slices.flatMap(({ history }) => history ?? []);
  const person = parts.find((one) => one.person)?.person;
  if (!person) throw new Error('no slice says how the history names people');
  return {
    tables: Object.assign({}, ...parts.map((one) => one.tables)),
    names: Object.assign({}, ...parts.map((one) => one.names)),
    person,
  };
}

export const camel = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The columns of a row as fields. */
export const byField = <Value>(row: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [camel(name), value]));

const titleIn = (row: RawBuilder<unknown>, fields: readonly string[]) =>
  sql`coalesce(${row} ->> 'name', nullif(concat_ws(' ', ${sql.join([sql`NULL`, ...fields.map((one) => sql`${row} ->> ${column(one)}`)])}), ''))`;

/**
 * Returns SQL for `{id, name}` of the record that a column refers to, by its last name in the log: a deleted record
 * keeps its name, and no table of another slice is read.
 */
export const loggedName =
  (table: string, title: readonly string[] = []): NameOf =>
  (column) => {
    const name = titleIn(sql`coalesce(named.after, named.before)`, title);
    return sql<Named | null>`(
    SELECT jsonb_build_object('id', ${sql.ref(column)}, 'name', ${name}) FROM change_log named
     WHERE named.table_name = ${table} AND named.row_id = ${sql.ref(column)}::text AND ${name} IS NOT NULL
     ORDER BY named.id DESC LIMIT 1)`;
  };

export type RecordKind = {
  table: string;
  /** For parts: the field that refers to the parent record. */
  ownerField: string | null;
  /** The tables that fields refer to. */
  refs: Readonly<Record<string, string>>;
  /** The fields that distinguish a row from its siblings. */
  keys: readonly string[];
};

let cachedKinds: Promise<Map<string, RecordKind>> | undefined;

/** The tables whose changes are logged. Only migrations change them. */
export function recordKinds(tx: Tx): Promise<Map<string, RecordKind>> {
  cachedKinds ??= sql<RecordKind>`
    WITH logged AS (
      SELECT t.tgrelid AS id, max(CASE p.proname WHEN 'rasid_log_change' THEN nullif(split_part(encode(t.tgargs, 'escape'), '\\000', 1), '') END) AS owner_field
        FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
       WHERE t.tgname LIKE 'change\\_log%' AND NOT t.tgisinternal GROUP BY t.tgrelid)
    SELECT c.relname AS "table", l.owner_field,
           (SELECT coalesce(jsonb_object_agg(a.attname, other.relname), '{}')
              FROM pg_constraint f CROSS JOIN LATERAL unnest(f.conkey, f.confkey) AS k (own, their)
              JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k.own
              JOIN pg_attribute b ON b.attrelid = f.confrelid AND b.attnum = k.their AND b.attname = 'id'
              JOIN pg_class other ON other.oid = f.confrelid
             WHERE f.conrelid = l.id AND f.contype = 'f') AS refs,
           (SELECT coalesce(jsonb_agg(DISTINCT a.attname), '[]') FROM pg_index i
              JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey::smallint[])
             WHERE i.indrelid = l.id AND i.indisunique AND i.indpred IS NULL) AS keys
      FROM logged l JOIN pg_class c ON c.oid = l.id ORDER BY c.relname`
    .execute(tx)
    .then(({ rows }) => new Map(rows.map((row) => [row.table, kindOf(row)])))
    .catch((error: unknown) => {
      cachedKinds = undefined;
      throw error;
    });
  return cachedKinds;
}

const kindOf = ({ table, ownerField, refs, keys }: RecordKind): RecordKind => ({
  table,
  ownerField: ownerField && camel(ownerField),
  refs: byField(refs),
  keys: keys.map(camel),
});

/** The table of the parent record of a part. */
export const ownerOf = ({ ownerField, refs }: RecordKind): string | undefined =>
  ownerField === null ? undefined : refs[ownerField];

type Reading = Pick<Context, 'tx' | 'kit' | 'locale'>;

/** `{id, name}` of records of a table by their ids, in one statement; those without a name are left out. */
export async function namesOf(
  { tx, kit: { history }, locale }: Reading,
  table: string,
  ids: readonly number[],
): Promise<Map<number, Named>> {
  const nameOf = history.names[table]?.(locale) ?? loggedName(table, history.tables[table]?.title);
  const wanted = [...new Set(ids)].filter((id) => Number.isInteger(id) && Math.abs(id) < 2 ** 31);
  if (wanted.length === 0) return new Map();
  const found = await sql<{ id: number; named: Named | null }>`
    SELECT v.id, ${nameOf('v.id')} AS named FROM unnest(${wanted}::integer[]) AS v (id)`.execute(tx);
  return new Map(found.rows.flatMap(({ id, named }) => (named ? [[id, named]] : [])));
}

/** The names of records of any tables, by one statement for each table; null for a record without a name. */
export async function recordNames(
  context: Reading,
  records: readonly { type: string; id: number }[],
): Promise<(type: string, id: number) => string | null> {
  const names = new Map<string, Map<number, Named>>();
  for (const [type, of] of Map.groupBy(records, (one) => one.type)) {
    const ids = of.map(({ id }) => id);
    names.set(type, await namesOf(context, type, ids));
  }
  return (type, id) => names.get(type)?.get(id)?.name ?? null;
}

type Line = { id: number; table: string; rowId: string; companyId: number | null; row: Recorded };
export type LoggedRecord = {
  id: number;
  table: string;
  rowId: string;
  name: string | null;
  word: { section: string; app: string | null; keys: string[] } | null;
  within: { kind: string; name: string | null } | null;
  words: Readonly<Record<string, string>>;
};

/** The records of log lines: table, id, and name or text; and the records that they are part of or about. */
export async function loggedRecords(context: Reading, ids: readonly (number | string)[]): Promise<LoggedRecord[]> {
  const { tx, kit } = context;
  const kinds = await recordKinds(tx);
  const found = await sql<Line>`
    SELECT l.id, l.table_name AS "table", l.row_id, l.company_id, coalesce(l.after, l.before) AS row
      FROM change_log l WHERE l.id = ANY (${ids}::bigint[])`.execute(tx);
  const lines = found.rows.map((line) => ({ ...line, row: byField(line.row) }));
  const around = lines.map((line) => surroundings(line, kinds.get(line.table), kit.history.tables[line.table]));
  const names = new Map<string, Map<number, Named>>();
  for (const table of new Set(around.flatMap((one) => one?.table ?? [])))
    names.set(
      table,
      await namesOf(
        context,
        table,
        around.flatMap((one) => (one?.table === table ? one.id : [])),
      ),
    );
  return lines.map(({ id, table, rowId, row }, at) => {
    const { title = [], text, words = {} } = kit.history.tables[table] ?? {};
    const outer = around[at];
    const outerName = (outer && names.get(outer.table)?.get(outer.id)?.name) ?? null;
    const own = row.name ?? title.flatMap((one) => row[one] ?? []).join(' ');
    const keys = text
      ?.keys(row)
      .filter((key) => key !== null && key !== undefined)
      .map(String);
    // A record with neither name nor text is named by its subject.
    const named = own || (outer && !outer.part && !text ? outerName : null);
    return {
      id,
      table,
      rowId,
      name: named === null ? null : String(named),
      word: text && keys ? { section: text.section, app: row.app === undefined ? null : String(row.app), keys } : null,
      within: outer && (outer.part || text) ? { kind: camel(outer.table), name: outerName } : null,
      words,
    };
  });
}

/** The parent (`part`) or subject of a record. */
function surroundings({ rowId, companyId, row }: Line, kind?: RecordKind, { about = [] }: TableHistory = {}) {
  const owner = kind && ownerOf(kind);
  if (owner) return { table: owner, id: Number(rowId), part: true };
  for (const field of about) {
    const [table, id] = [kind?.refs[field], Number(row[field] ?? Number.NaN)];
    if (table && Number.isInteger(id) && !(table === 'company' && id === companyId)) return { table, id, part: false };
  }
  return null;
}
