import {
  chmodSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunAs } from './postgres-home.ts';

/**
 * Creates a folder of mode 0700 for the user who runs PostgreSQL, or uses the existing one if that user owns it and it
 * is not a symbolic link. Throws one sentence.
 */
export function ownFolder(folder: string, runAs: RunAs): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const made = lstatSync(folder);
  if (!made.isDirectory()) throw new Error(`${folder} is no folder: PostgreSQL does not work in what leads elsewhere.`);
  // Created by root, now or in an interrupted start.
  if (made.uid === 0) handTo(folder, runAs);
  const stat = lstatSync(folder);
  if (!isOurs(stat, runAs)) {
    throw new Error(
      `The database in ${folder} belongs to another user (${stat.uid}): start as that user or as root, or set DATA_DIR to another folder.`,
    );
  }
  if (stat.mode & 0o077) chmodSync(folder, 0o700);
  return folder;
}

function handTo(folder: string, { uid, gid }: RunAs): void {
  if (uid !== undefined && gid !== undefined) lchownSync(folder, uid, gid);
}

const isOurs = (stat: Stats, { uid }: RunAs) => stat.uid === (uid ?? process.getuid?.() ?? stat.uid);

// The system limits the path of a socket to about 100 bytes.
const longestFolder = 85;

/**
 * The folder of the socket: next to the cluster, or, if that path is too long, a folder with a random name that is
 * recorded next to the cluster.
 */
export function socketFolder(root: string, runAs: RunAs): string {
  const near = join(root, 'socket');
  if (near.length <= longestFolder) return ownFolder(near, runAs);
  const note = join(root, 'socket-folder');
  const noted = readNote(note);
  const stat = noted ? lstatSync(noted, { throwIfNoEntry: false }) : undefined;
  if (noted && stat?.isDirectory() && isOurs(stat, runAs) && !(stat.mode & 0o077)) return noted;
  const folder = mkdtempSync(join(tmpdir().length < longestFolder / 2 ? tmpdir() : '/tmp', 'rasid-'));
  handTo(folder, runAs);
  writeFileSync(note, folder);
  return folder;
}

function readNote(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}
