import { sql } from 'kysely';
import { activeDevices, deviceFacts, sensorRegistry } from '#core/devices/server/api.ts';
import { siteZone } from '#core/places/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';

export type Installed = {
  id: number;
  companyId: number;
  solutionId: number;
  structureId: number | null;
  /** The time zone of its company. */
  zone: string;
};
export type JobContext = Pick<Emitting, 'tx' | 'kit' | 'actor' | 'afterCommit'>;

/** The installed devices of solutions whose readings are shown, of all companies, of one, or of a site. Runs as the role that sees all rows. */
export async function installed(
  tx: Tx,
  solutions: readonly number[],
  { companyId, structureId }: { companyId?: number; structureId?: number } = {},
): Promise<Installed[]> {
  const rows = await sql<Installed>`
    SELECT d.id, d.company_id, d.solution_id, d.structure_id, ${siteZone('d.structure_id', 'd.company_id')} AS zone
      FROM ${sql.raw(deviceFacts)} d
     WHERE d.app = 'swam' AND d.state = 'installed' AND d.solution_id = ANY (${solutions}::integer[])
       AND d.id IN ${sql.raw(activeDevices)} AND ${companyId === undefined ? sql`true` : sql`d.company_id = ${companyId}`}
       AND ${structureId === undefined ? sql`true` : sql`d.structure_id = ${structureId}`}
     ORDER BY d.id`.execute(tx);
  return rows.rows;
}

/** The id of a sensor of the app. Throws for an unknown key. */
export function sensorId({ apps }: Pick<Kit, 'apps'>, key: string): number {
  const sensor = sensorRegistry(apps).named('swam', key);
  if (!sensor) throw new Error(`no sensor "${key}"`);
  return sensor.id;
}
