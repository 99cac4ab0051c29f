import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
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
    const { rows } = await sql<{ print: Buffer }>`
      SELECT print FROM access_password WHERE device_id = ${device.id} ORDER BY id DESC LIMIT ${remembered}`.execute(
      tx,
    );
    if (isWeakCode(password, device.serial) || rows.some((row) => row.print.equals(print)))
      throw invalid('password', 'weakCode');
    await sql`INSERT INTO access_password (company_id, device_id, print) VALUES (${device.companyId}, ${device.id}, ${print})`.execute(
      tx,
    );
  });
}
