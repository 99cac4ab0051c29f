import { sql } from 'kysely';

/** Conditions on `l` (lock_log): an opening, and an attempt that was refused. */
export const granted = sql`l.action IN ('unlock', 'manual') AND coalesce(l.result, 'granted') = 'granted'`;
export const denied = sql`l.result = 'denied'`;
/** Who opened: a person, a contact, or the holder of a link without a name. Null for somebody unknown. */
export const who = sql`coalesce('u' || user_id, 'h' || holder_id, 'g' || grant_id)`;
