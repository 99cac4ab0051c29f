import { sql } from 'kysely';
import { companyOfPerson } from '#core/accounts/server/api.ts';
import { emit } from '#platform/server/domain-events.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import { type AlarmContext, changesOf, publishChanges } from '../raising/alarm-changes.ts';
import { ownerRoleOf } from './sides.ts';

type Move = {
  /** The owner of the alarm, or one of its parties. */
  to: number;
  /** The locales have a text for it under `reasons`. */
  reason: string;
};
type Held = {
  app: string;
  class: string;
  ownerId: number;
  deskId: number;
  closed: boolean;
  /** The company of the caller, if it is a party. */
  callerId: number | null;
  fromRole: string | null;
  toRole: string | null;
};

/**
 * Gives an open alarm to another of its companies. Its clocks start for the receiving company, whose acknowledgement is
 * removed and whose people are notified; those of the company before end.
 */
export async function moveDesk(context: AlarmContext, alarmId: number, { to, reason }: Move): Promise<void> {
  const { tx, kit, actor } = context;
  const moved = await bypassRls(tx, actor.scope, async () => {
    // Locked in a statement of its own, so that the next one reads the parties as they are after the wait.
    await tx.selectFrom('alarm').select('id').where('id', '=', alarmId).forUpdate().execute();
    const { rows } = await sql<Held>`
      SELECT a.app, a.class, a.company_id AS owner_id, coalesce(a.desk_company_id, a.company_id) AS desk_id, a.closed_at IS NOT NULL AS closed,
             (SELECT p.company_id FROM alarm_party p WHERE p.alarm_id = a.id AND p.until_at IS NULL AND p.company_id = ${companyOfPerson('c.person')}) AS caller_id,
             (SELECT p.role FROM alarm_party p WHERE p.alarm_id = a.id AND p.company_id = a.desk_company_id) AS from_role,
             (SELECT p.role FROM alarm_party p WHERE p.alarm_id = a.id AND p.until_at IS NULL AND p.company_id = ${to}) AS to_role
        FROM alarm a CROSS JOIN (SELECT ${actor.scope.userId}::integer AS person) c WHERE a.id = ${alarmId}`.execute(
      tx,
    );
    const [alarm] = rows;
    if (!alarm) throw refuse(404, 'not-found');
    const { ownerId, deskId, callerId, fromRole, toRole } = alarm;
    if (alarm.closed) throw refuse(409, 'alarm-closed');
    if (to !== ownerId && toRole === null) throw refuse(409, 'desk-not-party');
    if (to === deskId) return null;
    const ownerRole = ownerRoleOf(kit.apps, alarm);
    const nobody = { acknowledgedAt: null, acknowledgedBy: null };
    const returns = to === ownerId;
    await tx
      .updateTable('alarm')
      .set({ deskCompanyId: returns ? null : to, ...(returns ? nobody : {}) })
      .where('id', '=', alarmId)
      .execute();
    await tx.updateTable('alarmParty').set(nobody).where('alarmId', '=', alarmId).where('companyId', '=', to).execute();
    await tx
      .insertInto('alarmEvent')
      .values({
        alarmId,
        companyId: ownerId,
        byCompany: callerId,
        actorId: actor.scope.userId,
        action: 'desk-moved',
        data: JSON.stringify({ from: fromRole ?? ownerRole, to: toRole ?? ownerRole, reason }),
      })
      .execute();
    return { id: alarmId, app: alarm.app, class: alarm.class };
  });
  publishChanges(context, await changesOf(context, [alarmId]), 'changed');
  if (moved) await emit(context, 'alarm.desk-moved', { alarms: [moved] });
}
