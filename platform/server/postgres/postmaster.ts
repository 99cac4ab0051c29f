import { execFile, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, rmSync, statfsSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { processStart } from '../live/live-process.ts';
import type { PostgresHome } from './postgres-home.ts';

const environment = { PATH: process.env.PATH, LC_ALL: 'C' };

/** Settings for two cores shared with the server: few large checkpoints, no JIT, and durable commits. */
function tuning(): Record<string, string> {
  const memoryMb = Math.floor((process.constrainedMemory() || totalmem()) / 2 ** 20);
  return {
    shared_buffers: `${Math.min(512, Math.max(64, Math.floor(memoryMb / 8)))}MB`,
    max_wal_size: '4GB',
    checkpoint_timeout: '15min',
    synchronous_commit: 'on',
    fsync: 'on',
    jit: 'off',
    random_page_cost: '1.1',
    effective_io_concurrency: '64',
    max_connections: '100',
    max_locks_per_transaction: '256',
    autovacuum: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The server reports its failed statements itself; this log is for messages of PostgreSQL.
    log_min_messages: 'log',
    log_checkpoints: 'off',
  };
}

// pg_trgm uses the system's locale, not the provider's: under C no Arabic search would use its index.
const letters = `--lc-ctype=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`;

/** The owner of the cluster. The server works as another role, which is not a superuser. */
export const superuser = 'postgres';

/** Creates an empty cluster. It is renamed into place when complete, so that an interrupted start leaves nothing. */
export async function createCluster(home: PostgresHome, durable: boolean, owner = superuser): Promise<void> {
  const draft = `${home.cluster}.new`;
  rmSync(draft, { recursive: true, force: true });
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', letters];
  const access = [`--username=${owner}`, '--auth-local=trust', '--auth-host=reject'];
  const args = ['-D', draft, ...locale, ...access, ...(durable ? [] : ['--no-sync'])];
  const options = { ...home.runAs, cwd: home.root, env: environment };
  await promisify(execFile)(join(home.bin, 'initdb'), args, options).catch(({ stderr, message }) => {
    const reason = /error: (.*)/.exec(stderr)?.[1] ?? message;
    throw new Error(`PostgreSQL could not create its database in ${home.root}: ${reason}.`);
  });
  renameSync(draft, home.cluster);
}

/** Starts PostgreSQL without waiting for it; the returned function returns whether it runs. */
export function launch(home: PostgresHome, settings: Record<string, string>): () => boolean {
  rmSync(logOf(home), { force: true });
  const output = openSync(logOf(home), 'a');
  const place = { listen_addresses: '', port: '5432', unix_socket_directories: `"${home.sockets}"` };
  const parameters = Object.entries({ ...tuning(), ...settings, ...place });
  // In a session of its own, so that Ctrl-C reaches only the server, which stops PostgreSQL last.
  const child = spawn(
    join(home.bin, 'postgres'),
    ['-D', home.cluster, ...parameters.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...home.runAs, cwd: home.root, env: environment, detached: true, stdio: ['ignore', output, output] },
  );
  closeSync(output);
  let running = true;
  for (const end of ['error', 'exit']) {
    child.on(end, () => {
      running = false;
    });
  }
  child.unref();
  return () => running;
}

/** The id of the process that serves this cluster now. */
export function postmasterOf(cluster: string): number | undefined {
  const [pid] = runningRecord(cluster) ?? [];
  return pid;
}

/** The socket folder of the process that serves this cluster now. */
export function socketsOf(cluster: string): string | undefined {
  const [, lines] = runningRecord(cluster) ?? [];
  return lines?.[4];
}

function runningRecord(cluster: string): [pid: number, lines: string[]] | undefined {
  const file = join(cluster, 'postmaster.pid');
  let lines: string[];
  try {
    lines = readFileSync(file, 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number.parseInt(lines[0] ?? '', 10);
  if (processStart(pid) !== undefined && serves(pid, cluster)) return [pid, lines];
  // The process id may be of a zombie or, after a restart, of another process; PostgreSQL would then refuse to start.
  // Processes that still use the files are detected by their shared memory.
  for (const left of [file, join(lines[4] ?? '', '.s.PGSQL.5432.lock')])
    if (left !== '.s.PGSQL.5432.lock') rmSync(left, { force: true });
  return undefined;
}

function serves(pid: number, cluster: string): boolean {
  if (process.platform !== 'linux') return true;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(cluster);
  } catch {
    return false;
  }
}

/**
 * Fast shutdown: open transactions are rolled back and everything committed is written. Resolves when the process has
 * ended.
 */
export async function shutDown(cluster: string): Promise<void> {
  const pid = postmasterOf(cluster);
  if (pid === undefined) return;
  const start = processStart(pid);
  process.kill(pid, 'SIGINT');
  // The last checkpoint may write gigabytes; after this time PostgreSQL is killed and recovers from its log at the next
  // start.
  const patience = Date.now() + 60_000;
  while (processStart(pid) === start) {
    if (Date.now() > patience) process.kill(pid, 'SIGQUIT');
    await sleep(20);
  }
}

/** Messages of a starting or stopping PostgreSQL to clients; they are not the reason why it ended. */
const refusals = /not (yet )?accepting connections|the database system is (starting up|shutting down|in recovery)/;

/** The log line with the reason why PostgreSQL ended. */
export function lastError(home: PostgresHome): string {
  const lines = readFileSync(logOf(home), 'utf8')
    .trimEnd()
    .split('\n')
    .filter((line) => !refusals.test(line));
  const reason =
    lines.findLast((line) => /No space left on device/.test(line)) ??
    lines.findLast((line) => /(FATAL|PANIC): /.test(line)) ??
    lines.at(-1);
  // A full disk may have no room for the log line.
  if (!reason) return isFull(home) ? 'No space left on device' : 'it ended without a message';
  return reason.replace(/^.*?(FATAL|PANIC|ERROR|LOG): +/, '');
}

/** Whether the disk of the cluster is full. */
export function isFull(home: PostgresHome): boolean {
  const { bavail, bsize } = statfsSync(home.root);
  return bavail * bsize < 2 ** 20;
}

const logOf = (home: PostgresHome) => join(home.root, 'postgres.log');
