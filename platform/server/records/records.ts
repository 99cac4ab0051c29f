import { type RawBuilder, sql } from 'kysely';
import type { ChangeLine } from '../../common/change-log.ts';
import { changeableCompany } from '../http/company-access.ts';
import { bypassRls, type Tx } from '../postgres/database.ts';
import { type Context, companyOf, type ListReply } from '../serve.ts';
import { changesOf } from './history.ts';
import { addressed, type Identified, type Parent, type Reading, type RecordEntity, recordReader } from './reader.ts';
import { column, findIds } from './rows.ts';
import { recordWrites, type WriteOptions, type Writing } from './writer.ts';

export type { Parent } from './reader.ts';

type Looking = Reading & Pick<Context, 'list' | 'kit'>;
type Listing = Reading & Pick<Context, 'list'>;
type Removing = Writing & { params: object };
type Changing = Removing & { body: object };

export type RecordOptions<Row extends Identified> = WriteOptions<Row> & {
  parent?: Parent;
  /** The route parameter of the record; `id` by default. */
  param?: string;
};

/**
 * The standard handlers of an entity: list, get, history, create, update and remove, and `read` for other handlers.
 * Rows are those of the caller's companies, or of the `companyId` in the address; callers with several companies must
 * select one for writes. A `location` is stored as `lat` and `lng`.
 */
export function records<Row extends Identified>(entity: RecordEntity, options: RecordOptions<Row> = {}) {
  const { conditions, readAll, readOne } = recordReader(entity, options);
  const { insert, change, discard } = recordWrites(entity, options);
  const { idOf, within } = addressed(options);
  async function toChange(context: Reading) {
    const place = await within(context, changeableCompany);
    const before = await readOne(context, idOf(context), place);
    if (!place) changeableCompany(context.actor, before.companyId);
    return { before, place };
  }
  const read = async (context: Reading): Promise<Row> => readOne(context, idOf(context), await within(context));
  return {
    read,
    get: read,
    /** `where` adds conditions on `t`. */
    async list(context: Listing, where: readonly RawBuilder<unknown>[] = []): Promise<ListReply<Row>> {
      const place = await within(context);
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
    async history(context: Looking): Promise<ListReply<ChangeLine>> {
      const { id, companyId } = await read(context);
      return changesOf(context, { table: entity.table, id, companyId });
    },
    async create(context: Changing): Promise<Row> {
      const place = (await within(context, changeableCompany)) ?? { companyId: companyOf(context.actor) };
      return insert(context, place, context.body);
    },
    async update(context: Changing): Promise<Row> {
      const { before, place } = await toChange(context);
      return change(context, before, context.body, place);
    },
    async remove(context: Removing): Promise<null> {
      const { before } = await toChange(context);
      await discard(context, before);
      return null;
    },
  };
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
