import { sql } from 'kysely';
import type { PartyView } from '#core/alarms/common/party.ts';
import { addParties, alarmActionHandler, type LockedAlarm, moveDesk } from '#core/alarms/server/api.ts';
import { deviceFacts, logDevices } from '#core/devices/server/api.ts';
import { areaSizes, structureNamed, structurePlaces } from '#core/places/server/api.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { settingOf } from '#platform/server/records/app-settings.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import { defcon } from '../../app.ts';
import { unverifiedRank, verifications } from '../../common/police/request.ts';
import { settings } from '../../common/settings/setting.ts';
import { areaKinds } from '../police/assign-police.ts';
import { falseAlarmsOf } from './incident-file.ts';
import { isSilent, namesOfKind } from './panel-life.ts';
import { storeDossier } from './seen-file.ts';

type Unit = {
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
type Site = {
  site: string | null;
  panel: string | null;
  panelId: number | null;
  stationId: number | null;
  hqId: number | null;
};

const unitColumns = sql`l.id, l.company_id, l.kind, l.hq_id, l.hq_company_id, l.status, l.name_en, l.name_ar`;

async function siteOf(tx: Tx, { id, structureId }: LockedAlarm): Promise<Site> {
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
  const { rows } = await sql<Unit>`
    SELECT ${unitColumns} FROM defcon_locality l WHERE l.id = ANY (${ids.filter((one) => one !== null)}::integer[])
        OR l.id IN (SELECT s.hq_id FROM defcon_locality s WHERE s.id = ANY (${ids.filter((one) => one !== null)}::integer[]))`.execute(
    tx,
  );
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

type Target = { hq: Unit; station: Unit | null };

/** To whom an incident goes: the headquarters of the station that answers for its site, or of the chosen one. */
async function targetOf(tx: Tx, alarm: LockedAlarm, site: Site, chosen: number | undefined): Promise<Target> {
  const stationId = chosen ?? site.stationId;
  const units = await unitsOf(tx, [stationId, site.hqId]);
  const station = stationId === null ? null : (units.get(stationId) ?? null);
  if (chosen !== undefined && station?.kind !== 'local') throw invalid('stationId', 'notFound');
  if (station && station.status !== 'active') throw refuse(409, 'station-inactive');
  const hq = units.get(station?.hqId ?? site.hqId ?? 0);
  if (hq?.status !== 'active') throw refuse(409, 'no-station', { nearest: await nearest(tx, alarm.structureId) });
  return { hq, station };
}

/** What the police sees of an incident besides its file. */
const viewOf = ({ subjectName }: LockedAlarm, { site, panel }: Site): PartyView => ({
  subject: subjectName ?? '',
  ...(site === null ? {} : { structure: site }),
  ...(panel === null ? {} : { devices: [panel] }),
});

/**
 * Gives the incident to the police, or forwards it from a headquarters to one of its stations. The company before reads on;
 * the clocks of the receiver start.
 */
export const escalatePolice = alarmActionHandler(defcon, 'intrusion', 'escalate-police', async (context, alarm) => {
  const { tx, actor } = context;
  const { verified, stationId } = escalationBody(context.body);
  const role = alarm.sides?.acts?.role ?? 'owner';
  if (role !== 'hq' && alarm.rank > unverifiedRank && verified === undefined) throw refuse(409, 'not-verified');
  const { to, target } = await bypassRls(tx, actor.scope, async () => {
    const site = await siteOf(tx, alarm);
    if (role === 'hq' && stationId === undefined) throw invalid('stationId', 'Required');
    const found = await targetOf(tx, alarm, site, stationId);
    const rules = await settingOf(tx, settings, found.hq.companyId);
    if (role === 'owner' && !rules.acceptsCustomers) throw refuse(409, 'not-accepted');
    if (role !== 'hq') await assertNotSuspended(tx, alarm, rules.suspendAt);
    // A headquarters may want requests to go straight to the station.
    const toStation = role === 'hq' || rules.direct;
    const receiver = toStation ? (found.station ?? (role === 'hq' ? null : found.hq)) : found.hq;
    if (!receiver || (role === 'hq' && found.station?.hqCompanyId !== alarm.sides?.acts?.companyId))
      throw invalid('stationId', 'notFound');
    if (alarm.deskCompanyId === receiver.companyId) throw refuse(409, 'already-there');
    const view = viewOf(alarm, site);
    await addParties(context, alarm.id, [
      { companyId: found.hq.companyId, role: 'hq', view },
      ...(receiver.kind === 'local' ? [{ companyId: receiver.companyId, role: 'local', view }] : []),
    ]);
    await sql`
      UPDATE defcon_incident SET police_step = 'requested', requested_at = coalesce(requested_at, now()), accepted_at = NULL, dispatched_at = NULL, on_scene_at = NULL,
             desk_due_at = CASE WHEN ${receiver.kind === 'local'} THEN now() + ${rules.localAckSeconds} * interval '1 second' END,
             hq_id = ${found.hq.id}, station_id = ${found.station?.id ?? null}, verified_by = coalesce(${verified ?? null}, verified_by),
             confirmed = CASE WHEN ${verified ?? null}::text IN ('phone', 'video') THEN 'verified' ELSE confirmed END
       WHERE alarm_id = ${alarm.id}`.execute(tx);
    const police = { en: receiver.nameEn, ar: receiver.nameAr };
    if (site.panelId !== null && !isSilent(alarm.kind)) {
      const device = { id: site.panelId, companyId: alarm.companyId };
      const data = { incident: namesOfKind(alarm.kind), police };
      await logDevices(tx, [{ device, kind: 'police-called', data }], null);
    }
    return { to: receiver, target: found };
  });
  await moveDesk(context, alarm.id, { to: to.companyId, reason: role === 'hq' ? 'forwarded' : 'police-called' });
  if (role !== 'hq') await storeDossier(context, alarm.id);
  const { nameEn, nameAr } = target.station ?? target.hq;
  return { set: { disposition: 'escalated' }, data: { policeEn: nameEn, policeAr: nameAr } };
});

/** Premises with too many false alarms get no answer; the most urgent incidents always do. */
async function assertNotSuspended(
  tx: Tx,
  { companyId, structureId, rank }: LockedAlarm,
  suspendAt: number,
): Promise<void> {
  if (suspendAt === 0 || structureId === null || rank === 1) return;
  const count = await falseAlarmsOf(tx, companyId, structureId);
  if (count >= suspendAt) throw refuse(409, 'response-suspended', { count });
}

/** The body was checked by what the class declares. */
function escalationBody(body: object): {
  verified: (typeof verifications)[number] | undefined;
  stationId: number | undefined;
} {
  const verified = 'verified' in body ? verifications.find((one) => one === body.verified) : undefined;
  const stationId = 'stationId' in body && typeof body.stationId === 'number' ? body.stationId : undefined;
  return { verified, stationId };
}
