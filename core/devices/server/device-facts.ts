import { sql } from 'kysely';
import type { Tx } from '#platform/server/database.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { confirmReported } from './command-progress.ts';
import { confirmConfigured } from './config.ts';

/** SQL for statements of other slices: `{id, name, solutionId}` of the device with the id in the column. */
export const deviceNamed = (column: string) =>
  sql<{
    id: number;
    name: string;
    solutionId: number;
  }>`(SELECT jsonb_build_object('id', p.id, 'name', p.name, 'solutionId', p.solution_id) FROM device p WHERE p.id = ${sql.ref(column)})`;

export async function deviceName(tx: Tx, id: number): Promise<string> {
  const device = await tx.selectFrom('device').select('name').where('id', '=', id).executeTakeFirst();
  return device?.name ?? '';
}

/*
 * Subqueries that other core slices join in their prepared statements. PostgreSQL flattens them at no cost; they state
 * the columns that other slices rely on.
 */

/** id, company_id, app, solution_id, hardware_id, structure_id, floor_id, state, suspended, template_version_id, serial, name, connection, search, created_at */
export const deviceFacts =
  '(SELECT id, company_id, app, solution_id, hardware_id, structure_id, floor_id, state, suspended, template_version_id, serial, name, connection, search, created_at FROM device)';
/** id of the devices whose readings are shown now: their token is active. */
export const activeDevices =
  '(SELECT id FROM device WHERE has_token AND NOT token_blocked AND activation_at <= now() AND (expiration_at IS NULL OR expiration_at > now()))';
/** device_id, sensor_id, time, value, word */
export const newestValues = '(SELECT device_id, sensor_id, time, value, word FROM device_latest)';
/** device_id, kind, done_on: when a check was done last. */
export const lastChecks = '(SELECT device_id, kind, max(done_on) AS done_on FROM device_check GROUP BY 1, 2)';
/** device_id, last_message_at */
export const lastSeenByDevice = '(SELECT device_id, last_message_at FROM device_state)';

const maxAttributeBytes = 64 * 1024;
const maxAttributes = 256;

/**
 * Merges reported values into a device's attributes. What is reported confirms commands. Returns false if the
 * attributes would exceed 256 or 64 kB.
 */
export async function mergeDeviceAttributes(context: Emitting, deviceId: number, values: object): Promise<boolean> {
  const reported = sql`${JSON.stringify(values)}::jsonb`;
  const fits = sql`octet_length((attributes || ${reported})::text) <= ${maxAttributeBytes}
    AND (SELECT count(*) FROM jsonb_object_keys(attributes || ${reported})) <= ${maxAttributes}`;
  const stored = await sql<{ fits: boolean }>`
    WITH merged AS (UPDATE device SET attributes = attributes || ${reported} WHERE id = ${deviceId} AND attributes <> attributes || ${reported} AND ${fits})
    SELECT ${fits} AS fits FROM device WHERE id = ${deviceId}`.execute(context.tx);
  const accepted = stored.rows[0]?.fits ?? true;
  if (accepted && 'config' in values) await confirmConfigured(context, deviceId);
  if (accepted) await confirmReported(context, deviceId, values);
  return accepted;
}

/** SQL for whether a device stands in a place, and whether a subscription has begun; null without one. */
export const deviceInstalled = (column: string) =>
  sql<boolean | null>`(SELECT d.state = 'installed' FROM device d WHERE d.id = ${sql.ref(column)})`;
export const tokenBegun = (column: string) =>
  sql<boolean | null>`(SELECT k.activation_at IS NOT NULL FROM device_token k WHERE k.id = ${sql.ref(column)})`;
