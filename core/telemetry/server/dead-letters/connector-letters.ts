import { sql } from 'kysely';
import { logDevice } from '#core/devices/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { Actor } from '#platform/server/serve.ts';
import type { ConnectorLetter } from '../connector-events.ts';

const maxShownBytes = 4096;

/** An excerpt for the device log, which cannot store U+0000 and lone surrogates. */
export const excerpt = (payload: string) => payload.slice(0, maxShownBytes).toWellFormed().replaceAll('\0', '\ufffd');

/** The open dead letters of a device that a connector names, the newest `limit` of them in the order of their arrival. */
export async function deadLettersOf(
  tx: Tx,
  connectorId: number,
  externalId: string,
  limit: number,
): Promise<(ConnectorLetter & { id: number })[]> {
  const found = await sql<ConnectorLetter & { id: number }>`
    SELECT id, company_id, connector_id, topic, payload, received_at FROM dead_letter
     WHERE connector_id = ${connectorId} AND external_id = ${externalId} AND replayed_at IS NULL AND discarded_at IS NULL
     ORDER BY id DESC LIMIT ${limit}`.execute(tx);
  return found.rows.reverse();
}

/** Marks a dead letter as replayed, as one of this device. */
export async function settleLetter(tx: Tx, id: number, deviceId: number, actor: Actor): Promise<void> {
  const settled = await sql<{ companyId: number; payload: Buffer }>`
    UPDATE dead_letter SET replayed_at = now() WHERE id = ${id} AND replayed_at IS NULL RETURNING company_id, payload`.execute(
    tx,
  );
  for (const { companyId, payload } of settled.rows)
    await logDevice(tx, { id: deviceId, companyId }, 'replayed', actor, {
      letter: id,
      from: excerpt(payload.toString('utf8')),
    });
}
