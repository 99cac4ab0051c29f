import { sql } from 'kysely';
import { clearDeviceAlarms, raiseDeviceAlarms } from '#core/alarms/server/api.ts';
import { deviceFacts } from '#core/devices/server/api.ts';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { reportedCodes } from './lock-codes.ts';

/** The kinds of status alarms that an app with keypads declares. */
export const driftAlarm = 'codes-drift';

/**
 * Compares the list of codes that a lock has reported with what the platform has written: a code that lacks or differs has
 * drifted, one that is there again has not, and others were entered at the lock.
 */
export async function verifyCodes(
  context: Emitting,
  { id, attributes }: DomainEvents['device.reported'],
): Promise<void> {
  if (!attributes.includes('codes')) return;
  const { tx, kit } = context;
  const reported = await sql<{
    codes: unknown;
  }>`SELECT r.codes FROM ${sql.raw(reportedCodes)} r WHERE r.device_id = ${id}`.execute(tx);
  const list = reported.rows[0]?.codes;
  if (typeof list !== 'object' || list === null) return;
  const codes = JSON.stringify(list);
  const entry = sql`(${codes}::jsonb -> c.slot::text)`;
  const holds = sql`(${entry} IS NOT NULL AND (${entry} = 'true'::jsonb OR ${entry} = to_jsonb(c.fingerprint)))`;
  const changed = await sql<{ companyId: number }>`
    UPDATE access_credential c SET sync = CASE WHEN ${holds} THEN 'set' ELSE 'drift' END,
           reason = CASE WHEN ${holds} THEN NULL WHEN ${entry} IS NULL THEN 'missing' ELSE 'changed' END
     WHERE c.device_id = ${id} AND c.slot IS NOT NULL AND ((c.sync = 'set' AND NOT ${holds}) OR (c.sync = 'drift' AND ${holds}))
    RETURNING c.company_id`.execute(tx);
  const found = await sql<{ faulty: boolean; declared: string | null; companyId: number }>`
    SELECT EXISTS (SELECT FROM access_credential c WHERE c.device_id = f.id AND c.sync = 'drift')
           OR EXISTS (SELECT FROM jsonb_object_keys(${codes}::jsonb) l(slot) WHERE l.slot <> '1' AND NOT EXISTS (SELECT FROM access_credential c WHERE c.device_id = f.id AND c.slot::text = l.slot)) AS faulty,
           f.app AS declared, f.company_id
      FROM ${sql.raw(deviceFacts)} f WHERE f.id = ${id}`.execute(tx);
  const [device] = found.rows;
  if (!device || kit.apps.find(({ id: app }) => app === device.declared)?.alarms?.[driftAlarm]?.class !== 'status')
    return;
  if (device.faulty)
    await raiseDeviceAlarms(context, [
      { deviceId: id, kind: driftAlarm, class: 'status', severity: 'poor', at: Date.now(), sensor: null, value: null },
    ]);
  else await clearDeviceAlarms(context, [{ deviceId: id, kind: driftAlarm }]);
  if (changed.rows.length > 0)
    context.afterCommit(() =>
      kit.live.publish({ topic: 'access', type: 'changed', companyId: device.companyId, data: {} }),
    );
}
