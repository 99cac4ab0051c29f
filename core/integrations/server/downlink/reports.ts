import { sql } from 'kysely';
import { advanceCommand, commandOutcomes } from '#core/commands/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';

/** What a network reports about a downlink, under the network's name for it. */
export type Report = { remoteId: string; state: 'queued' | 'sent' | 'delivered' | 'failed'; reason?: string };
type Receiving = { id: number; companyId: number };

/** Stores a report, and moves its command to the reported state. The same report may come again. */
export async function takeReport(kit: Kit, connector: Receiving, deviceId: number, report: Report): Promise<void> {
  const { remoteId, state, reason = null } = report;
  await inSystem(kit.telemetry.db, (tx) =>
    tx
      .insertInto('connectorReport')
      .values({ connectorId: connector.id, companyId: connector.companyId, deviceId, remoteId, state, reason })
      .execute(),
  );
  await followReports(kit, connector.id, remoteId);
}

type Row = Pick<Report, 'state'> & { commandId: number; deviceId: number; reason: string | null };

/** Moves a command to the state that the network has reported, even before the answer to the call has named it. */
export async function followReports(kit: Kit, connectorId: number, remoteId: string): Promise<void> {
  const found = await inSystem(kit.telemetry.db, (tx) =>
    sql<Row>`SELECT d.command_id, d.device_id, r.state, r.reason FROM connector_report r
       JOIN connector_downlink d ON d.connector_id = r.connector_id AND d.remote_id = r.remote_id AND d.device_id = r.device_id
      WHERE r.connector_id = ${connectorId} AND r.remote_id = ${remoteId} ORDER BY r.id`.execute(tx),
  );
  for (const { commandId, deviceId, state, reason } of found.rows) {
    if (state === 'queued') continue;
    // An acknowledged command was also sent, whichever of the two reports arrives first.
    if (state !== 'failed') await advanceCommand(kit, deviceId, commandId, 'sent');
    if (state === 'delivered') await advanceCommand(kit, deviceId, commandId, 'delivered');
    if (state === 'failed') await advanceCommand(kit, deviceId, commandId, 'failed', reason === null ? {} : { reason });
  }
}

/**
 * Moves the only command that was sent to a device to `delivered`, because it has answered. With several, it is unknown
 * which one was answered.
 */
export async function takeAnswer(kit: Kit, connector: Receiving, deviceId: number): Promise<void> {
  const sent = await inSystem(kit.telemetry.db, (tx) =>
    sql<{ commandId: number }>`
      SELECT d.command_id FROM connector_downlink d JOIN ${sql.raw(commandOutcomes)} c ON c.id = d.command_id AND c.state = 'sent'
       WHERE d.connector_id = ${connector.id} AND d.device_id = ${deviceId} LIMIT 2`.execute(tx),
  );
  const [only, another] = sent.rows;
  if (only && !another) await advanceCommand(kit, deviceId, only.commandId, 'delivered');
}

/** Whether a downlink of a connector has this name already. */
export async function isKnownDownlink(kit: Kit, connectorId: number, remoteId: string): Promise<boolean> {
  const found = await inSystem(kit.db, (tx) =>
    tx
      .selectFrom('connectorDownlink')
      .where('connectorId', '=', connectorId)
      .where('remoteId', '=', remoteId)
      .execute(),
  );
  return found.length > 0;
}

/**
 * The name that the network has given to a downlink whose call had no answer: its own, if a report has it, else the one
 * that only a report since then knows; null if there is none.
 */
export async function reportedName(
  kit: Kit,
  downlink: { connectorId: number; deviceId: number; remoteId: string | null; createdAt: string },
): Promise<string | null> {
  const { connectorId, deviceId, remoteId, createdAt } = downlink;
  const found = await inSystem(kit.db, (tx) =>
    sql<{ remoteId: string }>`SELECT r.remote_id FROM connector_report r
      WHERE r.connector_id = ${connectorId} AND r.device_id = ${deviceId} AND r.created_at >= ${createdAt}
        AND CASE WHEN ${remoteId}::text IS NULL
                 THEN NOT EXISTS (SELECT FROM connector_downlink d WHERE d.connector_id = r.connector_id AND d.remote_id = r.remote_id)
                 ELSE r.remote_id = ${remoteId} END
      ORDER BY r.id LIMIT 1`.execute(tx),
  );
  return found.rows[0]?.remoteId ?? null;
}
