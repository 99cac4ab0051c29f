import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { inSystem } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';
import { secretHash } from './device-handlers.ts';

const nothing = Buffer.alloc(32);

/** The id of the device with this name and secret, or null; an unknown name takes as long as a wrong secret. */
export async function deviceWithSecret(kit: Kit, name: string, secret: string): Promise<number | null> {
  const found = await inSystem(kit.db, (tx) =>
    sql<{
      id: number;
      secretHash: Buffer;
    }>`SELECT c.device_id AS id, c.secret_hash FROM device_credential c JOIN device d ON d.id = c.device_id
      WHERE c.name = ${name} AND NOT d.blocked AND d.state <> 'removed'`.execute(tx),
  );
  const row = found.rows[0];
  return timingSafeEqual(secretHash(secret), row?.secretHash ?? nothing) && row ? row.id : null;
}
