import { sql } from 'kysely';
import { changeableCompany } from '../http/company-access.ts';
import type { Context } from '../serve.ts';
import { type Identified, type ReadOptions, type RecordEntity, recordReader, type Within } from './reader.ts';
import { column, storable } from './rows.ts';

type Values = Record<string, unknown>;
/** Who changes a record, in which transaction and language. */
export type Writing = Pick<Context, 'tx' | 'actor' | 'locale' | 'kit' | 'afterCommit'>;
export type Changing = Writing & { body: object };

export type WriteOptions<Row extends Identified> = ReadOptions<Row> & {
  /**
   * Validates the references of a record as it would be after the change; `before` is null for a new one. Returns
   * further columns to write.
   */
  check?(context: Changing, after: Partial<Row>, before: Row | null): Promise<Values>;
  /** Follows a change in its transaction; `before` is null for a new record. */
  changed?(context: Writing, after: Row, before: Row | null): Promise<void>;
  /** Precedes a removal, in its transaction, and may refuse it. */
  removing?(context: Writing, row: Row): Promise<void>;
  /** Follows a removal, in its transaction. */
  removed?(context: Writing, row: Row): Promise<void>;
};

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

/** Writes records that have been found, or whose company and parent are known. */
export function recordWrites<Row extends Identified>(entity: RecordEntity, options: WriteOptions<Row>) {
  const { table, readOne } = recordReader(entity, options);
  return {
    async insert(context: Writing, place: Within, fields: object): Promise<Row> {
      const more = await options.check?.({ ...context, body: fields }, { ...fields, ...place } as Partial<Row>, null);
      const values = Object.entries(stored({ ...fields, ...more, ...place }));
      const names = sql.join(values.map(([field]) => sql.ref(column(field))));
      const made = await sql<{ id: number }>`INSERT INTO ${table} (${names})
        VALUES (${sql.join(values.map(([, value]) => storable(value)))}) RETURNING id`.execute(context.tx);
      const row = await readOne(context, made.rows[0]?.id as number);
      await options.changed?.(context, row, null);
      return row;
    },
    async change(context: Writing, before: Row, fields: object, place?: Within): Promise<Row> {
      const more = await options.check?.({ ...context, body: fields }, { ...before, ...fields }, before);
      const changes = Object.entries(stored({ ...fields, ...more }));
      if (changes.length === 0) return before;
      const set = sql.join(changes.map(([field, value]) => sql`${sql.ref(column(field))} = ${storable(value)}`));
      await sql`UPDATE ${table} SET ${set} WHERE id = ${before.id}`.execute(context.tx);
      const row = await readOne(context, before.id, place);
      await options.changed?.(context, row, before);
      return row;
    },
    async discard(context: Writing, row: Row): Promise<void> {
      await options.removing?.(context, row);
      await sql`DELETE FROM ${table} WHERE id = ${row.id}`.execute(context.tx);
      await options.removed?.(context, row);
    },
  };
}

/**
 * Creates, updates and removes records of an entity for other code than its own calls, with the same checks: the caller
 * must see the record and may change its company. The schema of the caller's own route must have validated the fields.
 */
export function recordWriter<Row extends Identified, Fields extends object, Changes extends object = Partial<Fields>>(
  entity: RecordEntity,
  options: WriteOptions<Row>,
) {
  const { readOne } = recordReader(entity, options);
  const { insert, change, discard } = recordWrites(entity, options);
  async function toChange(context: Writing, id: number): Promise<Row> {
    const row = await readOne(context, id);
    changeableCompany(context.actor, row.companyId);
    return row;
  }
  return {
    create: async (context: Writing, companyId: number, fields: Fields): Promise<Row> =>
      insert(context, { companyId: changeableCompany(context.actor, companyId) }, fields),
    update: async (context: Writing, id: number, changes: Changes): Promise<Row> =>
      change(context, await toChange(context, id), changes),
    remove: async (context: Writing, id: number): Promise<void> => discard(context, await toChange(context, id)),
  };
}
