import { sql } from 'kysely';
import { type ChangeLine, changeList } from '../../common/change-log.ts';
import { bypassRls } from '../postgres/database.ts';
import type { Context, ListReply } from '../serve.ts';
import {
  byField,
  namesOf,
  ownerOf,
  type Recorded,
  type RecordKind,
  recordKinds,
  type TableHistory,
} from './logged-records.ts';
import { findIds } from './rows.ts';

type Logged = Omit<ChangeLine, 'changes' | 'about'> & {
  table: string;
  before: Recorded | null;
  after: Recorded | null;
  /** Columns that have changed and whose values were erased. */
  forgotten: readonly string[];
};

/** Columns of every table that are not shown. */
const system = ['id', 'companyId', 'createdAt', 'updatedAt', 'version'];

/**
 * How the changes of a table are displayed: the hidden fields, those that identify a row, and those that refer to
 * records.
 */
type FieldRules = { silent: ReadonlySet<string>; keys: ReadonlySet<string>; refs: Readonly<Record<string, string>> };

function rulesOf(kind: RecordKind | undefined, own: TableHistory = {}, silent: readonly string[] = []): FieldRules {
  return {
    silent: new Set([...system, ...(kind?.ownerField ? [kind.ownerField] : []), ...(own.silent ?? []), ...silent]),
    keys: new Set(['name', ...(kind?.keys ?? []), ...(own.about ?? [])]),
    refs: { ...kind?.refs, ...own.refs },
  };
}

/** The fields of the columns; a pair of coordinates is one field. */
function fieldsOf(row: Recorded | null, { silent }: FieldRules): Recorded {
  const { lat, lng, ...rest } = row ?? {};
  const located: Recorded =
    lat === undefined || lng === undefined ? {} : { location: lat === null ? null : { lat, lng } };
  return Object.fromEntries(Object.entries(byField({ ...rest, ...located })).filter(([name]) => !silent.has(name)));
}

// An empty list differs from no value: in a contract it means nothing instead of everything.
const isEmpty = (value: unknown) => value === null || value === undefined || value === '';
const saysNothing = (value: unknown) => isEmpty(value) || (Array.isArray(value) && value.length === 0);

function changesIn({ action, before, after, forgotten }: Logged, rules: FieldRules): ChangeLine['changes'] {
  const [was, is] = [fieldsOf(before, rules), fieldsOf(after, rules)];
  const erased = fieldsOf(Object.fromEntries(forgotten.map((name) => [name, null])), rules);
  const empty = action === 'update' ? isEmpty : saysNothing;
  return Object.keys({ ...was, ...is, ...erased }).flatMap((field): ChangeLine['changes'] => {
    if (field in erased) return [{ field, before: null, after: null, forgotten: true }];
    const [one, other] = [was[field] ?? null, is[field] ?? null];
    const same = JSON.stringify(one) === JSON.stringify(other) || (empty(one) && empty(other));
    return same ? [] : [{ field, before: one, after: other }];
  });
}

function aboutIn({ action, after }: Logged, changes: ChangeLine['changes'], rules: FieldRules): ChangeLine['about'] {
  if (action !== 'update') return [];
  const standing = Object.entries(fieldsOf(after, rules)).filter(
    ([field, value]) => rules.keys.has(field) && !isEmpty(value) && !changes.some((change) => change.field === field),
  );
  return standing.map(([field, value]) => ({ field, value: value ?? null }));
}

type Of = {
  table: string;
  id: number | string;
  /** Further records that are displayed as parts. */
  also?: readonly { table: string; id: number }[];
  /** The company of the record; null if it belongs to the platform. */
  companyId: number | null;
  /** Fields that are obvious from the page. */
  silent?: readonly string[];
};
type Reading = Pick<Context, 'tx' | 'list' | 'actor' | 'kit' | 'locale'>;

/**
 * A page of the changes of a record and its parts (`rasid_part_of`). The caller must have checked that the person may
 * see this record of this company.
 */
export async function changesOf(context: Reading, of: Of): Promise<ListReply<ChangeLine>> {
  const { tx, list, actor } = context;
  const { table, id, also = [], companyId } = of;
  const parts = [...(await recordKinds(tx)).values()].filter((kind) => ownerOf(kind) === table);
  const tables = [table, ...parts.map((kind) => kind.table)];
  const records = [
    sql`(t.table_name = ANY (${tables}::text[]) AND t.row_id = ${String(id)})`,
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
  return { data: await historyLines(context, ids, of), totalRecords };
}

/**
 * The log lines with these ids, in that order, with displayed fields and names. Lines of other tables than `table`
 * count as parts.
 */
export async function historyLines(
  context: Omit<Reading, 'list'>,
  ids: readonly (number | string)[],
  { table = '', silent = [] }: Partial<Pick<Of, 'table' | 'silent'>> = {},
): Promise<ChangeLine[]> {
  const { tx, actor, kit } = context;
  const { tables, person } = kit.history;
  const found = await bypassRls(tx, actor.scope, () =>
    sql<Logged>`
    SELECT l.id, l.at, l.action, l.table_name AS "table", l.table_name <> ${table} AS part,
           ${person('l.user_id')} AS person, ${person('l.impersonated_by')} AS impersonated_by, l.before, l.after, l.forgotten
      FROM change_log l WHERE l.id = ANY (${ids}::bigint[]) ORDER BY array_position(${ids}::bigint[], l.id)`.execute(
      tx,
    ),
  );
  const kinds = await recordKinds(tx);
  const pointers: Pointer[] = [];
  const lines = found.rows.map((line) => {
    const rules = rulesOf(kinds.get(line.table), tables[line.table], silent);
    const changes = changesIn(line, rules);
    const about = line.part ? aboutIn(line, changes, rules) : [];
    pointers.push(...pointersIn({ changes, about }, rules.refs));
    const { before: _, after: __, table: ___, forgotten: ____, ...shown } = line;
    return { ...shown, changes, about };
  });
  await putNames(context, pointers, kinds);
  return lines;
}

/** A value that refers to a record of a table. */
type Pointer = {
  table: string;
  id: ChangeLine['about'][number]['value'];
  put(named: { id: number; name: string }): void;
};

const pointersIn = (
  { changes, about }: Pick<ChangeLine, 'changes' | 'about'>,
  refs: Readonly<Record<string, string>>,
): Pointer[] => {
  const values = [
    ...changes.flatMap((change) => [
      { field: change.field, id: change.before, put: (named: object) => Object.assign(change, { before: named }) },
      { field: change.field, id: change.after, put: (named: object) => Object.assign(change, { after: named }) },
    ]),
    ...about.map((one) => ({
      field: one.field,
      id: one.value,
      put: (named: object) => Object.assign(one, { value: named }),
    })),
  ];
  return values.flatMap(({ field, ...value }) =>
    refs[field] && value.id !== null ? [{ ...value, table: refs[field] }] : [],
  );
};

/** Replaces ids by names, with one statement per table. */
async function putNames(
  context: Omit<Reading, 'list'>,
  pointers: readonly Pointer[],
  kinds: ReadonlyMap<string, RecordKind>,
) {
  const { names } = context.kit.history;
  for (const table of new Set(pointers.map((one) => one.table))) {
    if (!names[table] && !kinds.has(table)) continue;
    const inTable = pointers.filter((one) => one.table === table);
    // Some values are `*`, for all records.
    const found = await namesOf(
      context,
      table,
      inTable.map((one) => Number(one.id)),
    );
    for (const { id, put } of inTable) {
      const named = found.get(Number(id));
      if (named) put(named);
    }
  }
}
