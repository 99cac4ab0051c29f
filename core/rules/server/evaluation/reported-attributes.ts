import { sql } from 'kysely';
import { deviceFacts } from '#core/devices/server/api.ts';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';

/** Schedules a recheck of a device that reported other attributes, if rules of its company refer to one of them. */
export async function recheckReported(
  { tx }: Emitting,
  { id, attributes }: DomainEvents['device.reported'],
): Promise<void> {
  await sql`
    INSERT INTO alarm_judgement (device_id)
    SELECT d.id FROM ${sql.raw(deviceFacts)} d
     WHERE d.id = ${id} AND EXISTS (
       SELECT FROM alarm_rule r WHERE r.company_id = d.company_id AND r.enabled
          AND jsonb_path_exists(r.levels, '$.**.attribute ? (@ == $names[*])', ${JSON.stringify({ names: attributes })}::jsonb))`.execute(
    tx,
  );
}
