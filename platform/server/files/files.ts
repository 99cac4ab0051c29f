import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import type { Kit } from '../kit.ts';
import { type Db, inTenant, type Scope, type Tx } from '../postgres/database.ts';
import { refuse } from '../refuse.ts';
import type { Context } from '../serve.ts';
import { assertWithinQuota } from './file-quota.ts';
import { EncodedImage } from './images.ts';
import { filePieces, pieceBytes, piecesOfFile, ReceivedFile } from './received-file.ts';

/** A stored image: its file id and its size in pixels. */
export type StoredImage = { fileId: number; width: number; height: number };

/** A file that the server itself has made, such as a PDF. */
export class GeneratedFile extends File {}

type Storing = { tx: Tx; kit: Pick<Kit, 'objects' | 'settings' | 'people'> };

/** Files that are in the object store before the transaction of their rows. */
const keys = new WeakMap<File, string>();

/** Uploads a file to the object store, if there is one, before the transaction that refers to it. */
export async function putIntoStore({ objects, people }: Storing['kit'], file: File): Promise<void> {
  if (objects) keys.set(file, await objects.put(people.db, await contentOf(file)));
}

async function contentOf(file: File) {
  if (file instanceof ReceivedFile)
    return { mediaType: file.type, sha256: file.sha256, from: { path: file.path }, pieces: piecesOfFile(file.path) };
  if (!(file instanceof EncodedImage || file instanceof GeneratedFile))
    throw new TypeError('Only what the server has identified, encoded or made is kept');
  const bytes = Buffer.from(await file.bytes());
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { mediaType: file.type, sha256, from: bytes, pieces: filePieces(bytes) };
}

/** The SHA-256 of a file that the server has received, encoded or made. */
export const fileHash = async (file: File): Promise<string> =>
  file instanceof ReceivedFile ? file.sha256 : (await contentOf(file)).sha256;

/**
 * Stores a file of a company and returns its id. The migration of the referring table calls `rasid_owns_file`, which
 * deletes a file with the row that refers to it. Refuses files beyond the company's quota.
 */
export async function storeFile({ tx, kit }: Storing, companyId: number, file: File): Promise<number> {
  if (kit.objects && !keys.has(file)) await putIntoStore(kit, file);
  const { mediaType, sha256, pieces } = await contentOf(file);
  const objectKey = keys.get(file) ?? null;
  const { width, height } = file instanceof EncodedImage ? file : { width: null, height: null };
  const { id } = await tx
    .insertInto('storedFile')
    .values({ companyId, mediaType, sha256, width, height, size: file.size, objectKey })
    .returning('id')
    .executeTakeFirstOrThrow();
  await assertWithinQuota(tx, companyId, kit.settings.fileQuota);
  if (objectKey !== null) return id;
  let n = 0;
  for await (const bytes of pieces) {
    await tx.insertInto('storedFilePiece').values({ fileId: id, n, companyId, bytes }).execute();
    n += 1;
  }
  return id;
}

/** Like `storeFile`, for an image; also returns its size in pixels. */
export async function storeImage(storing: Storing, companyId: number, image: File): Promise<StoredImage> {
  if (!(image instanceof EncodedImage)) throw new TypeError('Only what the server has encoded itself is kept');
  return { fileId: await storeFile(storing, companyId, image), width: image.width, height: image.height };
}

type StoredFile = { id: number; mediaType: string; sha256: string; size: number; objectKey: string | null };
export type ReadKit = Pick<Kit, 'objects'> & { db: Db };

export const storedFile = (tx: Tx, id: number): Promise<StoredFile | undefined> =>
  tx
    .selectFrom('storedFile')
    .select(['id', 'mediaType', 'sha256', 'size', 'objectKey'])
    .where('id', '=', id)
    .executeTakeFirst();

/** The number of pieces that are read in one transaction; a slow reader does not hold a transaction open. */
const piecesAtOnce = 4;

/** Streams the bytes of a file from `first` to `last`, both inclusive, on demand. */
export async function readFile(
  { objects, db }: ReadKit,
  scope: Scope,
  { id, objectKey, size }: Pick<StoredFile, 'id' | 'objectKey' | 'size'>,
  first = 0,
  last = size - 1,
): Promise<Readable> {
  if (size === 0) return Readable.from([]);
  if (objectKey === null) return Readable.from(storedBytes(db, scope, id, first, last), { objectMode: false });
  if (!objects) throw new Error(`file ${id} lies in an object store: set FILES_S3_URL`);
  return objects.read(objectKey, first, last);
}

async function* storedBytes(db: Db, scope: Scope, id: number, first: number, last: number): AsyncIterable<Buffer> {
  const end = Math.floor(last / pieceBytes);
  for (let n = Math.floor(first / pieceBytes); n <= end; n += piecesAtOnce) {
    const found = await inTenant(db, scope, (tx) =>
      tx
        .selectFrom('storedFilePiece')
        .select(['n', 'bytes'])
        .where('fileId', '=', id)
        .where('n', '>=', n)
        .where('n', '<=', Math.min(n + piecesAtOnce - 1, end))
        .orderBy('n')
        .execute(),
    );
    if (found.length === 0) throw new Error(`file ${id} was removed while it was read`);
    for (const piece of found) {
      const start = piece.n * pieceBytes;
      yield piece.bytes.subarray(Math.max(0, first - start), Math.min(piece.bytes.length, last + 1 - start));
    }
  }
}

/** The requested range; undefined for the whole file, null for an unsatisfiable range. */
function requestedRange(header: string | undefined, size: number): { first: number; last: number } | null | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return first <= last ? { first, last } : null;
}

/** A file in a reply; with a name it is a download, without one an image of a page. */
export type SentFile = { fileId: number; name?: string };

/** Replies to a `raw` route with the file that `find` returns for the caller, with ETag and range support. */
export async function sendFile(
  { kit, actor, request, reply }: Pick<Context, 'kit' | 'actor' | 'request' | 'reply'>,
  find: (tx: Tx) => Promise<SentFile | null>,
) {
  const { db } = kit.people;
  const { file, name } = await inTenant(db, actor.scope, async (tx) => {
    const found = await find(tx);
    const file = found && (await storedFile(tx, found.fileId));
    if (!file) throw refuse(404, 'not-found');
    return { file, name: found.name };
  });
  const etag = `"${file.sha256}"`;
  reply
    .header('etag', etag)
    .header('cache-control', 'private, no-cache')
    .header('vary', 'authorization')
    .header('accept-ranges', 'bytes')
    // In case a browser treats it as a document, it must not run or load anything.
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff');
  if (name !== undefined) reply.header('content-disposition', contentDisposition(name));
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  const ifRange = request.headers['if-range'] ?? etag;
  const range = ifRange === etag ? requestedRange(request.headers.range, file.size) : undefined;
  if (range === null) return reply.code(416).header('content-range', `bytes */${file.size}`).send();
  const { first, last } = range ?? { first: 0, last: file.size - 1 };
  if (range) reply.code(206).header('content-range', `bytes ${first}-${last}/${file.size}`);
  const bytes = await readFile({ objects: kit.objects, db }, actor.scope, file, first, last);
  return reply
    .type(file.mediaType)
    .header('content-length', last - first + 1)
    .send(bytes);
}
