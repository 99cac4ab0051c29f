import { logAlarm } from '#core/alarms/server/api.ts';
import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import { changeableCompany } from '#platform/server/http/company-access.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { incidentRoutes } from '../../common/incidents/incident-file.ts';
import { unsealCodeWord } from '../premises/code-words.ts';
import { startClocks } from './clocks.ts';
import { dossierPlanFileOf, dossierPlansOf } from './dossier-plans.ts';
import { sendPicture } from './incident-pictures.ts';
import { photoFileOf, planFileOf, plansOf } from './incident-plans.ts';
import { printIncident } from './print-incident.ts';
import { readQueue } from './queue.ts';
import { fileOf, hasDesk, seenIncident } from './seen-file.ts';

export const incidentHandlers: Handlers<typeof incidentRoutes> = {
  queue: readQueue,
  file: async (context) => fileOf(context, await seenIncident(context)),
  async plans(context) {
    const { tx, actor } = context;
    const seen = await seenIncident(context);
    const isPolice = seen.role === 'police';
    if (isPolice) await fileOf(context, seen);
    return bypassRls(tx, actor.scope, () => (isPolice ? dossierPlansOf : plansOf)(tx, seen.incident));
  },
  planImage: (context) =>
    sendPicture(context, (tx, { role, incident }) =>
      (role === 'police' ? dossierPlanFileOf : planFileOf)(tx, incident, context.params.layoutId),
    ),
  photo: (context) => sendPicture(context, (tx, { incident }) => photoFileOf(tx, incident, context.params.photoId)),
  async codeWord(context) {
    const { tx, kit, actor, body } = context;
    const seen = await seenIncident(context);
    const { alarm, role, incident } = seen;
    const site = role === 'owner' ? incident.structureId : null;
    if (role === 'police' || !hasAbilityOn(actor.session, 'defcon', 'intrusion-alarm', 'terminate', site))
      throw refuse(403, 'no-permission');
    if (role === 'owner') changeableCompany(actor, alarm.companyId);
    if (alarm.closedAt !== null) throw refuse(409, 'incident-closed');
    if (!hasDesk(seen)) throw refuse(409, 'alarm-action-not-allowed');
    const contact = await bypassRls(tx, actor.scope, () =>
      tx
        .selectFrom('defconContact')
        .innerJoin('defconPremises', 'defconPremises.id', 'defconContact.premisesId')
        .select(['defconContact.name', 'defconContact.sealed'])
        .where('defconContact.id', '=', body.contactId)
        .where('defconPremises.structureId', '=', incident.structureId)
        .executeTakeFirst(),
    );
    if (!contact) throw refuse(404, 'not-found');
    if (!contact.sealed) throw refuse(409, 'no-code-word');
    const codeWord = unsealCodeWord(kit, body.contactId, contact.sealed);
    await logAlarm(tx, incident, {
      ...{ action: 'code-word-read', data: { contact: contact.name }, actorId: actor.session.user.id },
      byCompany: role === 'monitor' ? actor.session.user.companyId : null,
    });
    await startClocks(context, [incident.id]);
    return { codeWord };
  },
  async print(context) {
    const seen = await seenIncident(context);
    return printIncident(context, seen, await fileOf(context, seen));
  },
};
