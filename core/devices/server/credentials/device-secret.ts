import { createHash } from 'node:crypto';
import type { Tx } from '#platform/server/postgres/database.ts';
import { sqlNow } from '#platform/server/postgres/values.ts';

// A secret has 192 random bits, so one round of SHA-256 is enough. A slow hash would delay thousands of reconnecting devices.
export const deviceSecretHash = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Replaces the secret of a device. Runs as the role that sees all rows. */
export async function setCredential(tx: Tx, deviceId: number, name: string, secret: string): Promise<void> {
  await tx
    .insertInto('deviceCredential')
    .values({ deviceId, name, secretHash: deviceSecretHash(secret) })
    .onConflict((conflict) =>
      conflict
        .column('deviceId')
        .doUpdateSet((row) => ({ secretHash: row.ref('excluded.secretHash'), createdAt: sqlNow })),
    )
    .execute();
  await tx.updateTable('device').set({ secretAt: sqlNow }).where('id', '=', deviceId).execute();
}
