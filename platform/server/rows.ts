import { sql } from 'kysely';
import type { z } from 'zod';
import type { Entity } from '../common/define-entity.ts';
import type { ListQuery, ListSpec } from '../common/list.ts';
import { fold } from '../common/search.ts';
import { asAll, type Scope, type Tx } from './database.ts';
import { refuse } from './refuse.ts';
import { type Context, companyOf, type ListPage } from './serve.ts';

const column = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

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
  const found = await asAll(tx, options.scope, () => statement.execute(tx));
  const { ids, total } = found.rows[0] as Found;
  return { ids, totalRecords: total };
}

/** Rows in the order of `ids`; those that the policy hides are left out. */
export function inOrder<Row extends { id: number }>(ids: readonly number[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The ordinary handlers of `crud(entity)`: list, get, create, update and remove within the caller's companies. */
export function rows<Shape extends z.ZodRawShape>(entity: Entity<Shape>) {
  const table = sql.table(entity.table);
  const fields = Object.keys(entity.row.shape);
  const selection = sql.join(fields.map((field) => sql.ref(column(field))));
  type Row = z.infer<Entity<Shape>['row']> & { id: number };
  const find = async (tx: Tx, id: number): Promise<Row> => {
    const found = await sql<Row>`SELECT ${selection} FROM ${table} WHERE id = ${id}`.execute(tx);
    if (!found.rows[0]) throw refuse(404, 'not-found');
    return found.rows[0];
  };
  type Body = Record<string, unknown>;
  return {
    list: async ({ tx, list, actor }: Pick<Context, 'tx' | 'list' | 'actor'>): Promise<ListPage<Row>> => {
      const { ids, totalRecords } = await findIds(tx, {
        table: entity.table,
        spec: entity.list,
        query: list,
        scope: actor.scope,
      });
      const read = await sql<Row>`SELECT ${selection} FROM ${table} WHERE id = ANY (${ids}::integer[])`.execute(tx);
      return { data: inOrder(ids, read.rows), totalRecords };
    },
    get: ({ tx, params }: { tx: Tx; params: { id: number } }): Promise<Row> => find(tx, params.id),
    create: async ({ tx, body, actor }: { tx: Tx; body: unknown; actor: Context['actor'] }): Promise<Row> => {
      const values = Object.entries({ ...(body as Body), companyId: companyOf(actor) }).filter(
        ([, value]) => value !== undefined,
      );
      const made =
        await sql<Row>`INSERT INTO ${table} (${sql.join(values.map(([field]) => sql.ref(column(field))))}) VALUES (${sql.join(values.map(([, value]) => storable(value)))}) RETURNING ${selection}`.execute(
          tx,
        );
      return made.rows[0] as Row;
    },
    update: async ({ tx, params, body }: { tx: Tx; params: { id: number }; body: unknown }): Promise<Row> => {
      const changes = Object.entries(body as Body).filter(([, value]) => value !== undefined);
      if (changes.length === 0) return find(tx, params.id);
      const set = sql.join(changes.map(([field, value]) => sql`${sql.ref(column(field))} = ${storable(value)}`));
      const made = await sql<Row>`UPDATE ${table} SET ${set} WHERE id = ${params.id} RETURNING ${selection}`.execute(
        tx,
      );
      if (!made.rows[0]) throw refuse(404, 'not-found');
      return made.rows[0];
    },
    remove: async ({ tx, params }: { tx: Tx; params: { id: number } }): Promise<null> => {
      const gone = await sql`DELETE FROM ${table} WHERE id = ${params.id} RETURNING id`.execute(tx);
      if (gone.rows.length === 0) throw refuse(404, 'not-found');
      return null;
    },
  };
}

// Objects are jsonb columns; pg would send an array as an SQL array, which text[] and integer[] columns want.
const storable = (value: unknown) =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : value;
