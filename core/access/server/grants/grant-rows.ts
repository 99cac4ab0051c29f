import { type RawBuilder, sql } from 'kysely';
import { personNameSql } from '#core/accounts/server/api.ts';
import { deviceFacts, deviceNamed } from '#core/devices/server/api.ts';
import { scheduleNamed } from '#core/schedules/server/api.ts';
import { resourcesWith } from '#platform/common/ability-resources.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { inOrder } from '#platform/server/records/rows.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import type { Credential, Grant } from '../../common/grant.ts';
import { isSwitched } from '../../common/grant-state.ts';

const statusOf = sql`CASE WHEN c.deactivated_at IS NOT NULL THEN 'deactivated' WHEN c.blocked_at IS NOT NULL THEN 'blocked'
  WHEN c.activation_at IS NULL OR c.activation_at > now() THEN 'not-yet-activated' WHEN c.expiration_at < now() THEN 'expired' ELSE 'active' END`;

/** Credentials as calls return them, of the table `c`. */
async function selectCredentials(tx: Tx, where: RawBuilder<unknown>): Promise<Credential[]> {
  const { rows } = await sql<Credential>`
    SELECT c.id, c.company_id, c.grant_id, ${deviceNamed('c.device_id')} AS device, c.kind, ${statusOf} AS status, c.activation_at, c.expiration_at,
           c.blocked_at, c.deactivated_at, c.uses, c.max_uses, c.last_used_at, c.sync, c.reason, c.slot
      FROM access_credential c WHERE ${where} ORDER BY c.id`.execute(tx);
  return rows;
}

export const credentialsOf = async (tx: Tx, ids: readonly number[]): Promise<Credential[]> =>
  inOrder(ids, await selectCredentials(tx, sql`c.id = ANY (${ids}::integer[])`));

/** The credentials with which a person may open locks of the app. */
export const credentialsOfUser = (tx: Tx, app: string, userId: number): Promise<Credential[]> =>
  selectCredentials(
    tx,
    sql`c.kind = 'app' AND c.grant_id IN (SELECT g.id FROM access_grant g JOIN access_holder h ON h.id = g.holder_id
        WHERE h.user_id = ${userId} AND g.app = ${app} AND g.state <> 'ended')`,
  );

/** What limits the grants `t` that the caller sees: people limited to some sites see those with a lock there. */
export function seenBy({ session }: Context['actor'], app: string): RawBuilder<unknown>[] {
  const within = resourcesWith(session, app, 'access', 'read');
  if (within === null) return [];
  return [
    sql`EXISTS (SELECT FROM access_credential c JOIN ${sql.raw(deviceFacts)} d ON d.id = c.device_id WHERE c.grant_id = t.id AND d.structure_id = ANY (${within}::integer[]))`,
  ];
}

/** SQL for the name of a holder: that of the person, else of the contact. */
export const holderName = sql`coalesce(${personNameSql('h.user_id')}, h.name)`;

type Row = Omit<Grant, 'credentials' | 'switched' | 'windows'> & { windows: { from: number; to: number }[] | null };

/** Grants with their credentials, in the order of the ids. */
export async function grantsOf(tx: Tx, ids: readonly number[]): Promise<Grant[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Row>`
    SELECT t.id, t.company_id, t.mode, t.state, t.end_reason, t.ended_at, t.starts_at AS "from", t.ends_at AS "to", t.windows, t.open, t.next_edge, t.max_uses,
           t.uses, t.methods, t.sealed IS NOT NULL AS needs_pin, t.geofence_id AS only_inside_fence, t.public_name, t.note, t.created_at, ${personNameSql('t.created_by')} AS created_by,
           (SELECT jsonb_build_object('id', h.id, 'name', ${holderName}, 'userId', h.user_id, 'phone', h.phone, 'email', h.email, 'organization', h.organization)
              FROM access_holder h WHERE h.id = t.holder_id) AS holder,
           ${scheduleNamed('t.schedule_id')} AS schedule
      FROM access_grant t WHERE t.id = ANY (${ids}::integer[])`.execute(tx);
  const credentials = Map.groupBy(
    await selectCredentials(tx, sql`c.grant_id = ANY (${ids}::integer[])`),
    ({ grantId }) => grantId,
  );
  const grants = rows.map(({ windows, ...row }) => ({
    ...row,
    switched: isSwitched(row.mode),
    windows:
      windows?.map(({ from, to }) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() })) ?? null,
    credentials: credentials.get(row.id) ?? [],
  }));
  return inOrder(ids, grants);
}

export async function grantOf(tx: Tx, app: string, id: number): Promise<Grant> {
  const [found] = await grantsOf(tx, [id]);
  const own = await tx.selectFrom('accessGrant').select('app').where('id', '=', id).executeTakeFirst();
  if (!found || own?.app !== app) throw refuse(404, 'not-found');
  return found;
}
