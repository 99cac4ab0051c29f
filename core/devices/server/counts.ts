import { sql } from 'kysely';
import type { Scope, Tx } from '#platform/server/database.ts';

export type DeviceCount = {
  structureId: number;
  solutionId: number;
  devices: number;
  online: number;
  sleeping: number;
  offline: number;
  lowBattery: number;
};

/** The number of installed devices of an app by structure and solution. */
export async function deviceCounts(tx: Tx, app: string, structureIds: readonly number[]): Promise<DeviceCount[]> {
  const counts =
    await sql<DeviceCount>`SELECT structure_id, solution_id, count(*) AS devices, count(*) FILTER (WHERE connection = 'online') AS online,
    count(*) FILTER (WHERE connection = 'sleeping') AS sleeping, count(*) FILTER (WHERE connection = 'offline') AS offline, count(*) FILTER (WHERE battery < 20) AS low_battery
    FROM device WHERE structure_id = ANY (${structureIds}::integer[]) AND app = ${app} AND state = 'installed' GROUP BY 1, 2 ORDER BY 1, 2`.execute(
      tx,
    );
  return counts.rows;
}

/** The sums of the counts by connection. */
export const connectionCounts = (
  counts: readonly DeviceCount[],
): Pick<DeviceCount, 'online' | 'sleeping' | 'offline'> => ({
  online: counts.reduce((sum, { online }) => sum + online, 0),
  sleeping: counts.reduce((sum, { sleeping }) => sum + sleeping, 0),
  offline: counts.reduce((sum, { offline }) => sum + offline, 0),
});

/** The solutions of an app with devices in the scope, lowest id first. `structures` limits the devices to these structures. */
export async function solutionCounts(
  tx: Tx,
  app: string,
  scope: Scope,
  structures: readonly number[] | null,
): Promise<{ id: number; devices: number }[]> {
  const companies = scope.companies === 'all' ? sql`true` : sql`company_id = ANY (${scope.companies}::integer[])`;
  const inStructures = structures === null ? sql`true` : sql`structure_id = ANY (${structures}::integer[])`;
  const counts = await sql<{
    id: number;
    devices: number;
  }>`SELECT solution_id AS id, count(*) AS devices FROM device WHERE ${companies} AND app = ${app} AND ${inStructures} GROUP BY 1 ORDER BY 1`.execute(
    tx,
  );
  return counts.rows;
}
