import { type RawBuilder, sql } from 'kysely';

/** When the transaction began, for the query builder. */
export const sqlNow = sql<string>`now()`;

/** The present instant, which demo data moves, for the query builder. */
export const sqlPresent = sql<string>`rasid_now()`;

type Unit = 'second' | 'hour' | 'day' | 'month' | 'year';

/** The instant this long before the transaction began, for the query builder. */
export const sqlAgo = (count: number, unit: Unit): RawBuilder<string> =>
  sql<string>`now() - ${count} * ${sql.lit(`1 ${unit}`)}::interval`;

/** The instant this long after the transaction began, for the query builder. */
export const sqlFromNow = (count: number, unit: Unit): RawBuilder<string> =>
  sql<string>`now() + ${count} * ${sql.lit(`1 ${unit}`)}::interval`;

/**
 * SQL of the ms since 1970 of an instant. `date_part` is several times as fast as `extract`, which computes with numeric, and
 * exact for ms.
 */
export const msSql = (column: string): string => `round(date_part('epoch', ${column}) * 1000)`;

/**
 * One of the values, for the query builder: `where('id', '=', anyOf(ids))`. Unlike with `in`, the text of the statement is
 * the same for any number of values, and there may be none.
 */
export const anyOf = <T>(values: readonly T[]): RawBuilder<T> => sql<T>`ANY (${values})`;
