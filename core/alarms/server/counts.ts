import { sql } from 'kysely';
import type { Tx } from '#platform/server/database.ts';
import type { Alarm } from '../common/alarm.ts';

export type OpenCount = { structureId: number; severity: Alarm['severity']; class: Alarm['class']; n: number };

/** The number of open alarms of an app by structure, severity and class. */
export async function openCounts(tx: Tx, app: string, structureIds: readonly number[]): Promise<OpenCount[]> {
  const counts = await sql<OpenCount>`SELECT structure_id, severity, class, count(*) AS n FROM alarm
    WHERE structure_id = ANY (${structureIds}::integer[]) AND app = ${app} AND closed_at IS NULL GROUP BY 1, 2, 3`.execute(
    tx,
  );
  return counts.rows;
}

/** The number of alarms of a device that were raised in a period, by the key of the sensor. */
export async function alarmCounts(
  tx: Tx,
  device: number,
  { from, to }: { from: string; to: string },
): Promise<{ sensor: string | null; count: number }[]> {
  const counts = await sql<{ sensor: string | null; count: number }>`
    SELECT sensor, count(*) AS count FROM alarm
     WHERE device_id = ${device} AND first_at >= ${from}::timestamptz AND first_at < ${to}::timestamptz GROUP BY 1`.execute(
    tx,
  );
  return counts.rows;
}
