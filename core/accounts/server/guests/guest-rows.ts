import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Guest } from '../../common/guest.ts';

/** SQL for whether the person `u` is a guest who has a role within the app. */
export const isGuestOf = (appId: string, person: string) =>
  sql<boolean>`(${sql.ref(`${person}.kind`)} = 'guest' AND EXISTS (
    SELECT FROM user_app_role r WHERE r.user_id = ${sql.ref(`${person}.id`)} AND r.app_id = ${appId}))`;

/** Guests of an app of the companies, in no order. Runs as the role that sees all rows. */
export async function guestRows(
  tx: Tx,
  appId: string,
  companies: readonly number[] | 'all',
  ids: readonly number[],
): Promise<Guest[]> {
  const found = await sql<Guest>`
    SELECT u.id, u.company_id, u.email, u.first_name, u.last_name, u.phone, u.locale, u.status, r.role AS guest_role,
           coalesce((SELECT jsonb_agg(jsonb_build_object('type', s.subject_type, 'id', s.subject_id) ORDER BY s.subject_type, s.subject_id)
                       FROM guest_subject s WHERE s.user_id = u.id AND s.app_id = ${appId}), '[]') AS subjects,
           EXISTS (SELECT FROM account_token a WHERE a.user_id = u.id AND a.purpose = 'invite') AS invited,
           u.expires_at, u.last_login_at, u.created_at
      FROM users u JOIN user_app_role r ON r.user_id = u.id AND r.app_id = ${appId}
     WHERE u.id = ANY (${ids}::integer[]) AND u.kind = 'guest' AND u.removed_at IS NULL
       AND ${companies === 'all' ? sql`true` : sql`u.company_id = ANY (${companies}::integer[])`}`.execute(tx);
  return found.rows;
}

/** One guest of an app, or 404. Runs as the role that sees all rows. */
export async function guestOf(tx: Tx, appId: string, companies: readonly number[] | 'all', id: number): Promise<Guest> {
  const [found] = await guestRows(tx, appId, companies, [id]);
  if (!found) throw refuse(404, 'not-found');
  return found;
}
