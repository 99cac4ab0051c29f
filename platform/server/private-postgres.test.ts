import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removePrivatePostgres, startPrivatePostgres } from './private-postgres.ts';

const log = { info() {} };
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
    const { url } = await startPrivatePostgres({ dataDir: ${JSON.stringify(dataDir)}, log: { info() {} } });
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
  const first = await startPrivatePostgres({ dataDir, log });
  await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.stop();
  await expect(query(first.url, 'SELECT 1')).rejects.toThrow();
  const second = await startPrivatePostgres({ dataDir, log });
  expect((await query(second.url, 'SELECT answer FROM kept')).rows).toEqual([{ answer: 42 }]);
  await second.stop();
});

test('commits reach the disk, text is UTF-8, and nothing listens on the network', async () => {
  const { url, stop } = await startPrivatePostgres({ dataDir, log });
  const { rows } = await query(
    url,
    `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit, current_setting('jit') AS jit,
            current_setting('listen_addresses') AS listens, current_setting('server_encoding') AS encoding,
            upper('é') AS upper, current_user AS me`,
  );
  expect(rows).toEqual([
    { fsync: 'on', commit: 'on', jit: 'off', listens: '', encoding: 'UTF8', upper: 'É', me: 'rasid' },
  ]);
  await stop();
});

test('a folder in use by a live server is refused, unless it may be shared', async () => {
  const url = await otherServer();
  await expect(startPrivatePostgres({ dataDir, log })).rejects.toThrow(
    `is in use by another Rasid server (process ${server?.pid}): stop that one, or set DATA_DIR to another folder.`,
  );
  const beside = await startPrivatePostgres({ dataDir, log, share: true });
  expect(beside.url).toBe(url);
  await beside.stop();
  await expect(query(url, 'SELECT 1')).resolves.toBeDefined();
});

test('the PostgreSQL of a server that was killed is taken over with its data', async () => {
  const url = await otherServer();
  await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  const before = await postmaster(url);
  await killServer();
  const next = await startPrivatePostgres({ dataDir, log });
  expect(await postmaster(next.url)).toEqual(before);
  expect((await query(next.url, 'SELECT answer FROM kept')).rows).toEqual([{ answer: 42 }]);
  await next.stop();
});

test('a lock and a process number that now belong to somebody else are no hindrance', async () => {
  const first = await startPrivatePostgres({ dataDir, log });
  await first.stop();
  writeFileSync(join(dataDir, 'server.lock'), `${process.pid} 1`);
  writeFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), `${process.pid}\n`);
  const second = await startPrivatePostgres({ dataDir, log });
  await second.stop();
});

test('why PostgreSQL does not start is said in one sentence', async () => {
  const settings = { max_connections: 'many' };
  await expect(startPrivatePostgres({ dataDir, log, settings })).rejects.toThrow(
    'PostgreSQL does not start: invalid value for parameter "max_connections": "many".',
  );
});

test.runIf(process.getuid?.() === 0)('root can start it in a folder that only root can enter', async () => {
  const hidden = mkdtempSync(join(homedir(), '.rasid-postgres-'));
  try {
    const inside = join(hidden, 'data');
    mkdirSync(inside);
    const first = await startPrivatePostgres({ dataDir: inside, log });
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    const second = await startPrivatePostgres({ dataDir: inside, log });
    expect((await query(second.url, 'SELECT answer FROM kept')).rows).toEqual([{ answer: 42 }]);
    await second.stop();
  } finally {
    await removePrivatePostgres(join(hidden, 'data'));
    rmSync(hidden, { recursive: true });
  }
});
