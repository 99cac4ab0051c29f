import { type RawBuilder, sql } from 'kysely';
import { deviceFacts, type onTakenOut } from '#core/devices/server/api.ts';
import { asAll, inSystem, type Tx } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';
import { type AlarmChange, announce } from './raise.ts';

/** Workers forget what they know of a device whose id is told here. */
export const forgottenDevices = 'forgotten-devices';

/** Both locales explain them under `reasons`. */
type Reason = 'device-removed' | 'device-returned';

/** The system closes the open alarms of devices and says why in their timelines. */
async function closeOpen(tx: Tx, deviceIs: RawBuilder<unknown>, reason: Reason): Promise<AlarmChange[]> {
  const closed = await sql<AlarmChange>`
    WITH closed AS (
           UPDATE alarm SET disposition = 'terminated', closed_at = now()
            WHERE device_id ${deviceIs} AND disposition IN ('open', 'escalated')
           RETURNING id, company_id, app, class, structure_id, device_id, kind, last_at),
         told AS (
           INSERT INTO alarm_event (alarm_id, company_id, action, data)
           SELECT id, company_id, 'terminated', jsonb_build_object('reason', ${reason}::text) FROM closed)
    SELECT id, company_id, app, class, structure_id, device_id, kind, (extract(epoch FROM last_at) * 1000)::bigint AS at, false AS raised FROM closed`.execute(
    tx,
  );
  return closed.rows;
}

/** A device that leaves its place leaves no alarm open there, and its timers end. */
export const closeForTakenOut: Parameters<typeof onTakenOut>[0] = async (context, { id }, to) => {
  const { tx, kit, actor, afterCommit } = context;
  const closed = await closeOpen(tx, sql`= ${id}`, to === 'removed' ? 'device-removed' : 'device-returned');
  await asAll(tx, actor.scope, () => sql`DELETE FROM alarm_timer WHERE device_id = ${id}`.execute(tx));
  afterCommit(() => {
    announce(kit, closed, 'closed');
    kit.live.publish({ topic: forgottenDevices, type: 'forgotten', companyId: null, data: { id } });
  });
};

/** Those of devices that were removed before alarms were closed with them. */
export async function closeOfRemoved(kit: Kit): Promise<void> {
  const removed = sql`IN (SELECT d.id FROM ${sql.raw(deviceFacts)} d WHERE d.state = 'removed')`;
  await inSystem(kit.db, (tx) => closeOpen(tx, removed, 'device-removed'));
}
