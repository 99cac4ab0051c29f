import { sql } from 'kysely';
import type { PartyView } from '#core/alarms/common/party.ts';
import { addParties, moveDesk } from '#core/alarms/server/api.ts';
import { logDevices } from '#core/devices/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { settingOf } from '#platform/server/records/app-settings.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import { unverifiedRank, type verifications } from '../../common/police/request.ts';
import { settings } from '../../common/settings/setting.ts';
import { falseAlarmsOf } from './incident-file.ts';
import { isSilent, namesOfKind } from './panel-life.ts';
import { type CalledAbout, type Site, siteOf, type Target, targetOf, type Unit } from './police-target.ts';
import { storeDossier } from './seen-file.ts';

type Call = {
  /** The role of the company that calls, and the company. */
  by: { role: string; companyId: number | null };
  verified?: (typeof verifications)[number] | undefined;
  stationId?: number | undefined;
};

/** What the police sees of an incident besides its file. */
const viewOf = ({ subjectName }: CalledAbout, { site, panel }: Site): PartyView => ({
  subject: subjectName ?? '',
  ...(site === null ? {} : { structure: site }),
  ...(panel === null ? {} : { devices: [panel] }),
});

/**
 * Gives the incident to the police, or forwards it from a headquarters to one of its stations. The company before reads on;
 * the clocks of the receiver start. Returns the names of the police.
 */
export async function callPolice(context: Emitting, about: CalledAbout, call: Call) {
  const { tx, actor } = context;
  const { role } = call.by;
  if (role !== 'hq' && about.rank > unverifiedRank && call.verified === undefined) throw refuse(409, 'not-verified');
  const { to, target } = await bypassRls(tx, actor.scope, async () => {
    const site = await siteOf(tx, about);
    if (role === 'hq' && call.stationId === undefined) throw invalid('stationId', 'Required');
    const found = await targetOf(tx, about, site, call.stationId);
    const receiver = await receiverOf(tx, about, call, found);
    const view = viewOf(about, site);
    await addParties(context, about.id, [
      { companyId: found.hq.companyId, role: 'hq', view },
      ...(receiver.kind === 'local' ? [{ companyId: receiver.companyId, role: 'local', view }] : []),
    ]);
    await storeRequest(tx, about, call, found);
    await logCall(tx, about, site, receiver);
    return { to: receiver, target: found };
  });
  await moveDesk(context, about.id, { to: to.companyId, reason: role === 'hq' ? 'forwarded' : 'police-called' });
  if (role !== 'hq') await storeDossier(context, about.id);
  const { nameEn, nameAr } = target.station ?? target.hq;
  return { policeEn: nameEn, policeAr: nameAr };
}

/** The unit that has to act, if the police takes the incident. */
async function receiverOf(tx: Tx, about: CalledAbout, { by }: Call, { hq, station }: Target): Promise<Unit> {
  const rules = await settingOf(tx, settings, hq.companyId);
  if (by.role === 'owner' && !rules.acceptsCustomers) throw refuse(409, 'not-accepted');
  if (by.role !== 'hq') await assertNotSuspended(tx, about, rules.suspendAt);
  // A headquarters may want requests to go straight to the station.
  const toStation = by.role === 'hq' || rules.direct;
  const receiver = toStation ? (station ?? (by.role === 'hq' ? null : hq)) : hq;
  if (!receiver || (by.role === 'hq' && station?.hqCompanyId !== by.companyId)) throw invalid('stationId', 'notFound');
  if (about.deskCompanyId === receiver.companyId) throw refuse(409, 'already-there');
  return receiver;
}

async function storeRequest(tx: Tx, { id }: CalledAbout, { verified }: Call, { hq, station }: Target): Promise<void> {
  await sql`
    UPDATE defcon_incident SET police_step = 'requested', requested_at = coalesce(requested_at, now()), accepted_at = NULL, dispatched_at = NULL, on_scene_at = NULL,
           hq_id = ${hq.id}, station_id = ${station?.id ?? null}, verified_by = coalesce(${verified ?? null}, verified_by),
           confirmed = CASE WHEN ${verified ?? null}::text IN ('phone', 'video') THEN 'verified' ELSE confirmed END
     WHERE alarm_id = ${id}`.execute(tx);
}

/** The life of the panel has the call, unless it must not be known. */
async function logCall(tx: Tx, { kind, companyId }: CalledAbout, { panelId }: Site, { nameEn, nameAr }: Unit) {
  if (panelId === null || isSilent(kind)) return;
  const data = { incident: namesOfKind(kind), police: { en: nameEn, ar: nameAr } };
  await logDevices(tx, [{ device: { id: panelId, companyId }, kind: 'police-called', data }], null);
}

/** Premises with too many false alarms get no answer; the most urgent incidents always do. */
async function assertNotSuspended(
  tx: Tx,
  { companyId, structureId, rank }: CalledAbout,
  suspendAt: number,
): Promise<void> {
  if (suspendAt === 0 || structureId === null || rank === 1) return;
  const count = await falseAlarmsOf(tx, companyId, structureId);
  if (count >= suspendAt) throw refuse(409, 'response-suspended', { count });
}
