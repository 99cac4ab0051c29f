import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { siteZone, structureNamed } from '#core/places/server/api.ts';
import { type ReadKit, readFile, storedFile } from '#platform/server/files/files.ts';
import { systemScope, type Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { documentRoutes, VerifiedDocument } from '../../common/documents.ts';
import { changedSections } from './changed-sections.ts';

type Stored = { fileId: number | null; sha256: string | null };

/** Whether the bytes of a document are those that were handed out; null while or when it has none. */
async function isIntact(tx: Tx, kit: ReadKit, { fileId, sha256 }: Stored): Promise<boolean | null> {
  const file = fileId === null ? undefined : await storedFile(tx, fileId);
  if (!file) return null;
  const hash = createHash('sha256');
  for await (const piece of await readFile(kit, systemScope, file)) hash.update(piece);
  return hash.digest('hex') === sha256;
}

export const documentHandlers: Handlers<typeof documentRoutes> = {
  /** Without a caller: anyone with the code may see what the document is. */
  async verify({ tx, kit, params }) {
    const { rows } = await sql<Omit<VerifiedDocument, 'intact'> & Stored>`
      SELECT CASE WHEN d.visit_id IS NULL THEN 'folder' ELSE 'visit' END AS kind, coalesce(company_called(d.company_id), '') AS company,
             coalesce(${structureNamed('d.structure_id')} ->> 'name', '') AS site, ${siteZone('d.structure_id', 'd.company_id')} AS zone, d.created_at AS made_at, d.sha256, d.file_id, d.from_at AS from, d.to_at AS to, ${changedSections} AS changed,
             (SELECT jsonb_build_object('number', v.number, 'signedBy', v.signed_by, 'addenda', d.addenda,
                'signedAt', (SELECT max(s.at) FROM rodent_visit_step s WHERE s.subject_id = v.id AND s.step = 'sign'),
                'later', (SELECT count(*)::integer - d.addenda FROM rodent_addendum a WHERE a.visit_id = v.id))
                FROM rodent_visit v WHERE v.id = d.visit_id) AS visit
        FROM rodent_document d WHERE d.code = ${params.code}`.execute(tx);
    const [found] = rows;
    if (!found) throw refuse(404, 'not-found');
    const { fileId, ...document } = found;
    return { ...document, intact: await isIntact(tx, kit, found) };
  },
};
