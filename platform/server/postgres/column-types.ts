import type { ColumnType } from 'kysely';

/** A point in time: read as an ISO string in UTC, written as such a string or as a date. */
export type Instant = ColumnType<string, string | Date, string | Date>;

/** A point in time that the database sets if an insert does not. */
export type DefaultInstant = ColumnType<string, string | Date | undefined, string | Date>;
