import { sql } from 'kysely';
import type { Tx } from '../postgres/database.ts';

/**
 * Copies a stored file within its company, for a record that keeps it as it is now, and returns the id of the copy. Nothing
 * is uploaded, and the quota does not refuse it. The original cannot be deleted before the transaction ends, so that its
 * bytes in the object store are never without a file.
 */
export async function copyFile(tx: Tx, fileId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    WITH source AS MATERIALIZED (SELECT f.* FROM stored_file f WHERE f.id = ${fileId} FOR SHARE),
         copied AS (
           INSERT INTO stored_file (company_id, media_type, sha256, width, height, size, object_key)
           SELECT s.company_id, s.media_type, s.sha256, s.width, s.height, s.size, s.object_key FROM source s RETURNING id),
         pieces AS (
           INSERT INTO stored_file_piece (file_id, n, company_id, bytes)
           SELECT c.id, p.n, p.company_id, p.bytes FROM copied c, source s JOIN stored_file_piece p ON p.file_id = s.id)
    SELECT id FROM copied`.execute(tx);
  const [copy] = rows;
  if (!copy) throw new Error(`There is no file ${fileId} to copy`);
  return copy.id;
}
