import type { AlarmDetail } from '#core/alarms/common/alarm.ts';
import { logAlarm, visibleAlarm } from '#core/alarms/server/api.ts';
import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import { changeableCompany } from '#platform/server/http/company-access.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import type { incidentRoutes } from '../../common/incidents/incident-file.ts';
import { unsealCodeWord } from '../premises/code-words.ts';
import { readIncidentFile } from './incident-file.ts';
import { printIncident } from './print-incident.ts';
import { readQueue } from './queue.ts';

type Reading = Pick<Context, 'tx' | 'kit' | 'locale' | 'actor' | 'may'> & { params: { id: number } };

/** The incident of the address as its owner sees it; refuses with 404. */
async function ownIncident(context: Reading): Promise<AlarmDetail> {
  const alarm = await visibleAlarm(context, { app: 'defcon', classes: ['intrusion'] });
  // What a further company may know of the site is not decided by its being a party.
  if (alarm.party) throw refuse(404, 'not-found');
  return alarm;
}

export const incidentHandlers: Handlers<typeof incidentRoutes> = {
  queue: readQueue,
  file: async (context) => readIncidentFile(context, await ownIncident(context)),
  async codeWord(context) {
    const { tx, kit, actor, body } = context;
    const alarm = await ownIncident(context);
    const site = alarm.structure?.id ?? null;
    if (!hasAbilityOn(actor.session, 'defcon', 'intrusion-alarm', 'terminate', site))
      throw refuse(403, 'no-permission');
    changeableCompany(actor, alarm.companyId);
    if (alarm.closedAt !== null) throw refuse(409, 'incident-closed');
    const contact = await tx
      .selectFrom('defconContact')
      .innerJoin('defconPremises', 'defconPremises.id', 'defconContact.premisesId')
      .select(['defconContact.name', 'defconContact.sealed'])
      .where('defconContact.id', '=', body.contactId)
      .where('defconPremises.structureId', '=', site)
      .executeTakeFirst();
    if (!contact) throw refuse(404, 'not-found');
    if (!contact.sealed) throw refuse(409, 'no-code-word');
    const codeWord = unsealCodeWord(kit, body.contactId, contact.sealed);
    const line = { action: 'code-word-read', data: { contact: contact.name }, actorId: actor.session.user.id };
    await logAlarm(tx, alarm, line);
    return { codeWord };
  },
  async print(context) {
    const alarm = await ownIncident(context);
    return printIncident(context, alarm, await readIncidentFile(context, alarm));
  },
};
