import { sql } from 'kysely';
import { setDeviceAlarms } from '#core/alarms/server/api.ts';
import { deviceFacts } from '#core/devices/server/api.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { reportedCodes } from './lock-codes.ts';
import { modelsWithKeypad } from './locks.ts';

/** The kind of status alarms about locks whose slots are nearly used up. */
const capacityAlarm = 'code-capacity';
const fullFrom = 0.9;

/** Raises alarms about locks with more than nine tenths of their slots in use, and clears those of others. */
export async function alarmFull(kit: Kit): Promise<void> {
  for (const app of kit.apps) {
    const models = modelsWithKeypad(app);
    if (models.length === 0 || app.alarms?.[capacityAlarm]?.class !== 'status') continue;
    await emittingAsSystem(kit, kit.db, async (context) => {
      const { rows } = await sql<{ id: number; hardwareId: number; used: number }>`
        SELECT f.id, f.hardware_id, (SELECT count(*)::integer FROM (SELECT jsonb_object_keys(r.codes) AS slot
                                        UNION SELECT c.slot::text FROM access_credential c WHERE c.device_id = f.id AND c.slot IS NOT NULL) slots) AS used
          FROM ${sql.raw(deviceFacts)} f JOIN ${sql.raw(reportedCodes)} r ON r.device_id = f.id
         WHERE f.app = ${app.id} AND f.state = 'installed' AND f.hardware_id = ANY (${models}::integer[])`.execute(
        context.tx,
      );
      const slots = (hardwareId: number) => app.access?.models[hardwareId]?.keypad?.slots ?? 0;
      await setDeviceAlarms(
        context,
        { app: app.id, kind: capacityAlarm },
        rows.map(({ id }) => id),
        rows
          .filter(({ hardwareId, used }) => used > fullFrom * slots(hardwareId))
          .map(({ id, used }) => ({ deviceId: id, severity: 'ok' as const, value: used })),
      );
    });
  }
}
