import { type RawBuilder, sql } from 'kysely';
import type { ChangeLine } from '../../common/change-log.ts';
import type { Entity } from '../../common/define-entity.ts';
import { changeableCompany, readableCompany } from '../http/company-access.ts';
import { bypassRls, type Tx } from '../postgres/database.ts';
import { refuse } from '../refuse.ts';
import { type Actor, type Context, companyOf, type ListReply } from '../serve.ts';
import { changesOf } from './history.ts';
import { column, findIds, inOrder, storable } from './rows.ts';

type RecordEntity = Pick<Entity, 'table' | 'list' | 'row'>;
type Identified = { id: number; companyId: number };
type Values = Record<string, unknown>;
type Reading = Pick<Context, 'tx' | 'actor' | 'locale'> & { params: object };
type Looking = Reading & Pick<Context, 'list' | 'kit'>;
type Listing = Reading & Pick<Context, 'list'>;
type Changing = Reading & Pick<Context, 'kit'> & { body: object };
type Within = { companyId: number; [column: string]: number };

/** The parent record in an address. `assert` refuses one that the caller may not see. */
export type Parent = { column: string; param: string; assert(context: Reading, companyId: number): Promise<void> };

export type RecordOptions<Row extends Identified> = {
  /** Further columns of a row, as SQL over the table `t`: names of referenced records, counts. */
  select?(context: Reading): Partial<Record<Exclude<keyof Row, keyof Identified>, RawBuilder<unknown>>>;
  /** A condition on `t`: whether the caller may see the row. */
  seen?(actor: Actor): RawBuilder<unknown>;
  parent?: Parent;
  /** The route parameter of the record; `id` by default. */
  param?: string;
  /**
   * Validates the references of a record as it would be after the change; `before` is null for a new one. Returns
   * further columns to write.
   */
  check?(context: Changing, after: Partial<Row>, before: Row | null): Promise<Values>;
};

/** Finds the records of an entity, within their company and, if the address names it, their parent. */
function reader<Row extends Identified>(entity: RecordEntity, options: RecordOptions<Row>) {
  const table = sql.table(entity.table);
  const columns = Object.keys(entity.row.shape).map((field) =>
    field === 'location'
      ? sql`CASE WHEN t.lat IS NOT NULL THEN jsonb_build_object('lat', t.lat, 'lng', t.lng) END AS location`
      : sql.ref(`t.${column(field)}`),
  );
  const { parent, param = 'id' } = options;
  const idOf = ({ params }: Reading) => (params as Record<string, number>)[param] as number;

  /** The company and parent of the address; undefined if it names none. */
  async function within(context: Reading, reach: typeof readableCompany): Promise<Within | undefined> {
    const params = context.params as Record<string, number>;
    if (params.companyId === undefined) return undefined;
    const companyId = reach(context.actor, params.companyId);
    if (!parent) return { companyId };
    await parent.assert(context, companyId);
    return { companyId, [parent.column]: params[parent.param] as number };
  }
  const conditions = (context: Reading, place: Within | undefined) => [
    ...Object.entries(place ?? {}).map(([field, value]) => sql`${sql.ref(`t.${column(field)}`)} = ${value}`),
    ...(options.seen ? [options.seen(context.actor)] : []),
  ];

  async function readAll(context: Reading, ids: readonly number[], place?: Within): Promise<Row[]> {
    const more = Object.entries(options.select?.(context) ?? {}).map(
      ([field, value]) => sql`${value} AS ${sql.ref(column(field))}`,
    );
    const where = sql.join([sql`t.id = ANY (${ids}::integer[])`, ...conditions(context, place)], sql` AND `);
    const found = await sql<Row>`SELECT ${sql.join([...columns, ...more])} FROM ${table} t WHERE ${where}`.execute(
      context.tx,
    );
    return inOrder(ids, found.rows);
  }
  /** Returns the record if the caller may see it, otherwise refuses with 404 as if it did not exist. */
  async function readOne(context: Reading, id: number, place?: Within): Promise<Row> {
    const [found] = await readAll(context, [id], place);
    if (!found) throw refuse(404, 'not-found');
    return found;
  }
  async function toChange(context: Reading): Promise<{ before: Row; place: Within | undefined }> {
    const place = await within(context, changeableCompany);
    const before = await readOne(context, idOf(context), place);
    if (!place) changeableCompany(context.actor, before.companyId);
    return { before, place };
  }
  return { table, within, conditions, readAll, readOne, toChange, idOf };
}

/**
 * The standard handlers of an entity: list, get, history, create, update and remove, and `read` for other handlers.
 * Rows are those of the caller's companies, or of the `companyId` in the address; callers with several companies must
 * select one for writes. A `location` is stored as `lat` and `lng`.
 */
export function records<Row extends Identified>(entity: RecordEntity, options: RecordOptions<Row> = {}) {
  const { table, within, conditions, readAll, readOne, toChange, idOf } = reader(entity, options);
  return {
    read: async (context: Reading): Promise<Row> =>
      readOne(context, idOf(context), await within(context, readableCompany)),
    /** `where` adds conditions on `t`. */
    async list(context: Listing, where: readonly RawBuilder<unknown>[] = []): Promise<ListReply<Row>> {
      const place = await within(context, readableCompany);
      const { ids, totalRecords } = await findIds(context.tx, {
        table: entity.table,
        spec: entity.list,
        query: context.list,
        scope: context.actor.scope,
        ...(place ? { company: null } : {}),
        where: [...conditions(context, place), ...where],
      });
      return { data: await readAll(context, ids), totalRecords };
    },
    async get(context: Reading): Promise<Row> {
      return readOne(context, idOf(context), await within(context, readableCompany));
    },
    async history(context: Looking): Promise<ListReply<ChangeLine>> {
      const { id, companyId } = await readOne(context, idOf(context), await within(context, readableCompany));
      return changesOf(context, { table: entity.table, id, companyId });
    },
    async create(context: Changing): Promise<Row> {
      const place = (await within(context, changeableCompany)) ?? { companyId: companyOf(context.actor) };
      const more = await options.check?.(context, { ...context.body, ...place } as Partial<Row>, null);
      const values = Object.entries(stored({ ...context.body, ...more, ...place }));
      const names = sql.join(values.map(([field]) => sql.ref(column(field))));
      const made = await sql<{ id: number }>`INSERT INTO ${table} (${names})
        VALUES (${sql.join(values.map(([, value]) => storable(value)))}) RETURNING id`.execute(context.tx);
      return readOne(context, made.rows[0]?.id as number);
    },
    async update(context: Changing): Promise<Row> {
      const { before, place } = await toChange(context);
      const more = await options.check?.(context, { ...before, ...context.body }, before);
      const changes = Object.entries(stored({ ...context.body, ...more }));
      if (changes.length === 0) return before;
      const set = sql.join(changes.map(([field, value]) => sql`${sql.ref(column(field))} = ${storable(value)}`));
      await sql`UPDATE ${table} SET ${set} WHERE id = ${before.id}`.execute(context.tx);
      return readOne(context, before.id, place);
    },
    async remove(context: Reading): Promise<null> {
      const { before } = await toChange(context);
      await sql`DELETE FROM ${table} WHERE id = ${before.id}`.execute(context.tx);
      return null;
    },
  };
}

/** The given fields as columns. */
function stored({ location, ...fields }: Values): Values {
  const place = location as { lat: number; lng: number } | null | undefined;
  return Object.fromEntries(
    Object.entries({
      ...fields,
      ...(place === undefined ? {} : { lat: place?.lat ?? null, lng: place?.lng ?? null }),
    }).filter(([, value]) => value !== undefined),
  );
}

/** The number of rows per value of a column, the most frequent first: the options of list filters. */
export async function facets<Value extends string>(
  { tx, actor }: Pick<Context, 'tx' | 'actor'>,
  { table, field, where }: { table: string; field: string; where: readonly RawBuilder<unknown>[] },
): Promise<{ value: Value; count: number }[]> {
  const found = await bypassRls(tx, actor.scope, () =>
    sql<{
      value: Value;
      count: number;
    }>`SELECT ${sql.ref(`t.${column(field)}`)} AS value, count(*)::integer AS count FROM ${sql.table(table)} t
      WHERE ${sql.join([sql`true`, ...where], sql` AND `)} GROUP BY 1 ORDER BY 2 DESC, 1`.execute(tx as Tx),
  );
  return found.rows;
}
