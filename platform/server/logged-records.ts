import { type RawBuilder, sql } from 'kysely';
import type { ChangeLine } from '../common/change-log.ts';
import type { Tx } from './database.ts';
import { column } from './rows.ts';
import type { Context } from './serve.ts';

export type Named = { id: number; name: string };
/** Gives `{id, name}` of what a column points at, as SQL: `structureNamed`, `personNamed`. */
export type NameOf = (column: string) => RawBuilder<Named | null>;
/** A row as the log has it, by fields. */
export type Recorded = Record<string, ChangeLine['changes'][number]['before']>;

/** What a slice says of the history of one of its tables. What its columns point at and what its rows lie in are keys of the database. */
export type TableHistory = {
  /** The fields that a record without a `name` is called by. */
  title?: readonly string[];
  /** Fields whose changes are not shown. */
  silent?: readonly string[];
  /** The tables that fields without a foreign key point at. */
  refs?: Readonly<Record<string, string>>;
  /** The text that a record without a name goes by: a section of the locales and the keys below it, the general one first. */
  text?: { section: string; keys(row: Recorded): readonly unknown[] };
  /** Fields of which the first that is given says what a record without a name is about. */
  about?: readonly string[];
  /** Where the texts of words in fields stand: a section of any slice's locales, or `app`, `solution`, `entity`, `action`. */
  words?: Readonly<Record<string, string>>;
};

/** What slices say of the history of their records (`serve`). */
export type History = {
  tables: Readonly<Record<string, TableHistory>>;
  /** How records of a table are named, where that is not by their last name in the log. */
  names: Readonly<Record<string, (locale: 'en' | 'ar') => NameOf>>;
  /** `{id, name, company}` of the person that a column of the log names, as SQL. */
  person(column: string): RawBuilder<unknown>;
};

/** The histories of all slices as one. */
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
 * Gives `{id, name}` of the record that a column names, as the log knows it last: a record that is gone keeps its name,
 * and no table of another slice is read.
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
  /** For parts: the field that names the record that they lie in. */
  ownerField: string | null;
  /** The tables that fields point at. */
  refs: Readonly<Record<string, string>>;
  /** Fields by which a row is known from its siblings. */
  keys: readonly string[];
};

let known: Promise<Map<string, RecordKind>> | undefined;

/** The tables whose changes are logged. Migrations alone change this. */
export function recordKinds(tx: Tx): Promise<Map<string, RecordKind>> {
  known ??= sql<RecordKind>`
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
      known = undefined;
      throw error;
    });
  return known;
}

const kindOf = ({ table, ownerField, refs, keys }: RecordKind): RecordKind => ({
  table,
  ownerField: ownerField && camel(ownerField),
  refs: byField(refs),
  keys: keys.map(camel),
});

/** The table of the record that rows of a kind lie in. */
export const ownerOf = ({ ownerField, refs }: RecordKind): string | undefined =>
  ownerField === null ? undefined : refs[ownerField];

type Reading = Pick<Context, 'tx' | 'kit' | 'locale'>;

/** `{id, name}` of records of a table by their ids, in one statement; those without a known name are left out. */
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

/**
 * What lines of the log are about: the record's table, id and name, or the text that it goes by; and what it lies in or
 * is about.
 */
export async function recordsOf(context: Reading, ids: readonly (number | string)[]): Promise<LoggedRecord[]> {
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
    // What has neither a name nor a text goes by what it is about.
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

/** What a record lies in (`part`), or is about. */
function surroundings({ rowId, companyId, row }: Line, kind?: RecordKind, { about = [] }: TableHistory = {}) {
  const owner = kind && ownerOf(kind);
  if (owner) return { table: owner, id: Number(rowId), part: true };
  for (const field of about) {
    const [table, id] = [kind?.refs[field], Number(row[field] ?? Number.NaN)];
    if (table && Number.isInteger(id) && !(table === 'company' && id === companyId)) return { table, id, part: false };
  }
  return null;
}
