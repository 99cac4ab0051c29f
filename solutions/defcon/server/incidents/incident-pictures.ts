import { sendFile } from '#platform/server/files/files.ts';
import { bypassRls, inTenant, type Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import { fileOf, type SeenIncident, seenIncident } from './seen-file.ts';

type Reading = Pick<Context, 'kit' | 'actor' | 'may' | 'locale' | 'request' | 'reply'> & { params: { id: number } };

/** Sends a picture of an incident whose file the caller may read. It is a file of the customer, whichever company reads it. */
export async function sendPicture(
  context: Reading,
  find: (tx: Tx, seen: SeenIncident) => Promise<number | null>,
): Promise<unknown> {
  const { kit, actor } = context;
  const { fileId, companyId } = await inTenant(kit.people.db, actor.scope, async (tx) => {
    const seen = await seenIncident({ ...context, tx });
    // The police reads pictures as long as the dossier.
    if (seen.role === 'police') await fileOf({ ...context, tx }, seen);
    const found = await bypassRls(tx, actor.scope, () => find(tx, seen));
    if (found === null) throw refuse(404, 'not-found');
    return { fileId: found, companyId: seen.incident.companyId };
  });
  const { companies } = actor.scope;
  const scope = companies === 'all' ? actor.scope : { ...actor.scope, companies: [companyId] };
  return sendFile({ ...context, actor: { ...actor, scope } }, async () => ({ fileId }));
}
