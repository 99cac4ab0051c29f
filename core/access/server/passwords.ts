import { createHmac } from 'node:crypto';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { invalid } from '#platform/server/refuse.ts';
import { isWeakCode } from '../common/codes.ts';

const remembered = 3;

/**
 * Refuses a password that is easy to guess or one of the last three of the lock, and stores a fingerprint of the new
 * one.
 */
export async function storePassword(
  { tx, kit, actor }: Emitting,
  { device, params }: DomainEvents['command.queued'],
): Promise<void> {
  const password = String(params.password);
  const print = createHmac('sha256', kit.secrets.sealing).update(`password of lock ${device.id} ${password}`).digest();
  await bypassRls(tx, actor.scope, async () => {
    const rows = await tx
      .selectFrom('accessPassword')
      .select('print')
      .where('deviceId', '=', device.id)
      .orderBy('id', 'desc')
      .limit(remembered)
      .execute();
    if (isWeakCode(password, device.serial) || rows.some((row) => row.print.equals(print)))
      throw invalid('password', 'weakCode');
    await tx.insertInto('accessPassword').values({ companyId: device.companyId, deviceId: device.id, print }).execute();
  });
}
