import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { sqlAgo, sqlFromNow } from '#platform/server/postgres/values.ts';
import type { PrintDocument } from '../common/print.ts';

/** The header with the nonce, which the server's browser never sees: it is added to the request on its way. */
export const nonceHeader = 'x-print-nonce';
const lifeSeconds = 120;

const random = () => randomBytes(32).toString('base64url');
const hashOf = (secret: string) => createHash('sha256').update(secret).digest();

export type PrintKey = { cacheKey: string; nonce: string };

/** Makes a key for one reading of a document within two minutes. Only hashes are stored. */
export async function addKey(kit: Kit, documentId: number, companyId: number): Promise<PrintKey> {
  const secret = random();
  const nonce = random();
  await inSystem(kit.db, (tx) =>
    tx
      .insertInto('printKey')
      .values({
        hash: hashOf(`${companyId}.${secret}`),
        documentId,
        nonceHash: hashOf(nonce),
        expiresAt: sqlFromNow(lifeSeconds, 'second'),
      })
      .execute(),
  );
  return { cacheKey: `${companyId}.${secret}`, nonce };
}

/** Consumes a key. Returns null if it is unknown, used, expired, of another company or without its nonce. */
export async function consumeKey(kit: Kit, cacheKey: string, nonce: string): Promise<PrintDocument | null> {
  const used = await inSystem(kit.db, (tx) =>
    sql<PrintDocument>`
      WITH used AS (
        UPDATE print_key SET used_at = now()
         WHERE hash = ${hashOf(cacheKey)} AND nonce_hash = ${hashOf(nonce)} AND used_at IS NULL AND expires_at > now()
        RETURNING document_id)
      SELECT page, language, title, data FROM print_document JOIN used ON id = document_id`.execute(tx),
  );
  return used.rows[0] ?? null;
}

/** Deletes keys that expired more than a day ago. */
export const removeOldKeys = (kit: Kit): Promise<unknown> =>
  inSystem(kit.db, (tx) => tx.deleteFrom('printKey').where('expiresAt', '<', sqlAgo(1, 'day')).execute());
