import { sql } from 'kysely';
import { advanceCommand, commandOutcomes, queuedCommand } from '#core/commands/server/api.ts';
import { deviceById, lockCommandsOf } from '#core/devices/server/api.ts';
import { type CallLanes, type ClaimedCall, dueCalls, settleCall } from '#platform/server/http/call-lanes.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { readConnector } from '../connectors/connector-directory.ts';
import { senderOf } from '../kinds/provided.ts';
import { readLink } from './links.ts';
import type { Result } from './orders.ts';
import { followReports, reportedName } from './reports.ts';

const [minute, hour] = [60, 3600];
/** A command may wait for a week; the calls end with it. */
const pauses = [2, 5, 15, 30, minute, 5 * minute, 15 * minute, hour, ...Array<number>(42).fill(4 * hour)];

const lanes: CallLanes = {
  lanes: 'connector_link',
  calls: 'connector_downlink',
  owner: sql`l.company_id`,
  pauses,
};

type Claimed = ClaimedCall & {
  connectorId: number;
  deviceId: number;
  commandId: number;
  callId: string;
  remoteId: string | null;
  settled: number;
  unanswered: boolean;
  createdAt: string;
};

/** Passes the commands of devices to the networks through which the devices report. */
export const dueDownlinks = dueCalls<Claimed>('downlinks', lanes, (kit, claimed) => give(kit, claimed));

async function give(kit: Kit, claimed: Claimed): Promise<void> {
  const { deviceId, commandId, connectorId } = claimed;
  const command = await queuedCommand(kit, deviceId, commandId);
  const connector = await readConnector(kit, sql`c.id = ${connectorId}`);
  const link = await readLink(kit, connectorId);
  const device = await inSystem(kit.db, (tx) => deviceById(tx, deviceId));
  const address = await addressedAs(kit, claimed);
  const send = connector && senderOf(connector.kind);
  // It was cancelled, has expired, or its network has reported it already.
  if (!command || !connector || !link || !device || !address || !send) return settle(kit, claimed, null);
  const repeated = claimed.unanswered || claimed.attempts - 1 > claimed.settled;
  const name = repeated ? await reportedName(kit, claimed) : null;
  const order = {
    connector,
    link,
    command,
    hardwareId: device.hardwareId,
    callId: claimed.callId,
    ...address,
    repeated,
  };
  const result: Result = name !== null ? { accepted: true, remoteId: name } : await send(kit, order);
  // The command first: a process that ends here finds it no longer waiting.
  if ('accepted' in result && result.sent) await advanceCommand(kit, deviceId, commandId, 'sent');
  if ('refused' in result) await advanceCommand(kit, deviceId, commandId, 'failed', { reason: result.refused });
  await settle(kit, claimed, result);
}

async function addressedAs(kit: Kit, { connectorId, deviceId }: Claimed) {
  return inSystem(kit.db, (tx) =>
    tx
      .selectFrom('connectorDevice')
      .select(['externalId', 'route'])
      .where('deviceId', '=', deviceId)
      .where('connectorId', '=', connectorId)
      .executeTakeFirst(),
  );
}

/** Whether a command that waits no longer has reached its device. */
async function wasSent(kit: Kit, { commandId }: Claimed): Promise<boolean> {
  const found = await inSystem(kit.db, (tx) =>
    sql`SELECT FROM ${sql.raw(commandOutcomes)} c WHERE c.id = ${commandId} AND c.state IN ('sent', 'delivered', 'confirmed')`.execute(
      tx,
    ),
  );
  return found.rows.length > 0;
}

/**
 * Records the outcome of an attempt; null if there was none to make. The later commands of the device wait behind it,
 * also one that is being queued at this moment, but not those that overtake.
 */
async function settle(kit: Kit, claimed: Claimed, result: Result | null): Promise<void> {
  const { id, deviceId, laneId, attempts, connectorId } = claimed;
  const accepted = result === null ? await wasSent(kit, claimed) : 'accepted' in result;
  const again = result !== null && 'again' in result;
  const remoteId = (result !== null && 'accepted' in result && result.remoteId) || null;
  await inSystem(kit.db, async (tx) => {
    await lockCommandsOf(tx, [deviceId]);
    const state = await settleCall(tx, lanes, claimed, accepted, again ? undefined : attempts);
    if (state === null) return;
    const { status = null, fault = null } = result ?? {};
    await sql`UPDATE connector_downlink
        SET settled = ${attempts}, unanswered = unanswered OR ${again && result.unanswered}, remote_id = coalesce(${remoteId}, remote_id),
            status = ${status}, fault = ${fault}
      WHERE id = ${id}`.execute(tx);
    const next = sql`(SELECT n.next_attempt_at FROM connector_downlink n WHERE n.id = ${id})`;
    await sql`UPDATE connector_downlink d
        SET next_attempt_at = CASE WHEN ${state} <> 'waiting' THEN least(d.next_attempt_at, (SELECT clock_timestamp())) WHEN d.next_attempt_at < d.created_at THEN d.next_attempt_at ELSE greatest(d.next_attempt_at, ${next}) END
      WHERE d.lane_id = ${laneId} AND d.device_id = ${deviceId} AND d.state = 'waiting' AND d.id <> ${id}`.execute(tx);
  });
  if (remoteId !== null) await followReports(kit, connectorId, remoteId);
}
