import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { failQueued } from '#core/commands/server/api.ts';
import { lockCommandsOf } from '#core/devices/server/api.ts';
import type { Emitting, Listeners } from '#platform/server/domain-events.ts';
import { refuse } from '#platform/server/refuse.ts';
import { correlationOf } from './correlation.ts';

/** A command that overtakes the others gets a due time far in the past. */
const overtakingSeconds = 86_400;

/**
 * Stores with each command that it leaves through the connector of its device, and refuses to cancel one that has left.
 */
export const downlinkListeners: Required<Pick<Listeners, 'inTransaction'>>['inTransaction'] = {
  async 'command.route'({ tx, kit }, route) {
    const { device, method } = route;
    const { through } = kit.apps.find((app) => app.id === device.app)?.commands?.[method] ?? {};
    const { rows } = await sql`
      SELECT FROM connector_device d JOIN connector c ON c.id = d.connector_id AND c.enabled JOIN connector_link l ON l.connector_id = c.id
       WHERE d.device_id = ${device.id} AND d.company_id = ${device.companyId} AND (${through ?? null}::text[] IS NULL OR c.kind = ANY (${through ?? []}::text[]))`.execute(
      tx,
    );
    if (rows.length > 0) route.reachable = true;
  },
  async 'command.queued'({ tx, kit }, { id, device, method }) {
    const callId = randomUUID();
    const { first = false, through } = kit.apps.find((app) => app.id === device.app)?.commands?.[method] ?? {};
    // It waits behind earlier ones of the device that are tried again. They are committed, because the device is
    // locked, but this transaction may have begun before theirs: hence no `now()`.
    const queued = await sql`
      INSERT INTO connector_downlink (lane_id, connector_id, company_id, device_id, command_id, call_id, remote_id, created_at, next_attempt_at)
      SELECT l.id, c.id, c.company_id, d.device_id, ${id}, ${callId},
             CASE WHEN c.kind = 'tts' THEN ${correlationOf(id)} WHEN c.kind = 'http' OR l.way = 'mqtt' THEN ${callId} END, clock.now,
             CASE WHEN ${first} THEN clock.now - ${overtakingSeconds} * interval '1 second'
                  ELSE greatest(clock.now, (SELECT max(b.next_attempt_at) FROM connector_downlink b WHERE b.device_id = d.device_id AND b.lane_id = l.id AND b.state = 'waiting' AND b.attempts = b.settled)) END
        FROM connector_device d JOIN connector c ON c.id = d.connector_id AND c.enabled JOIN connector_link l ON l.connector_id = c.id
             CROSS JOIN (SELECT clock_timestamp() AS now) clock
       WHERE d.device_id = ${device.id} AND d.company_id = ${device.companyId} AND (${through ?? null}::text[] IS NULL OR c.kind = ANY (${through ?? []}::text[]))
      RETURNING id`.execute(tx);
    if (through && queued.rows.length === 0) throw refuse(409, 'no-commands-through-connector');
  },
  async 'command.cancelled'({ tx }, { id }) {
    // A call that begins now and this change exclude each other by the row.
    const found = await sql<{ given: boolean }>`
      SELECT state = 'delivered' OR unanswered OR attempts > settled AS given FROM connector_downlink WHERE command_id = ${id} FOR UPDATE`.execute(
      tx,
    );
    if (found.rows[0]?.given) throw refuse(409, 'command-not-queued');
  },
};

/**
 * Fails the commands that wait to leave through a connector whose link is removed: a link that is entered later cannot
 * deliver them.
 */
export async function failWaitingDownlinks(context: Emitting, connectorId: number): Promise<void> {
  const { tx } = context;
  const devices = await tx
    .selectFrom('connectorDownlink')
    .select('deviceId')
    .distinct()
    .where('connectorId', '=', connectorId)
    .where('state', '=', 'waiting')
    .execute();
  // Devices are locked before calls, as when a call is settled.
  await lockCommandsOf(
    tx,
    devices.map(({ deviceId }) => deviceId),
  );
  // A call that begins now and this change exclude each other by the row.
  const rows = await tx
    .selectFrom('connectorDownlink')
    .select('commandId')
    .where('connectorId', '=', connectorId)
    .where('state', '=', 'waiting')
    .orderBy('id')
    .forUpdate()
    .execute();
  const ids = rows.map(({ commandId }) => commandId);
  await failQueued(context, ids, 'link-removed');
}
