import type { Tx } from '#platform/server/postgres/database.ts';
import type { RequestStatus } from '../../common/company-request.ts';
import { assertWithinMeasure } from './request-sendable.ts';

/**
 * Sends a request for devices that a record of the caller decides, and returns its id. Refuses with 429 more requests
 * than a company sends in a day. Runs as the role that sees all rows, as all functions here.
 */
export async function sendDeviceRequest(
  tx: Tx,
  { senderId, destinationId, message }: { senderId: number; destinationId: number; message: string },
): Promise<number> {
  await assertWithinMeasure(tx, senderId, destinationId);
  const made = await tx
    .insertInto('companyRequest')
    .values({
      senderId,
      destinationId,
      message,
      type: 'Device',
      decidedElsewhere: true,
      contractFrom: null,
      contractTo: null,
      contractAbilities: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

/** Sets a request of `sendDeviceRequest` to the status of the record. */
export async function decideDeviceRequest(
  tx: Tx,
  id: number,
  status: Extract<RequestStatus, 'engaged' | 'rejected' | 'cancelled'>,
  reason: string | null,
): Promise<void> {
  await tx
    .updateTable('companyRequest')
    .set({ status, decidedAt: new Date(), reason })
    .where('id', '=', id)
    .where('decidedElsewhere', '=', true)
    .execute();
}
