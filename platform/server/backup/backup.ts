import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { postgresHome } from '../postgres/postgres-home.ts';
import { removePrivatePostgres, startPrivatePostgres } from '../postgres/private-postgres.ts';
import { type ArchiveWriter, inside, readArchive, writeArchive } from './backup-archive.ts';

const secrets = 'secrets.json';
const quiet = { info: () => undefined };

/** Files of the running PostgreSQL, or that are created at its start. The log is added last. */
const leftOut = new Set(['postmaster.pid', 'postmaster.opts', 'backup_label', 'backup_label.old', 'tablespace_map']);
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const isTemporary = (name: string) => name.startsWith('pgsql_tmp') || name.startsWith('pg_internal.init');
const control = 'global/pg_control';

/**
 * Writes the private database and the secrets of a data folder to one file, whether or not the server runs. It uses
 * PostgreSQL's online backup (pg_backup_start, pg_backup_stop): files are copied while they change, and the write-ahead
 * log makes them consistent.
 */
export async function backUp(dataDir: string, file: string): Promise<void> {
  const folder = resolve(dataDir);
  if (!existsSync(join(folder, 'postgres')) || !existsSync(join(folder, secrets)))
    throw new Error(`There is no private database with its ${secrets} in ${dataDir}: set DATA_DIR to the data folder.`);
  const postgres = await startPrivatePostgres({ dataDir, log: quiet, share: true });
  const { cluster } = await postgresHome(folder);
  const client = new Client(postgres.adminUrl);
  client.on('error', () => undefined);
  try {
    await client.connect();
    await writeArchive(file, async (archive) => {
      await archive.text(secrets, await readFile(join(folder, secrets)));
      await archiveCluster(client, cluster, archive);
    });
  } finally {
    await client.end();
    await postgres.stop();
  }
}

async function archiveCluster(client: Client, cluster: string, archive: ArchiveWriter): Promise<void> {
  // Retains the write-ahead log from here until this connection ends.
  await client.query("SELECT pg_create_physical_replication_slot('rasid_backup_' || pg_backend_pid(), true, true)");
  const { rows: begun } = await client.query<{ lsn: string }>("SELECT pg_backup_start('rasid', fast => true) AS lsn");
  await archiveFolder(archive, cluster, '');
  // Last, because it contains the position from which the log is replayed.
  await archive.text(`cluster/${control}`, await steady(join(cluster, control)));
  const { rows: ended } = await client.query<{ label: string; first: string; last: string }>(
    `SELECT stop.labelfile AS label, pg_walfile_name($1) AS first, pg_walfile_name(stop.lsn) AS last
       FROM pg_backup_stop(wait_for_archive => false) stop`,
    [begun[0]?.lsn],
  );
  const { label = '', first = '', last = '' } = ended[0] ?? {};
  await archive.text('cluster/backup_label', label);
  const segments = (await readdir(join(cluster, 'pg_wal')))
    .filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last)
    .sort();
  if (segments[0] !== first || segments.at(-1) !== last)
    throw new Error('The write-ahead log of the backup is incomplete: try again.');
  for (const name of segments) await archive.file(`cluster/pg_wal/${name}`, join(cluster, 'pg_wal', name));
}

async function archiveFolder(archive: ArchiveWriter, cluster: string, under: string): Promise<void> {
  await archive.folder(join('cluster', under));
  for (const item of await readdir(join(cluster, under), { withFileTypes: true })) {
    const name = under ? `${under}/${item.name}` : item.name;
    if (leftOut.has(name) || name === control || isTemporary(item.name)) continue;
    if (emptied.has(name)) {
      await archive.folder(`cluster/${name}`);
      if (name === 'pg_wal')
        for (const part of ['archive_status', 'summaries']) await archive.folder(`cluster/${name}/${part}`);
    } else if (item.isDirectory()) await archiveFolder(archive, cluster, name);
    else if (item.isFile()) await archive.file(`cluster/${name}`, join(cluster, name));
    else throw new Error(`${join(cluster, name)} is neither a file nor a folder: this cluster was changed by hand.`);
  }
}

/** PostgreSQL does not write this file atomically; a reader may see half of it. */
async function steady(path: string): Promise<Buffer> {
  for (;;) {
    const [one, other] = [await readFile(path), await readFile(path)];
    if (one.equals(other)) return one;
  }
}

/** Creates a data folder from a backup and starts its database once, to prove that it works. */
export async function restore(file: string, dataDir: string): Promise<void> {
  if (!existsSync(file)) throw new Error(`The backup ${file} does not exist.`);
  const folder = resolve(dataDir);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${dataDir} is not empty: a backup is restored into a new or empty folder only.`);
  mkdirSync(folder, { recursive: true });
  try {
    const home = await postgresHome(folder);
    const draft = `${home.cluster}.new`;
    await readArchive(file, (name) => {
      if (name === secrets) return { path: join(folder, secrets), owner: {} };
      if (name !== 'cluster' && !name.startsWith('cluster/')) return undefined;
      return { path: inside(draft, name.slice('cluster/'.length)), owner: home.runAs };
    });
    if (!existsSync(join(folder, secrets)) || !existsSync(draft)) throw new Error(`${file} is no backup of Rasid.`);
    renameSync(draft, home.cluster);
    const postgres = await startPrivatePostgres({ dataDir, log: quiet });
    await postgres.stop();
  } catch (error) {
    await removePrivatePostgres(folder);
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
    throw error;
  }
}
