import type { ColumnType } from 'kysely';

/** The types of columns that are more precise than those of the database. */
export type Columns = {
  // pg takes JSON as text.
  fleetRouteLine: { points: ColumnType<[number, number][], string, string> };
};
