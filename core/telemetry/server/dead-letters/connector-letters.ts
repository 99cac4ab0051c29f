import { logDevice } from '#core/devices/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { sqlNow } from '#platform/server/postgres/values.ts';
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
  const found = await tx
    .selectFrom('deadLetter')
    .select(['id', 'companyId', 'connectorId', 'topic', 'payload', 'receivedAt'])
    .where('connectorId', '=', connectorId)
    .where('externalId', '=', externalId)
    .where('replayedAt', 'is', null)
    .where('discardedAt', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .$narrowType<{ connectorId: number }>()
    .execute();
  return found.reverse();
}

/** Marks a dead letter as replayed, as one of this device. */
export async function settleLetter(tx: Tx, id: number, deviceId: number, actor: Actor): Promise<void> {
  const settled = await tx
    .updateTable('deadLetter')
    .set({ replayedAt: sqlNow })
    .where('id', '=', id)
    .where('replayedAt', 'is', null)
    .returning(['companyId', 'payload'])
    .execute();
  for (const { companyId, payload } of settled)
    await logDevice(tx, { id: deviceId, companyId }, 'replayed', actor, {
      letter: id,
      from: excerpt(payload.toString('utf8')),
    });
}
