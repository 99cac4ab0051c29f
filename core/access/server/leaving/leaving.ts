import { sql } from 'kysely';
import { expiredPeople } from '#core/accounts/server/api.ts';
import { appsDeclaring, clearAlarms, raiseAlarms } from '#core/alarms/server/api.ts';
import { type DomainEvents, type Emitting, emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { sqlNow } from '#platform/server/postgres/values.ts';
import { refuse } from '#platform/server/refuse.ts';
import { endGrants } from '../grants/grant-machine.ts';
import { revokeAll } from './revoke-all.ts';

/**
 * A person who leaves the company loses all access in the same transaction; the codes are deleted from the locks
 * afterwards.
 */
export async function revokeForUser(context: Emitting, { id }: DomainEvents['user.left']): Promise<void> {
  await bypassRls(context.tx, context.actor.scope, () =>
    revokeAll(context, sql`g.holder_id IN (SELECT h.id FROM access_holder h WHERE h.user_id = ${id})`, 'holder-left'),
  );
}

/** Expired accounts lose their access automatically. */
export async function revokeExpired(kit: Kit): Promise<void> {
  await emittingAsSystem(kit, kit.db, (context) =>
    revokeAll(
      context,
      sql`g.holder_id IN (SELECT h.id FROM access_holder h WHERE h.user_id IN (SELECT p.id FROM ${sql.raw(expiredPeople)} p))`,
      'holder-left',
    ),
  );
}

/** Why a code or card is no longer tracked although the lock has not proven its removal. */
export const uninstalledReason = 'uninstalled';

/** A device that leaves its place or gets another owner no longer opens for its previous grants. */
export async function revokeForDevice({ tx, actor }: Emitting, id: number): Promise<void> {
  await bypassRls(tx, actor.scope, async () => {
    await sql`UPDATE access_credential SET deactivated_at = coalesce(deactivated_at, now()), sync = CASE WHEN store IS NOT NULL THEN 'removed' ELSE 'none' END,
        reason = CASE WHEN slot IS NOT NULL THEN ${uninstalledReason} ELSE reason END, slot = NULL WHERE device_id = ${id}`.execute(
      tx,
    );
    await endGrants(
      tx,
      sql`g.id IN (SELECT c.grant_id FROM access_credential c WHERE c.device_id = ${id}) AND NOT EXISTS (SELECT FROM access_credential c WHERE c.grant_id = g.id AND c.deactivated_at IS NULL)`,
      { reason: 'device-left' },
    );
  });
}

/** Grants follow the hours of their schedules as they change. */
export async function followSchedule({ tx }: Emitting, { id }: DomainEvents['schedule.changed']): Promise<void> {
  await tx
    .updateTable('accessGrant')
    .set({ nextEdge: sqlNow })
    .where('scheduleId', '=', id)
    .where('state', '!=', 'ended')
    .execute();
}

/** Adds how many grants that have not ended follow schedules. */
export async function countGrantsOfSchedules(
  { tx }: Emitting,
  { add }: DomainEvents['schedule.counted'],
): Promise<void> {
  const { rows } = await sql<{ scheduleId: number; count: number }>`
    SELECT schedule_id, count(*)::integer AS count FROM access_grant WHERE schedule_id IS NOT NULL AND state <> 'ended' GROUP BY 1`.execute(
    tx,
  );
  add('accesses', rows);
}

/** Refuses with 409 to delete a schedule that grants follow. */
export async function refuseScheduleOfGrants(
  { tx }: Emitting,
  { id }: DomainEvents['schedule.removed'],
): Promise<void> {
  const { rows } = await sql<{ ended: boolean; count: number }>`
    SELECT state = 'ended' AS ended, count(*)::integer AS count FROM access_grant WHERE schedule_id = ${id} GROUP BY 1`.execute(
    tx,
  );
  const running = rows.find(({ ended }) => !ended);
  if (running) throw refuse(409, 'schedule-used-by-grants', { grants: running.count }, '01110409');
  await tx.updateTable('accessGrant').set({ scheduleId: null }).where('scheduleId', '=', id).execute();
}

/** The kind of alarms about codes that are still on a lock after they were taken. */
export const pendingAlarm = 'revocation-pending';
const poorHours = 24;
const problemHours = 72;

/** Raises alarms about locks that still hold codes which were taken a day ago, and clears those of other locks. */
export async function alarmPending(kit: Kit): Promise<void> {
  const apps = appsDeclaring(kit, pendingAlarm);
  if (apps.length === 0) return;
  await emittingAsSystem(kit, kit.db, async (context) => {
    const { rows } = await sql<{ deviceId: number; hours: number }>`
      SELECT c.device_id, (extract(epoch FROM now() - min(c.removing_since)) / 3600)::float8 AS hours
        FROM access_credential c JOIN access_grant g ON g.id = c.grant_id WHERE c.sync = 'removing' AND g.app = ANY (${apps}::text[]) GROUP BY 1`.execute(
      context.tx,
    );
    const late = rows.filter(({ hours }) => hours >= poorHours);
    await raiseAlarms(
      context,
      late.map(({ deviceId, hours }) => ({
        deviceId,
        kind: pendingAlarm,
        severity: hours >= problemHours ? 'problem' : 'poor',
      })),
    );
    const proven = await sql<{ deviceId: number }>`
      SELECT DISTINCT c.device_id FROM access_credential c WHERE c.sync = 'removed' AND c.deactivated_at > now() - interval '100 days'
         AND NOT EXISTS (SELECT FROM access_credential o WHERE o.device_id = c.device_id AND o.sync = 'removing')`.execute(
      context.tx,
    );
    await clearAlarms(
      context,
      proven.rows.map(({ deviceId }) => ({ deviceId, kind: pendingAlarm })),
    );
  });
}
