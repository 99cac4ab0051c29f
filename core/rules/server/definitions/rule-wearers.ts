import { sql } from 'kysely';
import { deviceFacts } from '#core/devices/server/api.ts';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';

/** Schedules a recheck of devices with another wearer, if rules of their company depend on it. */
export async function recheckWearers({ tx, actor }: Emitting, { ids }: DomainEvents['wearers.changed']): Promise<void> {
  await bypassRls(tx, actor.scope, () =>
    sql`INSERT INTO alarm_judgement (device_id)
        SELECT d.id FROM ${sql.raw(deviceFacts)} d
         WHERE d.id = ANY (${ids}::integer[]) AND EXISTS (
           SELECT FROM alarm_rule r WHERE r.company_id = d.company_id AND r.enabled AND jsonb_path_exists(r.levels, '$.**.person'))`.execute(
      tx,
    ),
  );
}
