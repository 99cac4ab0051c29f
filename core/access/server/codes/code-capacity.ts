import { sql } from 'kysely';
import { classOf, setDeviceAlarms } from '#core/alarms/server/api.ts';
import { deviceFacts } from '#core/devices/server/api.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { CredentialStore } from '../../common/grant.ts';
import { modelsWithSlots, slotsOf } from '../locks.ts';
import { reportedStores, slotsUsed } from './lock-codes.ts';

/** The kind of alarms about locks whose slots are nearly used up. */
const capacityAlarm = 'code-capacity';
const fullFrom = 0.9;

/** Raises alarms about locks with more than nine tenths of their slots in use, and clears those of others. */
export async function alarmFull(kit: Kit): Promise<void> {
  for (const app of kit.apps) {
    const models = modelsWithSlots(app);
    if (models.length === 0 || !classOf(kit, app.id, capacityAlarm)) continue;
    await emittingAsSystem(kit, kit.db, async (context) => {
      const { rows } = await sql<{ id: number; hardwareId: number; store: CredentialStore; used: number }>`
        SELECT f.id, f.hardware_id, r.store, ${sql.raw(slotsUsed)} AS used
          FROM ${sql.raw(deviceFacts)} f JOIN ${sql.raw(reportedStores)} r ON r.device_id = f.id
         WHERE f.app = ${app.id} AND f.state = 'installed' AND f.hardware_id = ANY (${models}::integer[])`.execute(
        context.tx,
      );
      const full = rows.filter(({ hardwareId, store, used }) => {
        const slots = slotsOf(app.access?.models[hardwareId], store);
        return slots > 0 && used > fullFrom * slots;
      });
      await setDeviceAlarms(
        context,
        { app: app.id, kind: capacityAlarm },
        [...new Set(rows.map(({ id }) => id))],
        [...new Map(full.map((row) => [row.id, row])).values()].map(({ id, used }) => ({
          deviceId: id,
          severity: 'ok' as const,
          value: used,
        })),
      );
    });
  }
}
