import { createReadStream, createWriteStream, existsSync, lchownSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, type Header, type Pack, pack } from 'tar-stream';
import type { RunAs } from '../postgres/postgres-home.ts';

/** The last entry; an archive without it is truncated. */
const lastEntry = 'complete';
const pieceBytes = 2 ** 20;

export type ArchiveWriter = {
  text(name: string, content: string | Buffer): Promise<void>;
  folder(name: string): Promise<void>;
  /** Adds a file that may change meanwhile: exactly as many bytes as when it was opened, or none. */
  file(name: string, path: string): Promise<void>;
};

/** Writes a compressed archive that only its owner can read. It gets its name when it is complete. */
export async function writeArchive(file: string, fill: (archive: ArchiveWriter) => Promise<void>): Promise<void> {
  if (existsSync(file)) throw new Error(`${file} is there already: name another file.`);
  const draft = `${file}.part`;
  const tar = pack();
  const written = pipeline(tar, createGzip({ level: 3 }), createWriteStream(draft, { mode: 0o600, flush: true }));
  const filled = (async () => {
    await fill({
      text: (name, content) => entry(tar, { name, mode: 0o600 }, Buffer.from(content)),
      folder: (name) => entry(tar, { name, mode: 0o700, type: 'directory' }),
      file: (name, path) => fileEntry(tar, name, path),
    });
    await entry(tar, { name: lastEntry }, Buffer.from('whole'));
    tar.finalize();
  })();
  filled.catch((error) => tar.destroy(error));
  try {
    await Promise.all([filled, written]);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

const entry = (tar: Pack, headers: Partial<Header> & { name: string }, content = Buffer.alloc(0)): Promise<void> =>
  new Promise((resolve, reject) => {
    tar.entry({ ...headers, size: content.length }, content, (error) => (error ? reject(error) : resolve()));
  });

async function fileEntry(tar: Pack, name: string, path: string): Promise<void> {
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!handle) return;
  try {
    const { size } = await handle.stat();
    const done = Promise.withResolvers<void>();
    const sink = tar.entry({ name, mode: 0o600, size }, (error) => (error ? done.reject(error) : done.resolve()));
    for (let at = 0; at < size; ) {
      const piece = Buffer.alloc(Math.min(pieceBytes, size - at));
      const { bytesRead } = await handle.read(piece, 0, piece.length, at);
      // Truncated bytes become zeros; the write-ahead log truncates the file again.
      at += bytesRead || piece.length;
      const part = bytesRead ? piece.subarray(0, bytesRead) : piece;
      if (!sink.write(part)) await new Promise<void>((resolve) => sink.once('drain', () => resolve()));
    }
    sink.end(undefined);
    await done.promise;
  } finally {
    await handle.close();
  }
}

/**
 * Extracts an archive; `place` returns the path and owner of an entry. Throws one sentence if the archive is not
 * complete.
 */
export async function readArchive(
  file: string,
  place: (name: string) => { path: string; owner: RunAs } | undefined,
): Promise<void> {
  const tar = extract();
  let whole = false;
  const unpacked = (async () => {
    for await (const item of tar) {
      const { name, type } = item.header;
      if (name === lastEntry) whole = true;
      const target = name === lastEntry || name.split('/').includes('..') ? undefined : place(name);
      if (!target) {
        item.resume();
        continue;
      }
      const { path, owner } = target;
      if (type === 'directory') {
        mkdirSync(path, { recursive: true, mode: 0o700 });
        item.resume();
      } else {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        await pipeline(item, createWriteStream(path, { mode: 0o600, flags: 'wx' }));
      }
      if (owner.uid !== undefined && owner.gid !== undefined) lchownSync(path, owner.uid, owner.gid);
    }
  })();
  try {
    await Promise.all([pipeline(createReadStream(file), createGunzip(), tar), unpacked]);
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}.`, { cause: error });
  }
  if (!whole) throw new Error(`${file} is incomplete: it was cut off while it was written or copied.`);
}

export const inside = (folder: string, name: string): string => join(folder, ...name.split('/'));
