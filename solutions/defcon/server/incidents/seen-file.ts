import { sql } from 'kysely';
import type { AlarmDetail } from '#core/alarms/common/alarm.ts';
import { storedAlarms, visibleAlarm } from '#core/alarms/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { settingOf } from '#platform/server/records/app-settings.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import type { IncidentFile } from '../../common/incidents/incident-file.ts';
import { settings } from '../../common/settings/setting.ts';
import { heldUntil } from './clocks.ts';
import { copyPlans } from './dossier-plans.ts';
import { hitsOf, type Incident, incidentAlone, readIncidentFile } from './incident-file.ts';

type Reading = Pick<Context, 'tx' | 'kit' | 'locale' | 'actor' | 'may'> & { params: { id: number } };
/** An incident whose file the caller may read, and as which company. */
export type SeenIncident = { alarm: AlarmDetail; role: 'owner' | 'monitor' | 'police'; incident: Incident };

/** What is stored of an incident. Runs as the role that sees all rows. */
async function storedIncident(tx: Tx, id: number): Promise<Incident> {
  const { rows } = await sql<Incident>`
    SELECT t.id, t.company_id, t.kind, t.rank, t.first_at, t.structure_id FROM ${sql.raw(storedAlarms)} t WHERE t.id = ${id}`.execute(
    tx,
  );
  const [found] = rows;
  if (!found) throw refuse(404, 'not-found');
  return found;
}

/** The incident of the address, if the caller may read its file; refuses with 404. Tenants and former parties may not. */
export async function seenIncident(context: Reading): Promise<SeenIncident> {
  const { tx, actor, params } = context;
  const alarm = await visibleAlarm(context, { app: 'defcon', classes: ['intrusion'] });
  const { party } = alarm;
  if (party?.untilAt || party?.role === 'tenant') throw refuse(404, 'not-found');
  const incident = await bypassRls(tx, actor.scope, () => storedIncident(tx, params.id));
  if (!party) return { alarm, role: 'owner', incident };
  return { alarm, role: party.role === 'monitor' ? 'monitor' : 'police', incident };
}

/** Whether the caller has to act on it. */
export const hasDesk = ({ alarm, role }: SeenIncident): boolean => (alarm.desk ? alarm.desk.mine : role === 'owner');

type Kept = Pick<IncidentFile, 'confirmed'> & {
  dossier: IncidentFile;
  police: number | null;
  /** How many days ago the incident was closed. */
  closedDays: number | null;
};

/**
 * What the police knows of an incident: the copy from when it was called, with what has been hit since then. It is gone some
 * time after the incident was closed.
 */
async function dossierOf(tx: Tx, { id }: Incident): Promise<IncidentFile> {
  const { rows } = await sql<Kept>`
    SELECT i.dossier, i.confirmed, h.company_id AS police, extract(epoch FROM now() - i.closed_at) / 86400 AS closed_days
      FROM defcon_incident i LEFT JOIN defcon_locality h ON h.id = i.hq_id WHERE i.alarm_id = ${id} AND i.dossier IS NOT NULL`.execute(
    tx,
  );
  const [found] = rows;
  if (!found) throw refuse(404, 'not-found');
  const { dossierDays } = await settingOf(tx, settings, found.police ?? 0);
  if ((found.closedDays ?? 0) > dossierDays) throw refuse(404, 'not-found');
  // Dossiers are as the file was when they were copied.
  return { ...found.dossier, heldUntil: null, confirmed: found.confirmed, hits: await hitsOf(tx, id) };
}

/** The file of an incident as the caller may read it: the police has the dossier only. */
export async function fileOf(context: Reading, seen: SeenIncident): Promise<IncidentFile> {
  const { tx, actor } = context;
  const { role, incident } = seen;
  if (role === 'owner') return readIncidentFile(context, incident);
  if (role === 'police') return bypassRls(tx, actor.scope, () => dossierOf(tx, incident));
  const file = await bypassRls(tx, actor.scope, () => readIncidentFile(context, incident));
  const { companyId, isAdmin: isAdministrator } = actor.session.user;
  const isOthers = hasDesk(seen) && seen.alarm.acknowledged && seen.alarm.acknowledgedBy?.id !== actor.session.user.id;
  if (!isOthers || companyId === null) return file;
  return { ...file, heldUntil: await heldUntil(context, incident.id, { companyId, isAdministrator }) };
}

/** Keeps the file and the plans as they are now for the police, without the earlier incidents of the customer. */
export async function storeDossier(context: Pick<Emitting, 'tx' | 'actor'>, alarmId: number): Promise<void> {
  const { tx, actor } = context;
  await bypassRls(tx, actor.scope, async () => {
    const incident = await storedIncident(tx, alarmId);
    const dossier = JSON.stringify(await incidentAlone(context, incident));
    await sql`UPDATE defcon_incident SET dossier = ${dossier}::jsonb WHERE alarm_id = ${alarmId}`.execute(tx);
    await copyPlans(tx, incident);
  });
}
