import { companyNameOf } from '#core/accounts/server/api.ts';
import { zoneOfSite } from '#core/places/server/api.ts';
import { requestPrint } from '#core/print/server/api.ts';
import { thumbnail } from '#platform/server/files/thumbnails.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import type { Context } from '#platform/server/serve.ts';
import type { IncidentFile, PrintedIncident } from '../../common/incidents/incident-file.ts';
import type { SeenIncident } from './seen-file.ts';

type Asking = Pick<Context, 'tx' | 'kit' | 'actor'> & { body: { language: 'en' | 'ar' } };

/** The customer of an incident, and the time zone of its site. */
const originOf = async (tx: Tx, { companyId, structureId }: SeenIncident['incident']) => ({
  company: (await companyNameOf(tx, companyId)) ?? '',
  zone: await zoneOfSite(tx, { structureId, companyId }),
});

/** As many as a document shows. */
const mostPictures = 24;
const longestSide = 640;

/** The photos of the hits, the oldest first. Runs as the role that sees all rows. */
async function photosOf(
  { tx, kit }: Pick<Asking, 'tx' | 'kit'>,
  { hits }: IncidentFile,
): Promise<PrintedIncident['photos']> {
  const asked = hits.flatMap(({ id: hitId, photos }) => photos.map(({ id }) => ({ id, hitId }))).slice(0, mostPictures);
  if (asked.length === 0) return [];
  const files = await tx
    .selectFrom('defconPhoto')
    .select(['id', 'fileId'])
    .where('id', '=', anyOf(asked.map(({ id }) => id)))
    .execute();
  const made: PrintedIncident['photos'] = [];
  for (const { id, hitId } of asked) {
    const file = files.find((one) => one.id === id);
    const picture = file && (await thumbnail({ tx, kit }, file.fileId, longestSide));
    if (picture) made.push({ hitId, picture });
  }
  return made;
}

/** Requests the file of an incident as PDF. It has what the page shows, and so no code words. */
export async function printIncident(
  context: Asking,
  { alarm, role, incident }: SeenIncident,
  file: IncidentFile,
): Promise<{ id: number; companyId: number }> {
  const { tx, actor, body } = context;
  // A further company gets a document of its own.
  const companyId = role === 'owner' ? incident.companyId : (actor.session.user.companyId ?? incident.companyId);
  const { subject, severity, condition, disposition, outcome, closedAt, acknowledgedBy, escalatedTo } = alarm;
  const data: PrintedIncident = {
    file,
    photos: await bypassRls(tx, actor.scope, () => photosOf(context, file)),
    ...(await bypassRls(tx, actor.scope, () => originOf(tx, incident))),
    madeAt: new Date().toISOString(),
    handling: { subject, severity, condition, disposition, outcome, closedAt, acknowledgedBy, escalatedTo },
    steps: alarm.events.map(({ id, at, action, actor, text, data: said }) => ({
      id,
      at,
      action,
      actor,
      text,
      data: said,
    })),
  };
  const title = `${file.site?.name ?? subject.name} ${alarm.firstAt.slice(0, 10)}`;
  const document = { companyId, page: 'incident-file', language: body.language, title, data };
  return { id: await requestPrint(context, document), companyId };
}
