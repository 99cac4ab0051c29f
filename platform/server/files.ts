import { createHash } from 'node:crypto';
import { inTenant, type Tx } from './database.ts';
import { EncodedImage } from './images.ts';
import { refuse } from './refuse.ts';
import type { Context } from './serve.ts';

/** An image that is kept, as the row that refers to it needs it. */
export type KeptImage = { fileId: number; width: number; height: number };

/**
 * Keeps an image for a company. The table that refers to it calls `rasid_owns_file` in its migration:
 * a file goes with the row that refers to it.
 */
export async function storeImage(tx: Tx, companyId: number, image: File): Promise<KeptImage> {
  if (!(image instanceof EncodedImage)) throw new TypeError('Only what the server has encoded itself is kept');
  const bytes = Buffer.from(await image.bytes());
  const made = await tx
    .insertInto('storedFile')
    .values({
      companyId,
      mediaType: image.type,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      width: image.width,
      height: image.height,
      size: bytes.length,
      bytes,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { fileId: made.id, width: image.width, height: image.height };
}

/** Answers a route that is `raw` with the file that `find` names for this caller. Unchanged bytes are not sent again. */
export async function sendFile(
  { kit, actor, request, reply }: Pick<Context, 'kit' | 'actor' | 'request' | 'reply'>,
  find: (tx: Tx) => Promise<number | null>,
) {
  const file = await inTenant(kit.db, actor.scope, async (tx) => {
    const id = await find(tx);
    const known = tx.selectFrom('storedFile').where('id', '=', id);
    const about = id === null ? undefined : await known.select(['mediaType', 'sha256']).executeTakeFirst();
    if (!about) throw refuse(404, 'not-found');
    const etag = `"${about.sha256}"`;
    if (request.headers['if-none-match'] === etag) return { ...about, etag, bytes: null };
    return { ...about, etag, ...(await known.select('bytes').executeTakeFirstOrThrow()) };
  });
  reply.header('etag', file.etag).header('cache-control', 'private, no-cache').header('vary', 'authorization');
  if (!file.bytes) return reply.code(304).send();
  return reply.type(file.mediaType).send(file.bytes);
}
