import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PrivatePostgres, removePrivatePostgres, startPrivatePostgres } from '../postgres/private-postgres.ts';
import { backUp, restore } from './backup.ts';

const log = { info() {} };
const folder = mkdtempSync(join(tmpdir(), 'rasid-backup-'));
const dataDir = join(folder, 'data');
const file = join(folder, 'backup.tgz');
const restored = join(folder, 'restored');
let postgres: PrivatePostgres;

beforeAll(async () => {
  postgres = await startPrivatePostgres({ dataDir, log });
  writeFileSync(join(dataDir, 'secrets.json'), '{"kept":true}', { mode: 0o600 });
});
afterAll(async () => {
  await postgres.stop();
  await removePrivatePostgres(dataDir);
  await removePrivatePostgres(restored);
  rmSync(folder, { recursive: true, force: true });
});

async function on<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(url);
  await client.connect();
  return work(client).finally(() => client.end());
}

const numbers = (client: Client) =>
  client
    .query<{ n: number; last: number }>('SELECT count(*)::integer AS n, max(id) AS last FROM entry')
    .then(({ rows }) => rows[0] as { n: number; last: number });

test('a backup during writes is consistent and contains everything from before it', async () => {
  await on(postgres.url, (client) => client.query('CREATE TABLE entry (id integer PRIMARY KEY, text text NOT NULL)'));
  let writing = true;
  let written = 0;
  const writer = on(postgres.url, async (client) => {
    while (writing)
      await client
        .query("INSERT INTO entry SELECT n, repeat('x', 500) FROM generate_series($1::integer + 1, $1 + 200) n", [
          written,
        ])
        .then(() => (written += 200));
  });
  await expect.poll(() => written, { timeout: 60_000 }).toBeGreaterThan(5000);
  const before = written;
  await backUp(dataDir, file);
  const after = written;
  writing = false;
  await writer;
  expect(after).toBeGreaterThan(before);
  expect(statSync(file).mode & 0o777).toBe(0o600);

  await restore(file, restored);
  expect(statSync(join(restored, 'secrets.json')).mode & 0o777).toBe(0o600);
  const copy = await startPrivatePostgres({ dataDir: restored, log });
  const { n, last } = await on(copy.url, numbers);
  await copy.stop();
  expect(n).toBe(last);
  expect(n).toBeGreaterThanOrEqual(before);
  // The original continues as before.
  expect((await on(postgres.url, numbers)).n).toBe(written);
});

test('a backup neither overwrites existing data nor another backup', async () => {
  const before = readdirSync(restored);
  await expect(restore(file, restored)).rejects.toThrow('is not empty');
  expect(readdirSync(restored)).toEqual(before);
  await expect(backUp(dataDir, file)).rejects.toThrow('is there already');
});

test('a truncated backup is refused and leaves nothing behind', async () => {
  const half = join(folder, 'half.tgz');
  const empty = join(folder, 'empty');
  await backUp(dataDir, half);
  truncateSync(half, Math.floor(statSync(half).size / 2));
  await expect(restore(half, empty)).rejects.toThrow('half.tgz cannot be read');
  expect(readdirSync(empty)).toEqual([]);
});

test('a backup of a folder without a database is refused', async () => {
  const other = join(folder, 'other');
  mkdirSync(other);
  await expect(backUp(other, join(folder, 'other.tgz'))).rejects.toThrow('There is no private database');
  expect(existsSync(join(folder, 'other.tgz'))).toBe(false);
});
