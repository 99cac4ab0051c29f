import { sql } from 'kysely';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { type AlarmChange, publishChanges } from './raise.ts';

/** Closes the open alarms of an uninstalled device. */
export async function closeDeviceAlarms(
  context: Emitting,
  { device: { id }, to }: DomainEvents['device.uninstalled'],
): Promise<void> {
  const { tx, kit, afterCommit } = context;
  // The locales have a text under `reasons`.
  const reason = to === 'removed' ? 'device-removed' : 'device-returned';
  const closed = await sql<AlarmChange>`
    WITH closed AS (
           UPDATE alarm SET disposition = 'terminated', closed_at = now()
            WHERE device_id = ${id} AND disposition IN ('open', 'escalated')
           RETURNING id, company_id, app, class, structure_id, device_id, kind, severity, last_at),
         logged AS (
           INSERT INTO alarm_event (alarm_id, company_id, action, data)
           SELECT id, company_id, 'terminated', jsonb_build_object('reason', ${reason}::text) FROM closed)
    SELECT id, company_id, app, class, structure_id, device_id, kind, severity, (extract(epoch FROM last_at) * 1000)::bigint AS at, false AS raised FROM closed`.execute(
    tx,
  );
  afterCommit(() => publishChanges(kit, closed.rows, 'closed'));
}
