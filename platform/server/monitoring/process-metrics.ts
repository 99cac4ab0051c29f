import { statfs } from 'node:fs/promises';
import type pg from 'pg';
import { lastBackupAt } from '../backup/last-backup.ts';
import type { Kit, Stop } from '../kit.ts';
import { repeat } from '../repeat.ts';
import { gauge } from './metrics.ts';

const everyMs = 10_000;

const ready = gauge('ready', 'Whether the process can serve: 1, or 0 while /ready answers 503');
const warnings = gauge('warnings', 'What is wrong although the process serves: the number of warnings of /ready');
const build = gauge('build_info', 'The version of the program', ['version']);
const connections = gauge('database_connections', 'Open connections to the database', ['pool', 'state']);
const waiting = gauge('database_waiting', 'What is waiting for a connection to the database', ['pool']);
const freeBytes = gauge('data_folder_free_bytes', 'Free space on the disk of the data folder');
const streamPending = gauge('stream_pending', 'Batches of messages that wait in NATS for a worker');
const lastBackup = gauge('last_backup_timestamp_seconds', 'When npm run backup last succeeded; 0 if never');

type Options = { version: string; dataDir: string };

/** Keeps the gauges of this process up to date: readiness, connections, and the disk of its data folder. */
export function watchProcess(kit: Kit, { version, dataDir }: Options): Stop {
  build.set({ version }, 1);
  const pools = {
    people: kit.people.pool,
    signIn: kit.signIn.pool,
    telemetry: kit.telemetry.pool,
    system: kit.pool,
  };
  return repeat(kit, everyMs, 'measuring the process failed', async () => {
    for (const [name, pool] of Object.entries(pools)) measurePool(name, pool);
    ready.set((await kit.readiness.ready()) === null ? 1 : 0);
    const pending = await kit.stream.pending();
    if (pending !== null) streamPending.set(pending);
    warnings.set(kit.readiness.warnings().length);
    const { bavail, bsize } = await statfs(dataDir);
    freeBytes.set(bavail * bsize);
    const backupAt = lastBackupAt(dataDir);
    if (backupAt !== null) lastBackup.set(backupAt / 1000);
  });
}

function measurePool(name: string, pool: pg.Pool): void {
  connections.set({ pool: name, state: 'idle' }, pool.idleCount);
  connections.set({ pool: name, state: 'busy' }, pool.totalCount - pool.idleCount);
  waiting.set({ pool: name }, pool.waitingCount);
}
