import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type DatabaseError } from 'pg';
import { FolderInUse, lockFolder } from './live-process.ts';
import { type PostgresHome, postgresHome } from './postgres-home.ts';
import { createCluster, lastWords, launch, postmasterOf, shutDown } from './postmaster.ts';

export interface PrivatePostgres {
  url: string;
  /** Resolves once PostgreSQL has written everything down and ended, and the data folder is free. */
  stop(): Promise<void>;
}

interface Options {
  dataDir: string;
  log: { info(message: string): void };
  /** PostgreSQL parameters that replace the usual ones. */
  settings?: Record<string, string>;
  /** For a command beside the server: use the PostgreSQL of the server that holds the folder, if there is one. */
  share?: boolean;
}

/**
 * PostgreSQL from the npm package, with its data in `dataDir`, reachable only through a socket in a folder of mode 0700.
 * It outlives a parent that is killed; the next start on the folder takes it over. Throws an Error with one sentence when the
 * folder is in use, when another user owns it, or when PostgreSQL does not start.
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
    return { url: urlOf(await postgresHome(folder), 'rasid'), stop: async () => {} };
  }
  try {
    const home = await postgresHome(folder);
    await run(home, log, settings);
    let stopped: Promise<void> | undefined;
    const stop = () => {
      stopped ??= shutDown(home.cluster).finally(release);
      return stopped;
    };
    return { url: urlOf(home, 'rasid'), stop };
  } catch (error) {
    release();
    throw error;
  }
}

/** Deletes the private database of a data folder for good; throws when a server is using it. */
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

async function run(home: PostgresHome, log: Options['log'], settings: Record<string, string>): Promise<void> {
  const left = () => postmasterOf(home.cluster) !== undefined;
  if (left() && (await answers(home, left))) {
    log.info('Took over the PostgreSQL that an earlier server left running.');
    return;
  }
  if (!existsSync(home.cluster)) await createCluster(home, settings.fsync !== 'off');
  if (!(await answers(home, launch(home, settings)))) throw new Error(`PostgreSQL does not start: ${lastWords(home)}.`);
}

/** Waits for as long as PostgreSQL runs: after a crash it first reads its log, which may take minutes. False when it ended. */
async function answers(home: PostgresHome, runs: () => boolean): Promise<boolean> {
  while (runs()) {
    const refusal = await refusalOf(urlOf(home, 'rasid'));
    if (refusal === undefined) return true;
    if (refusal === noSuchDatabase) await createDatabase(home);
    else if (!passing.has(refusal)) throw new Error(`PostgreSQL refuses its own server (${refusal}).`);
    await sleep(20);
  }
  return false;
}

const noSuchDatabase = '3D000';
// No socket yet, starting up or shutting down, and all connections still held for the server that was killed.
const passing = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', '57P03', '53300']);

async function refusalOf(url: string): Promise<string | undefined> {
  const client = new Client(url);
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return (error as DatabaseError).code ?? String(error);
  } finally {
    await client.end();
  }
}

async function createDatabase(home: PostgresHome): Promise<void> {
  const client = new Client(urlOf(home, 'postgres'));
  await client.connect();
  await client.query('CREATE DATABASE rasid').finally(() => client.end());
}

const urlOf = (home: PostgresHome, database: string) =>
  `postgres://rasid@localhost:5432/${database}?host=${encodeURIComponent(home.sockets)}`;
