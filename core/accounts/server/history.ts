import { type RawBuilder, sql } from 'kysely';
import { type ChangeLine, changeList } from '#platform/common/change-log.ts';
import { bypassRls, type Tx } from '#platform/server/database.ts';
import { findIds } from '#platform/server/rows.ts';
import type { Context, ListPage } from '#platform/server/serve.ts';

import { personInLog } from './logged-records.ts';

type Named = { id: number; name: string };
/** Gives `{id, name}` of what a column points at, as SQL: `structureNamed`, `personNamed`. */
export type NameOf = (column: string) => RawBuilder<Named | null>;

type Recorded = Record<string, ChangeLine['changes'][number]['before']>;
type Logged = Omit<ChangeLine, 'changes' | 'about'> & { before: Recorded | null; after: Recorded | null };

/** What every record has, and what says nothing to a person. */
const unspoken = new Set([
  'id',
  'appId',
  'companyId',
  'groupId',
  'scheduleId',
  'createdAt',
  'updatedAt',
  'version',
  'emailConfirmed',
]);

/** Fields by which people know a part from its brothers. */
const telling = new Set(['name', 'entity', 'kind', 'icon', 'userId', 'deviceId', 'resource']);

const camel = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The columns as fields; a pair of coordinates is one field. */
function fieldsOf(row: Recorded | null, spoken: readonly string[] = []): Recorded {
  const { lat, lng, ...rest } = row ?? {};
  const located = lat === undefined || lng === undefined ? {} : { location: lat === null ? null : { lat, lng } };
  const named = Object.entries({ ...rest, ...located }).map(([name, value]) => [camel(name), value] as const);
  return Object.fromEntries(named.filter(([name]) => !unspoken.has(name) || spoken.includes(name)));
}

// A list that became empty says something else than one that is not given: in a contract, nothing and everything.
const isEmpty = (value: unknown) => value === null || value === undefined || value === '';
const saysNothing = (value: unknown) => isEmpty(value) || (Array.isArray(value) && value.length === 0);

function changesIn({ action, before, after }: Logged, spoken: readonly string[]): ChangeLine['changes'] {
  const [was, is] = [fieldsOf(before, spoken), fieldsOf(after, spoken)];
  const empty = action === 'update' ? isEmpty : saysNothing;
  return Object.keys({ ...was, ...is }).flatMap((field) => {
    const [one, other] = [was[field] ?? null, is[field] ?? null];
    const same = JSON.stringify(one) === JSON.stringify(other) || (empty(one) && empty(other));
    return same ? [] : [{ field, before: one, after: other }];
  });
}

function aboutIn({ action, after }: Logged, changes: ChangeLine['changes']): ChangeLine['about'] {
  if (action !== 'update') return [];
  const standing = Object.entries(fieldsOf(after)).filter(
    ([field]) => telling.has(field) && !changes.some((change) => change.field === field),
  );
  return standing.map(([field, value]) => ({ field, value: value ?? null }));
}

/** Puts names for the ids of one field, with one statement for all lines. */
async function name(tx: Tx, lines: readonly ChangeLine[], field: string, nameOf: NameOf): Promise<void> {
  const changes = lines.flatMap((line) => line.changes.filter((change) => change.field === field));
  const about = lines.flatMap((line) => line.about.filter((one) => one.field === field));
  const told = [...changes.flatMap(({ before, after }) => [before, after]), ...about.map((one) => one.value)];
  // Some hold a word instead of an id: `*` for all of them.
  const ids = [...new Set(told.filter((id) => id !== null).map(Number))].filter(
    (id) => Number.isInteger(id) && Math.abs(id) < 2 ** 31,
  );
  if (ids.length === 0) return;
  const found = await sql<{ id: number; named: Named | null }>`
    SELECT v.id, ${nameOf('v.id')} AS named FROM unnest(${ids}::integer[]) AS v (id)`.execute(tx);
  const names = new Map(found.rows.map(({ id, named }) => [id, named]));
  const shown = (id: unknown) => names.get(Number(id)) ?? (id as number | null);
  for (const change of changes) {
    change.before = shown(change.before);
    change.after = shown(change.after);
  }
  for (const one of about) one.value = shown(one.value);
}

type Told = {
  table: string;
  /** The field by which parts name the record. */
  partOf?: string;
  /** Fields whose changes tell nothing. */
  silent?: readonly string[];
  /** Fields that say nothing elsewhere and do here. */
  spoken?: readonly string[];
  /** Fields that point at other records. */
  names?: Readonly<Record<string, NameOf>>;
};
type Of = Told & {
  /** Tables whose rows are parts of the record (`rasid_part_of`). */
  parts?: readonly string[];
  id: number | string;
  /** What belongs to it and has an id of its own. */
  also?: readonly { table: string; id: number }[];
  /** Whose record it is; null for what belongs to the platform. */
  companyId: number | null;
};
type Asked = Pick<Context, 'tx' | 'list' | 'actor'>;

/** A page of the changes of one record. The caller has made sure that whoever asks may see this record of this company. */
export async function changesOf(context: Asked, of: Of): Promise<ListPage<ChangeLine>> {
  const { tx, list, actor } = context;
  const { table, parts = [], id, also = [], companyId } = of;
  const records = [
    sql`(t.table_name = ANY (${[table, ...parts]}::text[]) AND t.row_id = ${String(id)})`,
    ...also.map((one) => sql`(t.table_name = ${one.table} AND t.row_id = ${String(one.id)})`),
  ];
  const { ids, totalRecords } = await findIds(tx, {
    table: 'change_log',
    spec: changeList,
    query: list,
    scope: actor.scope,
    company: null,
    where: [
      sql`(${sql.join(records, sql` OR `)})`,
      companyId === null ? sql`t.company_id IS NULL` : sql`t.company_id = ${companyId}`,
    ],
  });
  return { data: await linesOf(context, ids, of), totalRecords };
}

/** Lines of the log by their ids, in that order, in the fields and names that people know. */
export async function linesOf(
  { tx, actor }: Pick<Asked, 'tx' | 'actor'>,
  ids: readonly (number | string)[],
  { table, partOf, silent = [], spoken = [], names = {} }: Told,
): Promise<ChangeLine[]> {
  const found = await bypassRls(tx, actor.scope, () =>
    sql<Logged>`
    SELECT l.id, l.at, l.action, l.table_name <> ${table} AS part, ${personInLog('l.user_id')} AS person, ${personInLog('l.impersonated_by')} AS impersonated_by, l.before, l.after
      FROM change_log l WHERE l.id = ANY (${ids}::bigint[]) ORDER BY array_position(${ids}::bigint[], l.id)`.execute(
      tx,
    ),
  );
  const lines = found.rows.map((line) => {
    const { before: _, after: __, ...shown } = line;
    const changes = changesIn(line, spoken).filter(
      ({ field }) => !silent.includes(field) && !(line.part && field === partOf),
    );
    return { ...shown, changes, about: line.part ? aboutIn(line, changes) : [] };
  });
  for (const [field, nameOf] of Object.entries(names)) await name(tx, lines, field, nameOf);
  return lines;
}
