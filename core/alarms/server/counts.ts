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
