import { type RawBuilder, sql } from 'kysely';
import type { ShownSlot } from '../../common/slot.ts';
import { isOutOfService } from '../counters/group-tallies.ts';

/** SQL of the state that the bay `t` is shown in: out of service, or otherwise what is known of it. */
export const stateNow = (known: RawBuilder<unknown>): RawBuilder<ShownSlot['state']> =>
  sql`CASE WHEN ${isOutOfService} THEN 'out-of-service' ELSE coalesce(${known}, 'unknown') END`;
