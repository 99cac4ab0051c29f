import { type RawBuilder, sql } from 'kysely';
import { deviceNamed } from '#core/devices/server/api.ts';
import type { Context } from '#platform/server/serve.ts';
import type { LeavingAccess } from '../../common/revocation.ts';
import { seenBy } from '../grants/grant-rows.ts';

/** The condition on grants and revocations `t` of people of the company. */
export const ofUsers = (ids: readonly unknown[]): RawBuilder<unknown> =>
  sql`t.holder_id IN (SELECT h.id FROM access_holder h WHERE h.user_id = ANY (${ids}::integer[]))`;

/** What a person would lose by leaving: the grants of the app that the caller may see and that have not ended. */
export async function leavingAccess(
  { tx, actor }: Pick<Context, 'tx' | 'actor'>,
  app: string,
  userId: number,
): Promise<LeavingAccess> {
  const open = sql.join(
    [sql`t.app = ${app}`, sql`t.state <> 'ended'`, ofUsers([userId]), ...seenBy(actor, app)],
    sql` AND `,
  );
  const { rows } = await sql<LeavingAccess>`
    WITH c AS (SELECT o.device_id, o.kind FROM access_credential o JOIN access_grant t ON t.id = o.grant_id WHERE ${open} AND o.deactivated_at IS NULL)
    SELECT (SELECT count(*)::integer FROM access_grant t WHERE ${open}) AS grants,
           (SELECT count(*)::integer FROM c WHERE c.kind = 'pin') AS codes, (SELECT count(*)::integer FROM c WHERE c.kind = 'card') AS cards,
           coalesce((SELECT jsonb_agg(l.device ORDER BY l.device ->> 'name') FROM (SELECT DISTINCT ${deviceNamed('c.device_id')} AS device FROM c) l), '[]') AS locks`.execute(
    tx,
  );
  return rows[0] as LeavingAccess;
}
