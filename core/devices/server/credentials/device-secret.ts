import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';

// A secret has 192 random bits, so one round of SHA-256 is enough. A slow hash would delay thousands of reconnecting devices.
export const deviceSecretHash = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Replaces the secret of a device. Runs as the role that sees all rows. */
export async function setCredential(tx: Tx, deviceId: number, name: string, secret: string): Promise<void> {
  await sql`INSERT INTO device_credential (device_id, name, secret_hash) VALUES (${deviceId}, ${name}, ${deviceSecretHash(secret)})
    ON CONFLICT (device_id) DO UPDATE SET secret_hash = excluded.secret_hash, created_at = now()`.execute(tx);
  await sql`UPDATE device SET secret_at = now() WHERE id = ${deviceId}`.execute(tx);
}
