import { sql } from 'kysely';
import { personNamed } from '#core/accounts/server/api.ts';
import { siteZone } from '#core/places/server/api.ts';
import { removePrints } from '#core/print/server/api.ts';
import { hasAbilityOn } from '#platform/common/ability-resources.ts';
import { dueBatch } from '#platform/server/due.ts';
import { sendFile } from '#platform/server/files/files.ts';
import { refuse } from '#platform/server/refuse.ts';
import { companyOf, type Handlers } from '#platform/server/serve.ts';
import type { AuditFolder, folderRoutes } from '../../common/documents.ts';
import { periodOf } from '../analysis/trap-sums.ts';
import { siteFor } from '../visits/site-for.ts';
import { changedSections } from './changed-sections.ts';
import { periodDays } from './period-days.ts';
import { addFolder, layOutFolder } from './request-folder.ts';

const shown = 20;

/** Folders whose time is over lose their file; what they were about stays, so that a printed one can be verified. */
export const dueFolders = dueBatch<{ id: number; printId: number }>(
  'rodent.folders',
  { table: 'rodent_document', at: 'expires_at', where: sql`print_id IS NOT NULL` },
  100,
  async ({ tx }, folders) => {
    await sql`UPDATE rodent_document SET file_id = NULL, print_id = NULL WHERE id = ANY (${folders.map(({ id }) => id)}::integer[])`.execute(
      tx,
    );
    await removePrints(
      tx,
      folders.map(({ printId }) => printId),
    );
  },
);

export const folderHandlers: Handlers<typeof folderRoutes> = {
  async list(context) {
    const structureId = await siteFor(context, context.query.structureId, 'folder', 'read');
    const { rows } = await sql<AuditFolder>`
      SELECT d.id, d.from_at AS from, d.to_at AS to, d.language, d.created_at AS made_at, d.expires_at, ${personNamed('d.user_id')} AS person, ${changedSections} AS changed,
             CASE WHEN d.due_at IS NOT NULL THEN 'queued' WHEN d.print_id IS NULL THEN 'expired' WHEN d.file_id IS NOT NULL THEN 'done' WHEN d.failed THEN 'failed' ELSE 'queued' END AS state
        FROM rodent_document d WHERE d.structure_id = ${structureId} AND d.visit_id IS NULL ORDER BY d.id DESC LIMIT ${shown}`.execute(
      context.tx,
    );
    return rows;
  },
  async make(context) {
    const { tx, actor, body } = context;
    const structureId = await siteFor(context, body.structureId, 'folder', 'create');
    // Its figures are those of the analyses.
    await siteFor(context, structureId, 'analysis', 'read');
    const companyId = companyOf(actor);
    const { language, ...period } = body;
    const of = { companyId, ...period, ...periodOf(period) };
    const folder = await addFolder(tx, of, { language, userId: actor.session.user.id });
    const id = await layOutFolder(context, folder);
    return { id, companyId };
  },
  file: (context) =>
    sendFile(context, async (tx) => {
      const { rows } = await sql<{
        structureId: number;
        fileId: number | null;
        from: string;
        to: string;
        zone: string;
      }>`
        SELECT d.structure_id, d.file_id, d.from_at AS from, d.to_at AS to, ${siteZone('d.structure_id', 'd.company_id')} AS zone FROM rodent_document d WHERE d.id = ${context.params.id} AND d.visit_id IS NULL`.execute(
        tx,
      );
      const [folder] = rows;
      if (!folder || !hasAbilityOn(context.actor.session, 'rodent', 'folder', 'read', folder.structureId))
        throw refuse(404, 'not-found');
      if (folder.fileId === null) return null;
      const { first, last } = periodDays(folder, folder.zone);
      return { fileId: folder.fileId, name: `${first} ${last}.pdf` };
    }),
};
