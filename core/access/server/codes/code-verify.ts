import { sql } from 'kysely';
import { clearAlarms, raiseAlarms } from '#core/alarms/server/api.ts';
import { deviceFacts } from '#core/devices/server/api.ts';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { type CredentialStore, stores } from '../../common/grant.ts';
import { publishAccess } from '../live-topics.ts';
import { reportedStores } from './lock-codes.ts';

/** The kind of alarms that an app whose locks keep codes declares. */
export const driftAlarm = 'codes-drift';

/**
 * Compares a list that a lock has reported with what the platform has written there. Returns whether anything changed.
 */
async function compare({ tx }: Emitting, id: number, store: CredentialStore): Promise<boolean> {
  const entry = sql`(r.held -> c.slot::text)`;
  const holds = sql`(${entry} IS NOT NULL AND (${entry} = 'true'::jsonb OR ${entry} = to_jsonb(c.fingerprint)))`;
  const changed = await sql`
    UPDATE access_credential c SET sync = CASE WHEN ${holds} THEN 'set' ELSE 'drift' END,
           reason = CASE WHEN ${holds} THEN NULL WHEN ${entry} IS NULL THEN 'missing' ELSE 'changed' END
      FROM ${sql.raw(reportedStores)} r
     WHERE r.device_id = ${id} AND r.store = ${store} AND c.device_id = ${id} AND c.store = ${store} AND c.slot IS NOT NULL
       AND ((c.sync = 'set' AND NOT ${holds}) OR (c.sync = 'drift' AND ${holds}))
    RETURNING c.id`.execute(tx);
  return changed.rows.length > 0;
}

/**
 * Compares the lists that a lock has reported with what the platform has written: a code or card that is missing or
 * differs has drifted, one that is present again has not, and others were entered at the lock.
 */
export async function verifyCodes(
  context: Emitting,
  { id, attributes }: DomainEvents['device.reported'],
): Promise<void> {
  const reported = stores.filter((store) => attributes.includes(store));
  if (reported.length === 0) return;
  const { tx, kit } = context;
  let changed = false;
  for (const store of reported) changed = (await compare(context, id, store)) || changed;
  const found = await sql<{ faulty: boolean; companyId: number }>`
    SELECT EXISTS (SELECT FROM access_credential c WHERE c.device_id = f.id AND c.sync = 'drift')
           OR EXISTS (SELECT FROM ${sql.raw(reportedStores)} r, jsonb_object_keys(r.held) l(slot)
                       WHERE r.device_id = f.id AND l.slot <> '1'
                         AND NOT EXISTS (SELECT FROM access_credential c WHERE c.device_id = f.id AND c.store = r.store AND c.slot::text = l.slot)) AS faulty,
           f.company_id
      FROM ${sql.raw(deviceFacts)} f WHERE f.id = ${id}`.execute(tx);
  const [device] = found.rows;
  if (!device) return;
  if (device.faulty) await raiseAlarms(context, [{ deviceId: id, kind: driftAlarm, severity: 'poor' }]);
  else await clearAlarms(context, [{ deviceId: id, kind: driftAlarm }]);
  if (changed) context.afterCommit(() => publishAccess(kit, device.companyId));
}
