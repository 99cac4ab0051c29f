import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readlinkSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { postgresHome } from './postgres-home.ts';
import { createCluster, launch, postmasterOf, shutDown } from './postmaster.ts';
import { removePrivatePostgres, startPrivatePostgres } from './private-postgres.ts';
import { connectionRefusal, databaseAddress } from './private-roles.ts';

const log = { info() {} };
// Most of what is tried here does not need a disk, and syncing takes most of the time.
const settings = { fsync: 'off' };
let dataDir: string;
let server: ChildProcess | undefined;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'rasid-postgres-'));
});

afterEach(async () => {
  await killServer();
  await removePrivatePostgres(dataDir);
  rmSync(dataDir, { recursive: true });
});

async function query(url: string, sql: string) {
  const client = new Client(url);
  await client.connect();
  return client.query(sql).finally(() => client.end());
}

/** Another process that starts PostgreSQL on the folder and stays, like a server. Resolves with the address once it is up. */
async function otherServer(): Promise<string> {
  const module = join(import.meta.dirname, 'private-postgres.ts');
  const code = `import { startPrivatePostgres } from ${JSON.stringify(module)};
    const { url } = await startPrivatePostgres({ dataDir: ${JSON.stringify(dataDir)}, log: { info() {} }, settings: { fsync: 'off' } });
    process.stdout.write(url);
    setInterval(() => {}, 1000);`;
  server = spawn(process.execPath, ['--input-type=module', '--eval', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [url] = await once(server.stdout!, 'data');
  return String(url);
}

async function killServer() {
  if (server?.kill('SIGKILL')) await once(server, 'exit');
  server = undefined;
}

const postmaster = async (url: string) => (await query(url, 'SELECT pg_postmaster_start_time() AS at')).rows[0].at;

test('data written before a stop is there after the next start', async () => {
  const first = await startPrivatePostgres({ dataDir, log, settings });
  await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.stop();
  await expect(query(first.url, 'SELECT 1')).rejects.toThrow();
  const second = await startPrivatePostgres({ dataDir, log, settings });
  expect((await query(second.url, 'SELECT answer FROM kept')).rows).toEqual([{ answer: 42 }]);
  await second.stop();
});

test('commits are durable, text is UTF-8, and the server does not listen on the network', async () => {
  const { url, stop } = await startPrivatePostgres({ dataDir, log });
  const { rows } = await query(
    url,
    `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit, current_setting('jit') AS jit,
            current_setting('listen_addresses') AS listens, current_setting('server_encoding') AS encoding,
            upper('é') AS upper`,
  );
  expect(rows).toEqual([{ fsync: 'on', commit: 'on', jit: 'off', listens: '', encoding: 'UTF8', upper: 'É' }]);
  await stop();
});

const myself = 'SELECT rolname, rolsuper, rolbypassrls, rolcreaterole FROM pg_roles WHERE rolname = current_user';

test('the server works as a role that is not a superuser and is subject to row-level security', async () => {
  const { url, stop } = await startPrivatePostgres({ dataDir, log, settings });
  expect((await query(url, myself)).rows).toEqual([
    { rolname: 'rasid', rolsuper: false, rolbypassrls: false, rolcreaterole: false },
  ]);
  await query(
    url,
    `CREATE TABLE hidden AS SELECT 1 AS company_id; ALTER TABLE hidden ENABLE ROW LEVEL SECURITY; ALTER TABLE hidden FORCE ROW LEVEL SECURITY`,
  );
  expect((await query(url, 'SELECT * FROM hidden')).rows).toEqual([]);
  await expect(query(url, "COPY hidden TO PROGRAM 'id'")).rejects.toThrow('permission denied');
  await stop();
});

test('a cluster of an earlier version is transferred from the superuser to the server’s role, once', async () => {
  const home = await postgresHome(dataDir);
  await createCluster(home, false, 'rasid');
  const runs = launch(home, {});
  const earlier = (database: string) => databaseAddress(home, database, 'rasid');
  await expect.poll(() => runs() && connectionRefusal(earlier('postgres')), { timeout: 60_000 }).toBeUndefined();
  await query(earlier('postgres'), 'CREATE DATABASE rasid');
  await query(
    earlier('rasid'),
    `CREATE ROLE rasid_app; CREATE ROLE rasid_all; CREATE EXTENSION pg_trgm; CREATE SCHEMA jobs; CREATE TYPE jobs.state AS ENUM ('made');
     CREATE TABLE jobs.job (id integer GENERATED ALWAYS AS IDENTITY, state jobs.state); INSERT INTO jobs.job (state) VALUES ('made');
     CREATE FUNCTION answer() RETURNS integer LANGUAGE sql AS 'SELECT 42'; CREATE VIEW answers AS SELECT answer()`,
  );
  await shutDown(home.cluster);
  for (let start = 0; start < 2; start++) {
    const { url, stop } = await startPrivatePostgres({ dataDir, log, settings });
    expect((await query(url, myself)).rows[0]).toMatchObject({ rolname: 'rasid', rolsuper: false });
    await query(
      url,
      "INSERT INTO jobs.job (state) VALUES ('made'); ALTER TABLE jobs.job ADD COLUMN IF NOT EXISTS more text",
    );
    await query(
      url,
      'CREATE OR REPLACE FUNCTION answer() RETURNS integer LANGUAGE sql AS $$SELECT 43$$; DROP VIEW IF EXISTS answers',
    );
    expect((await query(url, 'SELECT count(*)::integer AS n FROM jobs.job')).rows).toEqual([{ n: 2 + start }]);
    await stop();
  }
});

test('a killed PostgreSQL is restarted, and reported as ended meanwhile', async () => {
  const errors: string[] = [];
  const noting = { info() {}, error: (message: string) => void errors.push(message) };
  const { url, stop } = await startPrivatePostgres({ dataDir, log: noting, settings });
  await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  const { cluster } = await postgresHome(dataDir);
  for (let round = 1; round <= 2; round++) {
    const before = postmasterOf(cluster) ?? 0;
    process.kill(before, 'SIGKILL');
    await expect
      .poll(() => query(url, 'SELECT answer FROM kept').then(({ rows }) => rows, String), { timeout: 60_000 })
      .toEqual([{ answer: 42 }]);
    expect(postmasterOf(cluster)).not.toBe(before);
    expect(errors.length).toBeGreaterThanOrEqual(round);
  }
  await stop();
  expect(postmasterOf(cluster)).toBeUndefined();
});

test('a folder in use by a live server is refused, unless it may be shared', async () => {
  const url = await otherServer();
  await expect(startPrivatePostgres({ dataDir, log, settings })).rejects.toThrow(
    `is in use by another Rasid server (process ${server?.pid}): stop that one, or set DATA_DIR to another folder.`,
  );
  const second = await startPrivatePostgres({ dataDir, log, share: true });
  expect(second.url).toBe(url);
  await second.stop();
  await expect(query(url, 'SELECT 1')).resolves.toBeDefined();
});

test('the PostgreSQL of a server that was killed is taken over with its data', async () => {
  const url = await otherServer();
  await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  const before = await postmaster(url);
  await killServer();
  const next = await startPrivatePostgres({ dataDir, log, settings });
  expect(await postmaster(next.url)).toEqual(before);
  expect((await query(next.url, 'SELECT answer FROM kept')).rows).toEqual([{ answer: 42 }]);
  await next.stop();
});

test('a lock and a process id that were reused do not prevent a start', async () => {
  const first = await startPrivatePostgres({ dataDir, log, settings });
  await first.stop();
  writeFileSync(join(dataDir, 'server.lock'), `${process.pid} 1`);
  writeFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), `${process.pid}\n`);
  const second = await startPrivatePostgres({ dataDir, log, settings });
  await second.stop();
});

test('the reason why PostgreSQL does not start is reported in one sentence', async () => {
  await expect(startPrivatePostgres({ dataDir, log, settings: { max_connections: 'many' } })).rejects.toThrow(
    'PostgreSQL did not start: invalid value for parameter "max_connections": "many".',
  );
});

test('a start that fails once PostgreSQL runs leaves none running, and the folder free', async () => {
  const readOnly = { ...settings, default_transaction_read_only: 'on' };
  await expect(startPrivatePostgres({ dataDir, log, settings: readOnly })).rejects.toThrow('read-only transaction');
  expect(postmasterOf((await postgresHome(dataDir)).cluster)).toBeUndefined();
  const next = await startPrivatePostgres({ dataDir, log, settings });
  await next.stop();
});

test.runIf(process.getuid?.() === 0)('root can start it in a folder that only root can enter', async () => {
  const hidden = mkdtempSync(join(homedir(), '.rasid-postgres-'));
  try {
    const inside = join(hidden, 'data');
    mkdirSync(inside);
    const first = await startPrivatePostgres({ dataDir: inside, log, settings });
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    const second = await startPrivatePostgres({ dataDir: inside, log, settings });
    expect((await query(second.url, 'SELECT answer FROM kept')).rows).toEqual([{ answer: 42 }]);
    await second.stop();
  } finally {
    await removePrivatePostgres(join(hidden, 'data'));
    rmSync(hidden, { recursive: true });
  }
});

test.runIf(process.getuid?.() === 0)('a copy of a data folder whose database is elsewhere is refused', async () => {
  const hidden = mkdtempSync(join(homedir(), '.rasid-postgres-'));
  const [original, copy, moved] = ['data', 'copy', 'moved'].map((name) => join(hidden, name)) as [
    string,
    string,
    string,
  ];
  try {
    mkdirSync(original);
    const first = await startPrivatePostgres({ dataDir: original, log, settings });
    mkdirSync(copy);
    symlinkSync(readlinkSync(join(original, 'postgres')), join(copy, 'postgres'));
    await expect(startPrivatePostgres({ dataDir: copy, log })).rejects.toThrow(
      `leads to the database of another data folder (${original})`,
    );
    await expect(query(first.url, 'SELECT 1')).resolves.toBeDefined();
    await first.stop();
    renameSync(original, moved);
    const second = await startPrivatePostgres({ dataDir: moved, log });
    await second.stop();
  } finally {
    await removePrivatePostgres(moved);
    rmSync(hidden, { recursive: true });
  }
});
