import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { Kit } from '../kit.ts';
import { systemScope, type Tx } from '../postgres/database.ts';
import { readFile, storedFile } from './files.ts';

const quality = 72;

/**
 * A stored picture as a data address, no side longer than so many pixels, for documents that are laid out without a network.
 * Null for a file that is gone. Runs in the system's own transaction.
 */
export async function thumbnail(
  { tx, kit }: { tx: Tx; kit: Pick<Kit, 'objects' | 'db'> },
  fileId: number,
  longestSide: number,
): Promise<string | null> {
  const file = await storedFile(tx, fileId);
  if (!file) return null;
  const bytes = await buffer(await readFile({ objects: kit.objects, db: kit.db }, systemScope, file));
  const small = await sharp(bytes)
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .toBuffer();
  return `data:image/webp;base64,${small.toString('base64')}`;
}
