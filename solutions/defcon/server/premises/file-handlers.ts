import { sql } from 'kysely';
import { structureNamed } from '#core/places/server/api.ts';
import { scheduleNamed } from '#core/schedules/server/api.ts';
import { resourcesWith } from '#platform/common/ability-resources.ts';
import { attachmentHandlers } from '#platform/server/files/attachments.ts';
import { changesOf } from '#platform/server/records/history.ts';
import { inCompanies } from '#platform/server/records/rows.ts';
import { recordViews } from '#platform/server/records/view-log.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import {
  type ExportedContact,
  mostPhotos,
  type premisesFileRoutes,
  type premisesPhotoRoutes,
} from '../../common/premises/premises-file.ts';
import { addContact, orderContacts, removeContact, updateContact } from './contacts.ts';
import { changeablePremises, changingPremises, readingPremises, visiblePremises } from './premises-place.ts';
import { readPremisesFile } from './read-file.ts';

type ExportedRow = ExportedContact & { premisesId: number; companyId: number };

export const premisesFileHandlers: Handlers<typeof premisesFileRoutes> = {
  get: (context) => readingPremises(context, context.params.structureId, ({ id }) => readPremisesFile(context.tx, id)),
  update(context) {
    const { tx, params, body } = context;
    return changingPremises(context, params.structureId, async ({ id }) => {
      await tx.updateTable('defconPremises').set(body).where('id', '=', id).execute();
      return readPremisesFile(tx, id);
    });
  },
  async history(context) {
    const { id, companyId } = await visiblePremises(context, context.params.structureId, 'history');
    return changesOf(context, { table: 'defcon_premises', id, companyId });
  },
  addContact,
  updateContact,
  removeContact,
  orderContacts,
  async exportContacts(context) {
    const { tx, actor } = context;
    const structures = resourcesWith(actor.session, 'defcon', 'premises-file', 'export');
    const { rows } = await sql<ExportedRow>`
      SELECT m.id AS premises_id, m.company_id, ${structureNamed('m.structure_id')} AS structure, c.position, c.name, c.phone, c.language,
             c.duress_contact, c.sealed IS NOT NULL AS has_code_word, ${scheduleNamed('c.schedule_id')} AS schedule
        FROM defcon_contact c JOIN defcon_premises m ON m.id = c.premises_id
       WHERE ${inCompanies(actor.scope, 'company_id', 'm')} AND (${structures}::integer[] IS NULL OR m.structure_id = ANY (${structures}::integer[]))
       ORDER BY m.company_id, m.structure_id, c.position`.execute(tx);
    const exported = new Map(rows.map(({ premisesId, companyId }) => [premisesId, companyId]));
    const views = [...exported].map(([id, companyId]) => ({ companyId, subject: { type: 'defcon_premises', id } }));
    await recordViews(context, { app: 'defcon', kind: 'call-list' }, views);
    return rows.map(({ premisesId: _, companyId: __, ...contact }) => contact);
  },
};

const photos = attachmentHandlers('defcon_premises', (context) => visiblePremises(context, context.params.id));

/** Photos of the premises; the address has the id of the structure. */
export const premisesPhotoHandlers: Handlers<typeof premisesPhotoRoutes> = {
  ...photos,
  async add(context) {
    const { tx, params } = context;
    const { id } = await changeablePremises(context, params.id);
    const { rows } = await sql<{ n: number }>`
      SELECT count(*)::integer AS n FROM defcon_premises_attachment WHERE subject_id = ${id}`.execute(tx);
    if ((rows[0]?.n ?? 0) >= mostPhotos) throw refuse(409, 'too-many-files', { count: mostPhotos });
    return photos.add(context);
  },
};
