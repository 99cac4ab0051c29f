import { sql } from 'kysely';
import { personCanWork, personNamed } from '#core/accounts/server/api.ts';
import { structuresNamed } from '#core/places/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { ShownToken, tokenStates } from '../common/api-token.ts';

/** SQL for the state of the token `t`. */
export const tokenState = sql<
  (typeof tokenStates)[number]
>`CASE WHEN t.revoked_at IS NOT NULL THEN 'revoked' WHEN t.expires_at <= now() THEN 'expired'
  WHEN ${personCanWork('t.user_id')} THEN 'active' ELSE 'inactive' END`;

/** Tokens as lists show them, in no order. */
export async function tokenRows(tx: Tx, ids: readonly number[]): Promise<ShownToken[]> {
  const found = await sql<ShownToken>`
    SELECT t.id, t.company_id, t.name, t.hint, ${tokenState} AS state, ${personNamed('t.user_id')} AS person, t.abilities,
           CASE WHEN t.structures IS NOT NULL THEN ${structuresNamed('t.structures')} END AS structures, t.per_minute, t.expires_at,
           t.revoked_at, ${personNamed('t.revoked_by')} AS revoked_by, t.last_used_at, t.last_address, t.created_at
      FROM api_token t WHERE t.id = ANY (${ids}::integer[])`.execute(tx);
  return found.rows;
}
