import { sql } from 'kysely';
import type { ListQuery, ListSpec } from '../common/list.ts';
import { fold } from '../common/search.ts';
import { bypassRls, type Scope, type Tx } from './database.ts';

/** The column of a field. */
export const column = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export type IdPage = { ids: number[]; totalRecords: number | null };
type Found = { ids: number[]; total: number | null };
export type FindOptions = {
  table: string;
  spec: ListSpec;
  query: ListQuery;
  scope: Scope;
  /** The company column; null for a table whose caller states the companies in `where`. */
  company?: string | null;
  /** More conditions on `t`. */
  where?: readonly ReturnType<typeof sql>[];
  /** A search finds what this condition admits as well; an index must serve it. */
  alsoFound?: ReturnType<typeof sql>;
  /** SQL of filter or sort fields that are not plain columns of the table. */
  columns?: Record<string, ReturnType<typeof sql>>;
};

function inCompanies(scope: Scope, name: string) {
  if (scope.companies === 'all') return sql`true`;
  const ref = sql.ref(`t.${name}`);
  // One company lets an index that begins with it give the order as well.
  return scope.companies.length === 1
    ? sql`${ref} = ${scope.companies[0]}`
    : sql`${ref} = ANY (${scope.companies}::integer[])`;
}

const like = (text: string) => sql`t.search LIKE ${`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`}`;

/**
 * What a search asks of a row. The serials of a maker begin alike, and what every row has makes an index slow: a long
 * number is found by its end and then compared as a whole.
 */
function holding(text: string) {
  const end = [...text].slice(-6).join('');
  return text.length > 8 && /\d/.test(end) ? [like(end), sql`strpos(t.search, ${text}) > 0`] : [like(text)];
}

/**
 * The ids of one page of a list and the count of all matches, in one statement. Runs with the companies in the
 * predicate as the role that sees all rows, because row-level security keeps a search from its index; read the rows
 * under the policy.
 */
export async function findIds(tx: Tx, options: FindOptions): Promise<IdPage> {
  const { query, spec, columns = {} } = options;
  const of = (field: string) => columns[field] ?? sql.ref(`t.${column(field)}`);
  const conditions = [
    ...(options.company === null ? [] : [inCompanies(options.scope, options.company ?? 'company_id')]),
    ...(options.where ?? []),
  ];
  if (query.search) {
    const held = sql.join(holding(fold(query.search)), sql` AND `);
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
  const pageOf = (key: ReturnType<typeof sql>, source: ReturnType<typeof sql>) =>
    sql`to_json(ARRAY(SELECT t.id ${source} ORDER BY ${key} ${sql.raw(direction)}${field === 'id' ? sql`` : sql`, t.id ${sql.raw(direction)}`} LIMIT ${query.limit} OFFSET ${query.skip})) AS ids`;
  // A search finds its matches once, by its own index: with LIMIT in sight the planner would rather walk the order of
  // the list and compare, which never ends for a rare word. Anything else has an index for its order and its count.
  const statement = query.search
    ? sql<Found>`WITH found AS MATERIALIZED (SELECT t.id, ${of(field)} AS key ${from}) SELECT ${pageOf(sql`t.key`, sql`FROM found t`)}, ${query.total ? sql`(SELECT count(*) FROM found)` : sql`NULL`} AS total`
    : sql<Found>`SELECT ${pageOf(of(field), from)}, ${query.total ? sql`(SELECT count(*) ${from})` : sql`NULL`} AS total`;
  const found = await bypassRls(tx, options.scope, () => statement.execute(tx));
  const { ids, total } = found.rows[0] as Found;
  return { ids, totalRecords: total };
}

/** Rows in the order of `ids`; those that the policy hides are left out. */
export function inOrder<Row extends { id: number }>(ids: readonly number[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

// Objects are jsonb columns; pg would send an array as an SQL array, which text[] and integer[] columns want.
export const storable = (value: unknown) =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : value;
