import { sql } from 'kysely';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { clearConnectorAlarm, raiseConnectorAlarm } from '../connector-alarms.ts';
import { connectorsChanged } from '../connector-directory.ts';

const kind = 'codec-failing';
type Receiving = { id: number; companyId: number; name: string };

/** Notes that a codec was suspended for its calls: its connector has an alarm. One that was deleted meanwhile has none. */
export async function noteFailing(kit: Kit, connector: Receiving, codecId: number): Promise<void> {
  await emittingAsSystem(kit, kit.telemetry.db, async (context) => {
    const noted = await sql`INSERT INTO codec_failure (connector_id, codec_id, company_id)
      SELECT c.id, k.id, c.company_id FROM connector c JOIN codec k ON k.id = ${codecId} AND k.company_id = c.company_id
       WHERE c.id = ${connector.id} AND c.enabled FOR KEY SHARE ON CONFLICT DO NOTHING RETURNING connector_id`.execute(
      context.tx,
    );
    if (noted.rows.length > 0) await raiseConnectorAlarm(context, connector, { kind, severity: 'poor' });
  });
  connectorsChanged(kit, connector.companyId);
}

/** Notes that a codec of a connector has decoded a message again. The alarm ends with the last one that did not. */
export async function noteWorking(kit: Kit, connector: Receiving, codecId: number): Promise<void> {
  await emittingAsSystem(kit, kit.telemetry.db, async (context) => {
    await sql`DELETE FROM codec_failure WHERE connector_id = ${connector.id} AND codec_id = ${codecId}`.execute(
      context.tx,
    );
    const others = await sql`SELECT FROM codec_failure WHERE connector_id = ${connector.id} LIMIT 1`.execute(
      context.tx,
    );
    if (others.rows.length === 0) await clearConnectorAlarm(context, connector, kind);
  });
  connectorsChanged(kit, connector.companyId);
}
