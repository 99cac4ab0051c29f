import { sql } from 'kysely';
import { thumbnail } from '#platform/server/files/thumbnails.ts';
import type { Context } from '#platform/server/serve.ts';

type Subject = { app: string; type: string; id: number; companyId: number };
type Wanted = { clientIds: readonly string[]; longestSide: number };

/**
 * Pictures of a record for a document, as data addresses by the names that devices gave them. Those that are missing are left
 * out. Runs in the system's own transaction.
 */
export async function proofPictures(
  context: Pick<Context, 'tx' | 'kit'>,
  { app, type, id, companyId }: Subject,
  { clientIds, longestSide }: Wanted,
): Promise<Record<string, string>> {
  const { rows } = await sql<{ clientId: string; fileId: number }>`
    SELECT p.client_id, p.file_id FROM proof p
     WHERE p.company_id = ${companyId} AND p.app_id = ${app} AND p.subject_type = ${type} AND p.subject_id = ${id}
       AND p.client_id = ANY (${clientIds}::uuid[]) AND p.file_id IS NOT NULL`.execute(context.tx);
  const pictures: Record<string, string> = {};
  for (const { clientId, fileId } of rows) {
    const picture = await thumbnail(context, fileId, longestSide);
    if (picture !== null) pictures[clientId] = picture;
  }
  return pictures;
}
