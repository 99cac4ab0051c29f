import { sql } from 'kysely';
import type { Tx } from '#platform/server/database.ts';

/** `{id, name, solutionId}` of the device that a column names, within another slice's statement. */
export const deviceNamed = (column: string) =>
  sql<{
    id: number;
    name: string;
    solutionId: number;
  }>`(SELECT jsonb_build_object('id', p.id, 'name', p.name, 'solutionId', p.solution_id) FROM device p WHERE p.id = ${sql.ref(column)})`;

export async function deviceName(tx: Tx, id: number): Promise<string> {
  const found = await tx.selectFrom('device').select('name').where('id', '=', id).executeTakeFirst();
  return found?.name ?? '';
}

/*
 * What other core slices join in their own prepared statements, as the text of a subquery: PostgreSQL flattens it, so
 * it costs nothing, and the columns that others rely on stand here.
 */

/** id, company_id, app, solution_id, hardware_id, structure_id, floor_id, state, search */
export const deviceFacts =
  '(SELECT id, company_id, app, solution_id, hardware_id, structure_id, floor_id, state, search FROM device)';
/** device_id, sensor_id, time, value, word */
export const newestValues = '(SELECT device_id, sensor_id, time, value, word FROM device_latest)';
/** device_id, last_message_at */
export const lastSeenByDevice = '(SELECT device_id, last_message_at FROM device_state)';

const maxAttributeBytes = 64 * 1024;
const maxAttributes = 256;

/** Merges what a device says of itself into its attributes; false when they would become too many or too large. */
export async function mergeDeviceAttributes(tx: Tx, deviceId: number, values: object): Promise<boolean> {
  const said = sql`${JSON.stringify(values)}::jsonb`;
  const fits = sql`octet_length((attributes || ${said})::text) <= ${maxAttributeBytes}
    AND (SELECT count(*) FROM jsonb_object_keys(attributes || ${said})) <= ${maxAttributes}`;
  const found = await sql<{ fits: boolean }>`
    WITH merged AS (UPDATE device SET attributes = attributes || ${said} WHERE id = ${deviceId} AND attributes <> attributes || ${said} AND ${fits})
    SELECT ${fits} AS fits FROM device WHERE id = ${deviceId}`.execute(tx);
  return found.rows[0]?.fits ?? true;
}
