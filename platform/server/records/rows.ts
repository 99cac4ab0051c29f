import { sql } from 'kysely';
import type { ListQuery, ListSpec } from '../../common/list.ts';
import { fold } from '../../common/search/search.ts';
import { bypassRls, type Scope, type Tx } from '../postgres/database.ts';

/** The column of a field. */
export const column = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export type IdPage = { ids: number[]; totalRecords: number | null };
type SearchResult = { ids: number[]; total: number | null };
type Sql = ReturnType<typeof sql>;
type Columns = Record<string, Sql | readonly Sql[]>;
export type FindOptions = {
  table: string;
  spec: ListSpec;
  query: ListQuery;
  scope: Scope;
  /** The company column; null if the caller restricts the companies in `where`. */
  company?: string | null;
  /** Further conditions on `t`. */
  where?: readonly Sql[];
  /** A further search condition; it needs an index. */
  alsoFound?: Sql;
  /** SQL of filter and sort fields that are not plain columns. A sort field may have several keys in the same direction. */
  columns?: Columns;
  /** Also finds rows of other companies that a company of the scope is a party of, and reads now. */
  shared?: Parties;
};
/** The table of the parties of rows, as `rasid_shared_rows` has it. Its rows are `p`. */
type Parties = {
  table: string;
  /** The column of the id of the row. */
  link: string;
  /** Further conditions on `t` and `p`; `where` of the list is for rows of the scope. */
  where?: readonly Sql[];
  /**
   * SQL of filter and sort fields that a party sees in another way, of the same type as for the rows of the scope. A
   * party must not find a row by what only the owner knows: give NULL for such fields. Its searches are in `p.search`.
   * An index of `p` provides the order only of keys that are its columns; `t.id` is its link.
   */
  columns?: Columns;
};

/** The condition that the row `t` is of the companies of the scope. */
export function inCompanies(scope: Scope, name: string, of = 't') {
  if (scope.companies === 'all') return sql`true`;
  const ref = sql.ref(`${of}.${name}`);
  // With a single company, an index that begins with it also provides the order.
  return scope.companies.length === 1
    ? sql`${ref} = ${scope.companies[0]}`
    : sql`${ref} = ANY (${scope.companies}::integer[])`;
}

const like = (text: string, of: Sql) => sql`${of} LIKE ${`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`}`;

/**
 * The search condition of a row. Serial numbers of a maker have the same prefix, which slows down the index: a long
 * number is searched by its suffix and then compared as a whole.
 */
function matching(text: string, of: Sql) {
  const end = [...text].slice(-6).join('');
  return text.length > 8 && /\d/.test(end) ? [like(end, of), sql`strpos(${of}, ${text}) > 0`] : [like(text, of)];
}

/** Where rows of a list are from, and the keys of its sort. */
type Source = { from: Sql; keys: readonly Sql[] };
type Searched = { columns?: Columns | undefined; searched: Sql; alsoFound?: Sql | undefined };

const sortOf = ({ query, spec }: FindOptions): readonly [string, 'asc' | 'desc'] =>
  query.sort ? [query.sort.field, query.sort.direction] : (spec.defaultSort ?? ['id', 'desc']);

/** The rows with these conditions that match the search, filters and bounds. */
function sourceOf(options: FindOptions, rows: Sql, given: readonly Sql[], of: Searched): Source {
  const { query } = options;
  const { columns = {}, searched, alsoFound } = of;
  const keysOf = (field: string) => [columns[field] ?? sql.ref(`t.${column(field)}`)].flat();
  const key = (field: string) => sql.join(keysOf(field));
  const conditions = [...given];
  if (query.search) {
    const held = sql.join(matching(fold(query.search), searched), sql` AND `);
    conditions.push(alsoFound ? sql`((${held}) OR ${alsoFound})` : held);
  }
  for (const [field, values] of Object.entries(query.filters))
    conditions.push(sql`${key(field)} IN (${sql.join(values)})`);
  for (const [field, range] of Object.entries(query.ranges)) {
    if (range.from) conditions.push(sql`${key(field)} >= ${range.from}`);
    if (range.to) conditions.push(sql`${key(field)} < ${range.to}`);
    if (range.min !== undefined) conditions.push(sql`${key(field)} >= ${range.min}`);
    if (range.max !== undefined) conditions.push(sql`${key(field)} <= ${range.max}`);
  }
  const where = sql.join(conditions.length ? conditions : [sql`true`], sql` AND `);
  return { from: sql`FROM ${rows} WHERE ${where}`, keys: keysOf(sortOf(options)[0]) };
}

/** The rows of the companies of the scope. */
function ownRows(options: FindOptions): Source {
  const { table, scope, company = 'company_id', where = [], columns, alsoFound } = options;
  const conditions = [...(company === null ? [] : [inCompanies(scope, company)]), ...where];
  return sourceOf(options, sql`${sql.table(table)} t`, conditions, { columns, searched: sql`t.search`, alsoFound });
}

/** The rows of other companies that a company of the scope is a party of. */
function partyRows(options: FindOptions, { table, link, where = [], columns }: Parties): Source {
  const { scope, company } = options;
  const rows = sql`${sql.table(table)} p JOIN ${sql.table(options.table)} t ON t.id = ${sql.ref(`p.${link}`)}`;
  // A row of several parties of the scope is found by the first of them.
  const isFirst = sql`NOT EXISTS (SELECT FROM ${sql.table(table)} q WHERE ${sql.ref(`q.${link}`)} = t.id AND q.reads
    AND ${inCompanies(scope, 'company_id', 'q')} AND q.company_id < p.company_id)`;
  const conditions = [
    inCompanies(scope, 'company_id', 'p'),
    sql`p.reads`,
    sql`NOT ${inCompanies(scope, company ?? 'company_id')}`,
    ...(scope.companies.length === 1 ? [] : [isFirst]),
    ...where,
  ];
  return sourceOf(options, rows, conditions, { columns: { ...options.columns, ...columns }, searched: sql`p.search` });
}

/**
 * Returns the ids of a page of a list and the count of all matches, in one statement. It runs as the role that sees all
 * rows with the companies in the predicate, because row-level security keeps a search from its index; read the rows
 * under the policy afterwards.
 */
export async function findIds(tx: Tx, options: FindOptions): Promise<IdPage> {
  const { query, spec, scope, shared } = options;
  const own = ownRows(options);
  const sources = [own, ...(shared && scope.companies !== 'all' ? [partyRows(options, shared)] : [])];
  const [field, direction] = sortOf(options);

  const ordered = (keys: readonly unknown[]) =>
    sql`ORDER BY ${sql.join([...keys, ...(field === 'id' ? [] : [sql`t.id`])].map((key) => sql`${key} ${sql.raw(direction)}`))}`;
  const pageOf = (keys: readonly unknown[], source: Sql) =>
    sql`to_json(ARRAY(SELECT t.id ${source} ${ordered(keys)} LIMIT ${query.limit} OFFSET ${query.skip})) AS ids`;
  const found = ({ keys, from }: Source) =>
    sql`SELECT t.id, ${sql.join(keys.map((key, i) => sql`${key} AS ${sql.ref(`key${i}`)}`))} ${from}`;
  const foundKeys = own.keys.map((_, i) => sql.ref(`t.key${i}`));
  const all = (parts: readonly Sql[]) => sql.join(parts, sql` UNION ALL `);

  const counted = () => {
    const most = spec.countUpTo === undefined ? undefined : spec.countUpTo + 1;
    // Each part is counted by itself, because an index alone answers that.
    const counts = sources.map(({ from }) =>
      most === undefined
        ? sql`(SELECT count(*) ${from})`
        : sql`(SELECT count(*) FROM (SELECT 1 ${from} LIMIT ${most}) n)`,
    );
    const sum = sql.join(counts, sql` + `);
    return most === undefined ? sum : sql`least(${sum}, ${most})`;
  };
  const page = () => {
    if (sources.length === 1) return pageOf(own.keys, own.from);
    // Each part ends with the page, so that an index can provide its order.
    const parts = sources.map((one) => sql`(${found(one)} ${ordered(one.keys)} LIMIT ${query.skip + query.limit})`);
    return pageOf(foundKeys, sql`FROM (${all(parts)}) t`);
  };
  // The matches of a search are materialized: with LIMIT the planner would walk the list in its order and compare each
  // row, which takes too long for a rare term. Other lists have an index for order and count.
  const statement = query.search
    ? sql<SearchResult>`WITH found AS MATERIALIZED (${all(sources.map(found))}) SELECT ${pageOf(foundKeys, sql`FROM found t`)}, ${query.total ? sql`(SELECT count(*) FROM found)` : sql`NULL`} AS total`
    : sql<SearchResult>`SELECT ${page()}, ${query.total ? counted() : sql`NULL`} AS total`;
  const result = await bypassRls(tx, scope, () => statement.execute(tx));
  const { ids, total } = result.rows[0] as SearchResult;
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
