import { sql } from 'kysely';
import type { ListQuery, ListSpec } from '../../common/list.ts';
import { fold } from '../../common/search/search.ts';
import { bypassRls, type Scope, type Tx } from '../postgres/database.ts';

/** The column of a field. */
export const column = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export type IdPage = { ids: number[]; totalRecords: number | null };
type SearchResult = { ids: number[]; total: number | null };
export type FindOptions = {
  table: string;
  spec: ListSpec;
  query: ListQuery;
  scope: Scope;
  /** The company column; null if the caller restricts the companies in `where`. */
  company?: string | null;
  /** Further conditions on `t`. */
  where?: readonly ReturnType<typeof sql>[];
  /** A further search condition; it needs an index. */
  alsoFound?: ReturnType<typeof sql>;
  /** SQL of filter and sort fields that are not plain columns. A sort field may have several keys in the same direction. */
  columns?: Record<string, ReturnType<typeof sql> | readonly ReturnType<typeof sql>[]>;
};

function inCompanies(scope: Scope, name: string) {
  if (scope.companies === 'all') return sql`true`;
  const ref = sql.ref(`t.${name}`);
  // With a single company, an index that begins with it also provides the order.
  return scope.companies.length === 1
    ? sql`${ref} = ${scope.companies[0]}`
    : sql`${ref} = ANY (${scope.companies}::integer[])`;
}

const like = (text: string) => sql`t.search LIKE ${`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`}`;

/**
 * The search condition of a row. Serial numbers of a maker have the same prefix, which slows down the index: a long
 * number is searched by its suffix and then compared as a whole.
 */
function matching(text: string) {
  const end = [...text].slice(-6).join('');
  return text.length > 8 && /\d/.test(end) ? [like(end), sql`strpos(t.search, ${text}) > 0`] : [like(text)];
}

/**
 * Returns the ids of a page of a list and the count of all matches, in one statement. It runs as the role that sees all
 * rows with the companies in the predicate, because row-level security keeps a search from its index; read the rows
 * under the policy afterwards.
 */
export async function findIds(tx: Tx, options: FindOptions): Promise<IdPage> {
  const { query, spec, columns = {} } = options;
  const keysOf = (field: string) => [columns[field] ?? sql.ref(`t.${column(field)}`)].flat();
  const of = (field: string) => sql.join(keysOf(field));
  const conditions = [
    ...(options.company === null ? [] : [inCompanies(options.scope, options.company ?? 'company_id')]),
    ...(options.where ?? []),
  ];
  if (query.search) {
    const held = sql.join(matching(fold(query.search)), sql` AND `);
    conditions.push(options.alsoFound ? sql`((${held}) OR ${options.alsoFound})` : held);
  }
  for (const [field, values] of Object.entries(query.filters))
    conditions.push(sql`${of(field)} IN (${sql.join(values)})`);
  for (const [field, range] of Object.entries(query.ranges)) {
    if (range.from) conditions.push(sql`${of(field)} >= ${range.from}`);
    if (range.to) conditions.push(sql`${of(field)} < ${range.to}`);
    if (range.min !== undefined) conditions.push(sql`${of(field)} >= ${range.min}`);
    if (range.max !== undefined) conditions.push(sql`${of(field)} <= ${range.max}`);
  }
  const [field, direction] = query.sort
    ? [query.sort.field, query.sort.direction]
    : (spec.defaultSort ?? ['id', 'desc']);
  const from = sql`FROM ${sql.table(options.table)} t WHERE ${sql.join(conditions.length ? conditions : [sql`true`], sql` AND `)}`;
  const counted =
    spec.countUpTo === undefined
      ? sql`(SELECT count(*) ${from})`
      : sql`(SELECT count(*) FROM (SELECT 1 ${from} LIMIT ${spec.countUpTo + 1}) n)`;
  const keys = keysOf(field);
  const pageOf = (sorted: readonly unknown[], source: ReturnType<typeof sql>) =>
    sql`to_json(ARRAY(SELECT t.id ${source} ORDER BY ${sql.join([...sorted, ...(field === 'id' ? [] : [sql`t.id`])].map((key) => sql`${key} ${sql.raw(direction)}`))} LIMIT ${query.limit} OFFSET ${query.skip})) AS ids`;
  // The matches of a search are materialized: with LIMIT the planner would walk the list in its order and compare each
  // row, which takes too long for a rare term. Other lists have an index for order and count.
  const statement = query.search
    ? sql<SearchResult>`WITH found AS MATERIALIZED (SELECT t.id, ${sql.join(keys.map((key, i) => sql`${key} AS ${sql.ref(`key${i}`)}`))} ${from}) SELECT ${pageOf(
        keys.map((_, i) => sql.ref(`t.key${i}`)),
        sql`FROM found t`,
      )}, ${query.total ? sql`(SELECT count(*) FROM found)` : sql`NULL`} AS total`
    : sql<SearchResult>`SELECT ${pageOf(keys, from)}, ${query.total ? counted : sql`NULL`} AS total`;
  const found = await bypassRls(tx, options.scope, () => statement.execute(tx));
  const { ids, total } = found.rows[0] as SearchResult;
  return { ids, totalRecords: total };
}

/** Rows in the order of `ids`, without those that the policy hides. */
export function inOrder<Row extends { id: number }>(ids: readonly number[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

// Objects are jsonb columns; pg sends arrays as SQL arrays, as text[] and integer[] columns need.
export const storable = (value: unknown) =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : value;
