import { storedReadings } from '#core/telemetry/server/api.ts';
import { queryText, type Tx } from '#platform/server/postgres/database.ts';
import type { Applied } from './apply-reports.ts';

/**
 * Leaves sensors to due work whose older readings were never made into states: years of them must not hold up a batch of
 * messages. Returns the others.
 */
export async function leaveHistories(tx: Tx, all: readonly Applied[]): Promise<Applied[]> {
  const fresh = all.filter(({ row, channel, reports }) => !row.made && channel === '' && reports.length > 0);
  if (fresh.length === 0) return [...all];
  const { rows } = await queryText<{ id: string }>(tx, {
    name: 'state-histories',
    text: `UPDATE state_current c SET due_at = now()
             FROM jsonb_to_recordset($1::jsonb) AS n (id bigint, before float8)
            WHERE c.id = n.id AND EXISTS (SELECT FROM ${storedReadings} r WHERE r.device_id = c.device_id AND r.sensor_id = c.sensor_id
                                             AND r.time < to_timestamp(n.before / 1000))
           RETURNING c.id`,
    values: [JSON.stringify(fresh.map(({ row, reports }) => ({ id: row.id, before: reports[0]?.at })))],
  });
  const left = new Set(rows.map(({ id }) => Number(id)));
  return all.filter(({ row }) => !left.has(row.id));
}
