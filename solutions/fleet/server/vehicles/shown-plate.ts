import { sql } from 'kysely';

/** The plate of the vehicle `t` without what is stored for the database only. */
export const shownPlate = sql`(t.plate - ARRAY['key', 'name'])`;
