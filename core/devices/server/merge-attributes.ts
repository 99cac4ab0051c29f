import { sql } from 'kysely';
import { type Emitting, emit } from '#platform/server/domain-events.ts';
import { lockedClocks, resetSilence } from './silence/supervision.ts';

const maxAttributeBytes = 64 * 1024;
const maxAttributes = 256;

/**
 * Merges reported values into a device's attributes. Returns false if the attributes would exceed 256 or 64 kB. Runs as the
 * role that sees all rows.
 */
export async function mergeDeviceAttributes(context: Emitting, deviceId: number, values: object): Promise<boolean> {
  // A reported interval changes the clock, which is locked before its device.
  const mayChangeClock = 'config' in values;
  if (mayChangeClock) await lockedClocks([deviceId]).execute(context.tx);
  const reported = sql`${JSON.stringify(values)}::jsonb`;
  const fits = sql`octet_length((attributes || ${reported})::text) <= ${maxAttributeBytes}
    AND (SELECT count(*) FROM jsonb_object_keys(attributes || ${reported})) <= ${maxAttributes}`;
  const stored = await sql<{ fits: boolean; changed: boolean }>`
    WITH merged AS (UPDATE device SET attributes = attributes || ${reported} WHERE id = ${deviceId} AND attributes <> attributes || ${reported} AND ${fits} RETURNING id)
    SELECT ${fits} AS fits, EXISTS (SELECT FROM merged) AS changed FROM device WHERE id = ${deviceId}`.execute(
    context.tx,
  );
  if (stored.rows[0]?.changed) {
    if (mayChangeClock) await resetSilence(context.tx, context.kit, [deviceId]);
    await emit(context, 'device.reported', { id: deviceId, attributes: Object.keys(values) });
    if (mayChangeClock) context.afterCommit(() => context.kit.signals.send('device.changed', { id: deviceId }));
  }
  const accepted = stored.rows[0]?.fits ?? true;
  if (accepted) await emit(context, 'device.described', { id: deviceId, values });
  return accepted;
}
