import { sql } from 'kysely';
import { deviceFacts } from '#core/devices/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { sqlNow } from '#platform/server/postgres/values.ts';

/** Logs codes and cards that are now on their locks, or no longer are. */
export async function recordCodes(tx: Tx, credentialIds: readonly number[]): Promise<void> {
  if (credentialIds.length === 0) return;
  await sql`
    INSERT INTO lock_log (company_id, app, device_id, structure_id, time, action, method, holder_id, grant_id, credential_id, command_id)
    SELECT c.company_id, g.app, c.device_id, d.structure_id, now(), CASE c.kind WHEN 'card' THEN 'card' ELSE 'code' END || CASE c.sync WHEN 'writing' THEN '-set' ELSE '-removed' END, c.kind, g.holder_id, g.id, c.id, c.command_id
      FROM access_credential c JOIN access_grant g ON g.id = c.grant_id JOIN ${sql.raw(deviceFacts)} d ON d.id = c.device_id
     WHERE c.id = ANY (${credentialIds}::integer[])`.execute(tx);
}

export type Denied = {
  companyId: number;
  app: string;
  deviceId: number;
  structureId: number | null;
  reason: string;
  method: string;
  userId?: number | null;
  holderId?: number | null;
  grantId?: number | null;
  credentialId?: number | null;
};

/** Logs an opening that the platform has refused. */
export async function recordDenied(tx: Tx, line: Denied): Promise<void> {
  await tx
    .insertInto('lockLog')
    .values({
      companyId: line.companyId,
      app: line.app,
      deviceId: line.deviceId,
      structureId: line.structureId,
      time: sqlNow,
      action: 'denied',
      result: 'denied',
      reason: line.reason,
      method: line.method,
      userId: line.userId ?? null,
      holderId: line.holderId ?? null,
      grantId: line.grantId ?? null,
      credentialId: line.credentialId ?? null,
    })
    .execute();
}
