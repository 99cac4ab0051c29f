import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FolderInUse, lockFolder } from '../live/live-process.ts';
import { type PostgresHome, postgresHome } from './postgres-home.ts';
import {
  createCluster,
  isFull,
  lastError,
  launch,
  postmasterOf,
  shutDown,
  socketsOf,
  superuser,
} from './postmaster.ts';
import { connectionRefusal, databaseAddress, prepareRoles } from './private-roles.ts';

export interface PrivatePostgres {
  /** The URL for the role of the server, which owns the database and is subject to row-level security. */
  url: string;
  /** The URL for the superuser, for backups and tests only. */
  adminUrl: string;
  /** Why it does not work at the moment, as a sentence; null if no problem is known. */
  trouble(): string | null;
  /** Resolves when PostgreSQL has stopped and the data folder is free. */
  stop(): Promise<void>;
}

interface Options {
  dataDir: string;
  log: { info(message: string): void; error?(message: string): void };
  /** PostgreSQL parameters that override the defaults. */
  settings?: Record<string, string>;
  /** For commands: use the PostgreSQL of the running server, if there is one. */
  share?: boolean;
}

/**
 * Starts PostgreSQL from the npm package with its data in `dataDir`, reachable only through a socket in a folder of
 * mode 0700. It is restarted when it ends, until `stop` is called. It survives a killed parent; the next start on the
 * folder takes it over. Throws an Error with one sentence if the folder is in use or owned by another user, or if
 * PostgreSQL does not start.
 */
export async function startPrivatePostgres({
  dataDir,
  log,
  settings = {},
  share = false,
}: Options): Promise<PrivatePostgres> {
  const folder = resolve(dataDir);
  mkdirSync(folder, { recursive: true });
  let release: () => void;
  try {
    release = lockFolder(folder);
  } catch (error) {
    if (!(share && error instanceof FolderInUse)) throw error;
    return { ...addressesOf(await postgresHome(folder)), trouble: () => null, stop: async () => {} };
  }
  let home: PostgresHome | undefined;
  try {
    home = await postgresHome(folder);
    await run(home, log, settings);
  } catch (error) {
    if (home) await shutDown(home.cluster);
    release();
    throw error;
  }
  return supervise(home, log, settings, release);
}

const addressesOf = (home: PostgresHome) => ({
  url: databaseAddress(home, 'rasid', 'rasid'),
  adminUrl: databaseAddress(home, 'rasid', superuser),
});

const pollMs = 250;
const longestPauseMs = 5000;

/** Restarts PostgreSQL whenever it has ended: killed, crashed, or out of disk space that may be free again. */
function supervise(
  home: PostgresHome,
  log: Options['log'],
  settings: Record<string, string>,
  release: () => void,
): PrivatePostgres {
  let stopping = false;
  let trouble: string | null = null;
  const revive = async () => {
    for (let pause = pollMs; !stopping; pause = Math.min(2 * pause, longestPauseMs)) {
      try {
        await run(home, log, settings, () => stopping);
        trouble = null;
        return;
      } catch (error) {
        const reason = (error as Error).message;
        if (reason !== trouble) log.error?.(`${reason} It is tried again until it does.`);
        trouble = reason;
      }
      await sleep(pause);
    }
  };
  const watch = async () => {
    while (!stopping) {
      await sleep(pollMs);
      if (stopping || postmasterOf(home.cluster) !== undefined) continue;
      trouble = `PostgreSQL has ended: ${lastError(home)}.`;
      log.error?.(`${trouble} It is started again.`);
      await revive();
    }
  };
  const watching = watch();
  let stopped: Promise<void> | undefined;
  return {
    ...addressesOf(home),
    trouble: () => trouble ?? (isFull(home) ? `The disk with the database is full (${home.root}).` : null),
    stop() {
      stopping = true;
      stopped ??= watching.then(() => shutDown(home.cluster)).finally(release);
      return stopped;
    },
  };
}

/** Deletes the private database of a data folder permanently; throws when a server uses it. */
export async function removePrivatePostgres(dataDir: string): Promise<void> {
  const folder = resolve(dataDir);
  if (!existsSync(join(folder, 'postgres'))) return;
  const release = lockFolder(folder);
  try {
    const home = await postgresHome(folder);
    await shutDown(home.cluster);
    for (const part of [home.sockets, home.root, join(folder, 'postgres')])
      rmSync(part, { recursive: true, force: true });
  } finally {
    release();
  }
}

async function run(
  home: PostgresHome,
  log: Options['log'],
  settings: Record<string, string>,
  given: () => boolean = () => false,
): Promise<void> {
  const left = () => !given() && postmasterOf(home.cluster) !== undefined;
  // A process whose socket was deleted, for example by a cleaner of temporary files, can never be reached again.
  if (left() && socketsOf(home.cluster) !== home.sockets) await shutDown(home.cluster);
  if (left() && (await answers(home, left))) {
    await prepareRoles(home);
    log.info('took over the PostgreSQL that an earlier server had left running');
    return;
  }
  if (given()) return;
  if (!existsSync(home.cluster)) await createCluster(home, settings.fsync !== 'off');
  const runs = launch(home, settings);
  if (!(await answers(home, () => !given() && runs()))) {
    // The process is found by its pid file, which it writes first.
    while (given() && runs() && postmasterOf(home.cluster) === undefined) await sleep(20);
    if (given()) return;
    throw new Error(`PostgreSQL did not start: ${lastError(home)}.`);
  }
  await prepareRoles(home);
}

/** Waits while PostgreSQL runs: recovery after a crash may take minutes. False when it ended. */
async function answers(home: PostgresHome, runs: () => boolean): Promise<boolean> {
  while (runs()) {
    const refusal = await connectionRefusal(databaseAddress(home, 'postgres', superuser));
    // Clusters of earlier versions do not have this role yet.
    if (refusal === undefined || refusal === '28000') return true;
    if (!passing.has(refusal)) throw new Error(`PostgreSQL refuses the connection of the server (${refusal}).`);
    await sleep(20);
  }
  return false;
}

// No socket yet, starting up or shutting down, or all connections still held for the killed server.
const passing = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', '57P01', '57P02', '57P03', '53300']);
