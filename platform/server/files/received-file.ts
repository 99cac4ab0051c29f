import { createHash } from 'node:crypto';
import { createWriteStream, openAsBlob } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileKind } from '../../common/upload.ts';
import { type IdentifiedType, identifyFile } from './file-kinds.ts';
import { encodedImage } from './images.ts';

/** An uploaded file, identified by its bytes, which are in a temporary file until the request ends. */
export class ReceivedFile extends File {
  readonly path: string;
  readonly sha256: string;
  constructor(bytes: Blob, name: string, about: { path: string; sha256: string; mediaType: string }) {
    super([bytes], name, { type: about.mediaType });
    this.path = about.path;
    this.sha256 = about.sha256;
  }
}

type Sent = { param: string; name: string; stream: Readable };

/** Streams an upload to a file in `folder`; returns its path, hash and size in bytes. */
export async function receiveFile({ stream }: Pick<Sent, 'stream'>, folder: string, n: number) {
  const path = join(folder, String(n));
  const hash = createHash('sha256');
  let size = 0;
  const hashing = new Transform({
    transform(bytes: Buffer, _encoding, done) {
      hash.update(bytes);
      size += bytes.length;
      done(null, bytes);
    },
  });
  await pipeline(stream, hashing, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  return { path, sha256: hash.digest('hex'), size };
}

/** The file as a handler gets it: an image re-encoded, other files unchanged. */
export async function identifiedFile(
  { path, sha256, param, name }: Omit<Sent, 'stream'> & { path: string; sha256: string },
  kinds: readonly FileKind[],
  owner: string,
): Promise<File> {
  const identified = await identifyFile(path, { name, kinds, param });
  const bytes = await openAsBlob(path);
  if (identified.kind === 'image') return encodedImage(new File([bytes], safeName(name, identified)), param, owner);
  return new ReceivedFile(bytes, safeName(name, identified), { path, sha256, mediaType: identified.mediaType });
}

const longestName = 150;
/** Characters that file names may not contain, or that would disguise one. */
const unsafe = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF"*/:<>?\\|]+/gu;

/** A file name that every system accepts, with the extension of the detected type. */
export function safeName(sent: string, { extension }: Pick<IdentifiedType, 'extension'>): string {
  const clean = sent.normalize('NFC').replaceAll(unsafe, ' ').replaceAll(/\s+/g, ' ').trim();
  const ending = extension === 'webp' ? /\.(png|jpe?g|webp|avif)$/i : new RegExp(`\\.${extension}$`, 'i');
  const own = clean.replace(ending, '');
  const stem = [...own.replace(/^[.\s]+/, '')]
    .slice(0, longestName)
    .join('')
    .replace(/[.\s]+$/, '');
  return `${stem || 'file'}.${extension}`;
}

export const pieceBytes = 256 * 1024;

export async function* piecesOfFile(path: string): AsyncIterable<Buffer> {
  await using file = await open(path);
  for (let at = 0; ; at += pieceBytes) {
    const piece = Buffer.alloc(pieceBytes);
    const { bytesRead } = await file.read(piece, 0, pieceBytes, at);
    if (bytesRead > 0) yield piece.subarray(0, bytesRead);
    if (bytesRead < pieceBytes) return;
  }
}

export async function* filePieces(bytes: Buffer): AsyncIterable<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}
