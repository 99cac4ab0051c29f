import { type RawBuilder, sql } from 'kysely';
import { type ChangeLine, changeList } from '#platform/common/change-log.ts';
import { asAll, type Tx } from '#platform/server/database.ts';
import { findIds } from '#platform/server/rows.ts';
import type { Context, ListPage } from '#platform/server/serve.ts';

type Named = { id: number; name: string };
/** Gives `{id, name}` of what a column points at, as SQL: `structureNamed`, `personNamed`. */
export type NameOf = (column: string) => RawBuilder<Named | null>;

type Recorded = Record<string, ChangeLine['changes'][number]['before']>;
type Logged = Omit<ChangeLine, 'changes'> & { before: Recorded | null; after: Recorded | null };

/** What every record has, and what says nothing to a person. */
const unspoken = new Set(['id', 'appId', 'companyId', 'groupId', 'scheduleId', 'createdAt', 'updatedAt', 'version']);

const camel = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The columns as fields; a pair of coordinates is one field. */
function fieldsOf(row: Recorded | null): Recorded {
  const { lat, lng, ...rest } = row ?? {};
  const located = lat === undefined || lng === undefined ? {} : { location: lat === null ? null : { lat, lng } };
  const named = Object.entries({ ...rest, ...located }).map(([name, value]) => [camel(name), value] as const);
  return Object.fromEntries(named.filter(([name]) => !unspoken.has(name)));
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

function changesIn({ before, after }: Logged): ChangeLine['changes'] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return Object.keys({ ...was, ...is }).flatMap((field) => {
    const [one, other] = [was[field] ?? null, is[field] ?? null];
    const same = JSON.stringify(one) === JSON.stringify(other) || (isEmpty(one) && isEmpty(other));
    return same ? [] : [{ field, before: one, after: other }];
  });
}

/** Puts names for the ids of one field, with one statement for all lines. */
async function name(tx: Tx, lines: readonly ChangeLine[], field: string, nameOf: NameOf): Promise<void> {
  const changes = lines.flatMap((line) => line.changes.filter((change) => change.field === field));
  const ids = [...new Set(changes.flatMap(({ before, after }) => [before, after]))].filter((id) => id !== null);
  if (ids.length === 0) return;
  const found = await sql<{ id: number; named: Named | null }>`
    SELECT v.id, ${nameOf('v.id')} AS named FROM unnest(${ids}::integer[]) AS v (id)`.execute(tx);
  const names = new Map(found.rows.map(({ id, named }) => [id, named]));
  const shown = (id: unknown) => names.get(id as number) ?? (id as number | null);
  for (const change of changes) {
    change.before = shown(change.before);
    change.after = shown(change.after);
  }
}

type Of = {
  table: string;
  /** Tables whose rows are parts of the record (`rasid_part_of`). */
  parts?: readonly string[];
  id: number | string;
  /** The field by which parts name the record. */
  partOf?: string;
  /** Fields whose changes tell nothing. */
  silent?: readonly string[];
  /** Whose record it is. */
  companyId: number;
  /** Fields that point at other records. */
  names?: Readonly<Record<string, NameOf>>;
};

/** A page of the changes of one record. The caller has made sure that whoever asks may see this record of this company. */
export async function changesOf(
  { tx, list, actor }: Pick<Context, 'tx' | 'list' | 'actor'>,
  { table, parts = [], partOf, id, companyId, silent = [], names = {} }: Of,
): Promise<ListPage<ChangeLine>> {
  const { ids, totalRecords } = await findIds(tx, {
    table: 'change_log',
    spec: changeList,
    query: list,
    scope: actor.scope,
    company: null,
    where: [
      sql`t.table_name = ANY (${[table, ...parts]}::text[])`,
      sql`t.row_id = ${String(id)}`,
      sql`t.company_id = ${companyId}`,
    ],
  });
  const found = await asAll(tx, actor.scope, () =>
    sql<Logged>`
    SELECT l.id, l.at, l.action, l.table_name <> ${table} AS part, person_with_company(l.user_id) AS person, person_with_company(l.opened_by) AS opened_by, l.before, l.after
      FROM change_log l WHERE l.id = ANY (${ids}::bigint[]) ORDER BY array_position(${ids}::bigint[], l.id)`.execute(
      tx,
    ),
  );
  const lines = found.rows.map((line) => {
    const { before: _, after: __, ...shown } = line;
    return {
      ...shown,
      changes: changesIn(line).filter(({ field }) => !silent.includes(field) && !(line.part && field === partOf)),
    };
  });
  for (const [field, nameOf] of Object.entries(names)) await name(tx, lines, field, nameOf);
  return { data: lines, totalRecords };
}
