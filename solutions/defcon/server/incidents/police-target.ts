import { sql } from 'kysely';
import type { LockedAlarm } from '#core/alarms/server/api.ts';
import { deviceFacts } from '#core/devices/server/api.ts';
import { areaSizes, structureNamed, structurePlaces } from '#core/places/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import { areaKinds } from '../police/assign-police.ts';

/** What decides to whom an incident goes. */
export type CalledAbout = Pick<
  LockedAlarm,
  'id' | 'companyId' | 'kind' | 'structureId' | 'subjectName' | 'rank' | 'deskCompanyId'
>;
export type Unit = {
  id: number;
  companyId: number;
  kind: 'headquarters' | 'local';
  hqId: number | null;
  hqCompanyId: number | null;
  status: 'active' | 'inactive';
  nameEn: string;
  nameAr: string;
};
/** The site of an incident, and the police that answers for it. */
export type Site = {
  site: string | null;
  panel: string | null;
  panelId: number | null;
  stationId: number | null;
  hqId: number | null;
};
export type Target = { hq: Unit; station: Unit | null };

const unitColumns = sql`l.id, l.company_id, l.kind, l.hq_id, l.hq_company_id, l.status, l.name_en, l.name_ar`;

export async function siteOf(tx: Tx, { id, structureId }: CalledAbout): Promise<Site> {
  const { rows } = await sql<Site>`
    SELECT ${structureNamed('n.structure_id')} ->> 'name' AS site, p.station_id, p.hq_id,
           (SELECT d.name FROM defcon_incident i JOIN ${sql.raw(deviceFacts)} d ON d.id = i.panel_id WHERE i.alarm_id = ${id}) AS panel,
           (SELECT i.panel_id FROM defcon_incident i WHERE i.alarm_id = ${id}) AS panel_id
      FROM (SELECT ${structureId}::integer AS structure_id) n LEFT JOIN defcon_premises p ON p.structure_id = n.structure_id`.execute(
    tx,
  );
  return rows[0] ?? { site: null, panel: null, panelId: null, stationId: null, hqId: null };
}

async function unitsOf(tx: Tx, ids: readonly (number | null)[]): Promise<Map<number, Unit>> {
  const known = ids.filter((one) => one !== null);
  const { rows } = await sql<Unit>`
    SELECT ${unitColumns} FROM defcon_locality l WHERE l.id = ANY (${known}::integer[])
        OR l.id IN (SELECT s.hq_id FROM defcon_locality s WHERE s.id = ANY (${known}::integer[]))`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The active stations that are nearest to a site, to choose from where no area has it. */
async function nearest(tx: Tx, structureId: number | null) {
  const { rows } = await sql<{ id: number; nameEn: string; nameAr: string }>`
    SELECT l.id, l.name_en, l.name_ar
      FROM defcon_locality l JOIN ${sql.raw(areaSizes)} a ON a.kind = ${areaKinds.local} AND a.subject_id = l.id
      LEFT JOIN ${sql.raw(structurePlaces)} s ON s.id = ${structureId}
     WHERE l.status = 'active' AND (s.id IS NULL OR l.country_id = s.country_id)
     ORDER BY power(a.lat - s.lat, 2) + power((a.lng - s.lng) * cos(radians(s.lat)), 2), l.id LIMIT 5`.execute(tx);
  return rows;
}

/** To whom an incident goes: the headquarters of the station that answers for its site, or of the chosen one. */
export async function targetOf(tx: Tx, about: CalledAbout, site: Site, chosen: number | undefined): Promise<Target> {
  const stationId = chosen ?? site.stationId;
  const units = await unitsOf(tx, [stationId, site.hqId]);
  const station = stationId === null ? null : (units.get(stationId) ?? null);
  if (chosen !== undefined && station?.kind !== 'local') throw invalid('stationId', 'notFound');
  if (station && station.status !== 'active') throw refuse(409, 'station-inactive');
  const hq = units.get(station?.hqId ?? site.hqId ?? 0);
  if (hq?.status !== 'active') throw refuse(409, 'no-station', { nearest: await nearest(tx, about.structureId) });
  return { hq, station };
}
