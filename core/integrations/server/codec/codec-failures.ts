import { sql } from 'kysely';
import { setDeviceAlarms } from '#core/alarms/server/api.ts';
import type { KnownDevice } from '#core/devices/server/api.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { connectorsChanged } from '../connector-directory.ts';

const kind = 'codec-failing';
type Receiving = { id: number; companyId: number };

/** Notes that a codec was suspended for its calls: the device whose message was the last one has an alarm. */
export async function noteFailing(kit: Kit, connector: Receiving, codecId: number, device: KnownDevice): Promise<void> {
  await emittingAsSystem(kit, kit.telemetry.db, async (context) => {
    await sql`INSERT INTO codec_failure (connector_id, codec_id, company_id, device_id, app)
      VALUES (${connector.id}, ${codecId}, ${connector.companyId}, ${device.id}, ${device.app}) ON CONFLICT DO NOTHING`.execute(
      context.tx,
    );
    await setDeviceAlarms(context, { app: device.app, kind }, [device.id], [{ deviceId: device.id, severity: 'poor' }]);
  });
  connectorsChanged(kit, connector.companyId);
}

/** Clears the alarms of a codec of a connector, which has decoded a message again. */
export async function noteWorking(kit: Kit, connector: Receiving, codecId: number): Promise<void> {
  await emittingAsSystem(kit, kit.telemetry.db, async (context) => {
    const cleared = await sql<{ deviceId: number; app: string }>`
      DELETE FROM codec_failure WHERE connector_id = ${connector.id} AND codec_id = ${codecId} RETURNING device_id, app`.execute(
      context.tx,
    );
    for (const { deviceId, app } of cleared.rows) await setDeviceAlarms(context, { app, kind }, [deviceId], []);
  });
  connectorsChanged(kit, connector.companyId);
}
