import { type RawBuilder, sql } from 'kysely';
import type { Entity } from '../../common/define-entity.ts';
import { readableCompany } from '../http/company-access.ts';
import { refuse } from '../refuse.ts';
import type { Actor, Context } from '../serve.ts';
import { column, inOrder } from './rows.ts';

export type RecordEntity = Pick<Entity, 'table' | 'list' | 'row'>;
export type Identified = { id: number; companyId: number };
/** Who reads, in which transaction and language. */
export type ReadingAs = Pick<Context, 'tx' | 'actor' | 'locale'>;
export type Reading = ReadingAs & { params: object };
/** The company, and the parent if the address names it, by column. */
export type Within = { companyId: number; [column: string]: number };

/** The parent record in an address. `assert` refuses one that the caller may not see. */
export type Parent = { column: string; param: string; assert(context: Reading, companyId: number): Promise<void> };

export type ReadOptions<Row extends Identified> = {
  /** Further columns of a row, as SQL over the table `t`: names of referenced records, counts. */
  select?(context: ReadingAs): Partial<Record<Exclude<keyof Row, keyof Identified>, RawBuilder<unknown>>>;
  /** A condition on `t`: whether the caller may see the row. */
  seen?(actor: Actor): RawBuilder<unknown>;
};

/** Finds the records of an entity that the caller may see. */
export function recordReader<Row extends Identified>(entity: RecordEntity, options: ReadOptions<Row>) {
  const table = sql.table(entity.table);
  const columns = Object.keys(entity.row.shape).map((field) =>
    field === 'location'
      ? sql`CASE WHEN t.lat IS NOT NULL THEN jsonb_build_object('lat', t.lat, 'lng', t.lng) END AS location`
      : sql.ref(`t.${column(field)}`),
  );
  const conditions = ({ actor }: ReadingAs, place: Within | undefined) => [
    ...Object.entries(place ?? {}).map(([field, value]) => sql`${sql.ref(`t.${column(field)}`)} = ${value}`),
    ...(options.seen ? [options.seen(actor)] : []),
  ];

  async function readAll(context: ReadingAs, ids: readonly number[], place?: Within): Promise<Row[]> {
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
  async function readOne(context: ReadingAs, id: number, place?: Within): Promise<Row> {
    const [found] = await readAll(context, [id], place);
    if (!found) throw refuse(404, 'not-found');
    return found;
  }
  return { table, conditions, readAll, readOne };
}

type Address = { parent?: Parent; param?: string };

/** The record of an address: its id, and the company and parent that the address names. */
export function addressed({ parent, param = 'id' }: Address) {
  return {
    idOf: ({ params }: Reading) => (params as Record<string, number>)[param] as number,
    /** The company and parent of the address; undefined if it names none. */
    async within(context: Reading, reach: typeof readableCompany = readableCompany): Promise<Within | undefined> {
      const params = context.params as Record<string, number>;
      if (params.companyId === undefined) return undefined;
      const companyId = reach(context.actor, params.companyId);
      if (!parent) return { companyId };
      await parent.assert(context, companyId);
      return { companyId, [parent.column]: params[parent.param] as number };
    },
  };
}
