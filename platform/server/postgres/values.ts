import { type RawBuilder, sql } from 'kysely';

/** When the transaction began, for the query builder. */
export const sqlNow = sql<string>`now()`;

/** The present instant, which demo data moves, for the query builder. */
export const sqlPresent = sql<string>`rasid_now()`;

type Unit = 'second' | 'hour' | 'day' | 'month' | 'year';

/** So long before the transaction began, for the query builder. */
export const sqlAgo = (count: number, unit: Unit): RawBuilder<string> =>
  sql<string>`now() - ${count} * ${sql.lit(`1 ${unit}`)}::interval`;

/** So long after the transaction began, for the query builder. */
export const sqlIn = (count: number, unit: Unit): RawBuilder<string> =>
  sql<string>`now() + ${count} * ${sql.lit(`1 ${unit}`)}::interval`;

/**
 * One of the values, for the query builder: `where('id', '=', anyOf(ids))`. Unlike `in`, the statement has the same text for
 * any number of values, and may have none.
 */
export const anyOf = <T>(values: readonly T[]): RawBuilder<T> => sql<T>`ANY (${values})`;
