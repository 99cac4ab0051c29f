import { sql } from 'kysely';
import type { Alarm } from '#core/alarms/common/alarm.ts';
import { readableByAny, storedAlarms } from '#core/alarms/server/api.ts';
import { deviceFacts } from '#core/devices/server/api.ts';
import { structureSummaries } from '#core/places/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { settingOf } from '#platform/server/records/app-settings.ts';
import type { Context } from '#platform/server/serve.ts';
import { ofIncidents } from '../../common/alarms.ts';
import type { IncidentFile, IncidentHit } from '../../common/incidents/incident-file.ts';
import { settings } from '../../common/settings/setting.ts';
import { policeNamed } from '../police/premises.ts';
import { readPremisesFile } from '../premises/read-file.ts';

type Reading = Pick<Context, 'tx' | 'kit' | 'actor' | 'may'>;
/** An incident that the caller may read. */
export type Incident = Pick<Alarm, 'id' | 'companyId' | 'kind' | 'rank' | 'firstAt'> & { structureId: number | null };

const mostHits = 500;
const mostEarlier = 50;

type OfIncident = NonNullable<IncidentFile['panel']> &
  Pick<IncidentFile, 'confirmed'> & { groupNo: number | null; cancelledAt: string | null; cancelledBy: string | null };

/** What is stored of the incident itself, with its panel; undefined for one without a panel. */
async function incidentOf(tx: Tx, alarmId: number): Promise<OfIncident | undefined> {
  const { rows } = await sql<OfIncident>`
    SELECT i.group_no, i.confirmed, i.cancelled_at, p.id, d.name, d.serial, p.service, d.connection, p.test_until, p.test_scope, p.police_response, p.permit_no,
           coalesce((SELECT u.name FROM defcon_panel_user u WHERE u.panel_id = i.panel_id AND u.slot = i.cancelled_by), i.cancelled_by::text) AS cancelled_by
      FROM defcon_incident i JOIN defcon_panel p ON p.id = i.panel_id JOIN ${sql.raw(deviceFacts)} d ON d.id = p.id
     WHERE i.alarm_id = ${alarmId}`.execute(tx);
  return rows[0];
}

const groupsOf = (tx: Tx, panelId: number): Promise<IncidentFile['groups']> =>
  tx
    .selectFrom('defconGroup')
    .select(['id', 'number', 'name', 'state', 'stateAt'])
    .where('panelId', '=', panelId)
    .orderBy('number')
    .execute();

export async function hitsOf(tx: Tx, alarmId: number): Promise<IncidentHit[]> {
  const { rows } = await sql<IncidentHit>`
    SELECT e.id, e.at, e.received_at, e.late, e.source, e.code, e.qualifier, e.text, e.is_hit, z.detector, z.device_id, e.links,
           coalesce((SELECT jsonb_agg(jsonb_build_object('id', f.id) ORDER BY f.position) FROM defcon_photo f WHERE f.event_id = e.id), '[]') AS photos,
           CASE WHEN e.group_no IS NOT NULL THEN jsonb_build_object('number', e.group_no, 'name', g.name) END AS "group",
           CASE WHEN e.zone_no IS NOT NULL THEN jsonb_build_object('number', e.zone_no, 'name', z.name) END AS zone,
           coalesce(u.name, e.user_slot::text, person_name((e.data ->> 'by')::integer)) AS "user"
      FROM defcon_event e
      LEFT JOIN defcon_group g ON g.panel_id = e.panel_id AND g.number = e.group_no
      LEFT JOIN defcon_zone z ON z.panel_id = e.panel_id AND z.number = e.zone_no
      LEFT JOIN defcon_panel_user u ON u.panel_id = e.panel_id AND u.slot = e.user_slot
     WHERE e.alarm_id = ${alarmId} ORDER BY e.at, e.id LIMIT ${mostHits}`.execute(tx);
  return rows;
}

type OfSite = Pick<IncidentFile, 'station' | 'headquarters'> & { id: number; hqCompanyId: number | null };

/** The premises of a site, with the police that answers, whose row its own company sees alone. Runs as the role that sees all rows. */
async function premisesOf(tx: Tx, companyId: number, structureId: number): Promise<OfSite | undefined> {
  const { rows } = await sql<OfSite>`
    SELECT p.id, ${policeNamed('p.station_id')} AS station, ${policeNamed('p.hq_id')} AS headquarters,
           (SELECT h.company_id FROM defcon_locality h WHERE h.id = p.hq_id) AS hq_company_id
      FROM defcon_premises p WHERE p.company_id = ${companyId} AND p.structure_id = ${structureId}`.execute(tx);
  return rows[0];
}

/** The incidents of the panel before this one, as far as the caller may read them. */
async function earlierOf(
  context: Reading,
  { id, firstAt }: Incident,
  panelId: number,
): Promise<IncidentFile['earlier']> {
  const readable = readableByAny(context);
  if (!readable) return [];
  const { rows } = await sql<IncidentFile['earlier'][number]>`
    SELECT t.id, t.kind, t.first_at, t.disposition, t.outcome FROM ${sql.raw(storedAlarms)} t JOIN defcon_incident i ON i.alarm_id = t.id
     WHERE i.panel_id = ${panelId} AND i.first_at > ${firstAt}::timestamptz - interval '12 months' AND t.first_at <= ${firstAt} AND t.id <> ${id} AND ${readable}
     ORDER BY t.first_at DESC, t.id DESC LIMIT ${mostEarlier}`.execute(context.tx);
  return rows;
}

/** The false alarms of a site: the incidents that were rejected within twelve months. */
export async function falseAlarmsOf(tx: Tx, companyId: number, structureId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::integer AS n FROM ${sql.raw(storedAlarms)} t
     WHERE t.company_id = ${companyId} AND t.app = 'defcon' AND t.class = ${ofIncidents} AND t.disposition = 'rejected'
       AND t.structure_id = ${structureId} AND t.closed_at > now() - interval '12 months'`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** Whether a headquarters takes incidents from customers themselves. */
async function acceptsCustomers(
  { tx, actor }: Pick<Emitting, 'tx' | 'actor'>,
  hqCompanyId: number | null,
): Promise<boolean> {
  if (hqCompanyId === null) return false;
  return (await bypassRls(tx, actor.scope, () => settingOf(tx, settings, hqCompanyId))).acceptsCustomers;
}

type Known = Pick<IncidentFile, 'panel' | 'groupNumber' | 'confirmed' | 'cancelled'>;
const unknown: Known = { panel: null, groupNumber: null, confirmed: 'none', cancelled: null };

const splitOf = ({ groupNo, confirmed, cancelledAt, cancelledBy, ...panel }: OfIncident): Known => ({
  panel,
  groupNumber: groupNo,
  confirmed,
  cancelled: cancelledAt === null ? null : { at: cancelledAt, by: cancelledBy },
});

/** The file of an incident as somebody reads it, with those before it. */
export async function readIncidentFile(context: Reading, alarm: Incident): Promise<IncidentFile> {
  const file = await incidentAlone(context, alarm);
  return file.panel ? { ...file, earlier: await earlierOf(context, alarm, file.panel.id) } : file;
}

/** The file of an incident without those before it: one statement for each part. */
export async function incidentAlone(context: Pick<Emitting, 'tx' | 'actor'>, alarm: Incident): Promise<IncidentFile> {
  const { tx, actor } = context;
  const { id: alarmId, kind, rank, firstAt, structureId } = alarm;
  const found = await incidentOf(tx, alarmId);
  const { panel, ...incident } = found ? splitOf(found) : unknown;
  const [site] = structureId ? await structureSummaries(tx, [structureId]) : [];
  const premises = structureId
    ? await bypassRls(tx, actor.scope, () => premisesOf(tx, alarm.companyId, structureId))
    : undefined;
  return {
    ...{ alarmId, kind, rank, firstAt, panel },
    ...incident,
    groups: panel ? await groupsOf(tx, panel.id) : [],
    hits: await hitsOf(tx, alarmId),
    site: site ? { id: site.id, name: site.name, address: site.address ?? '', location: site.location } : null,
    premises: premises ? await readPremisesFile(tx, premises.id) : null,
    station: premises?.station ?? null,
    headquarters: premises?.headquarters ?? null,
    acceptsCustomers: await acceptsCustomers(context, premises?.hqCompanyId ?? null),
    heldUntil: null,
    earlier: [],
    falseAlarms: structureId ? await falseAlarmsOf(tx, alarm.companyId, structureId) : 0,
  };
}
