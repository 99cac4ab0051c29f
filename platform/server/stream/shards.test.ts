import type pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openPool } from '../postgres/database.ts';
import { holdShards } from './shards.ts';

const count = 8;
const log = pino({ level: 'silent' });
let pool: pg.Pool;

beforeAll(async () => {
  pool = openPool(inject('databaseUrl'));
  await pool.query(
    'CREATE TABLE IF NOT EXISTS stream_shard (shard smallint PRIMARY KEY, worker text NOT NULL, since timestamptz NOT NULL DEFAULT now())',
  );
});
afterAll(() => pool.end());

/** A holder that works on its shards until they are taken from it. */
async function holder() {
  const held = new Set<number>();
  const { close } = await holdShards(pool, count, log, async (shard, isHeld) => {
    held.add(shard);
    while (isHeld()) await new Promise((resolve) => setTimeout(resolve, 20));
    held.delete(shard);
  });
  return { held, close };
}

const evenly = { timeout: 60_000 };

test('two holders with one process number, as in containers, share the shards evenly', async () => {
  const [one, other] = [await holder(), await holder()];
  await expect.poll(() => [one.held.size, other.held.size], evenly).toEqual([4, 4]);
  expect(new Set([...one.held, ...other.held]).size).toBe(count);
  const { rows } = await pool.query('SELECT shard FROM stream_shard ORDER BY shard');
  expect(rows.map(({ shard }) => shard)).toEqual(Array.from({ length: count }, (_, shard) => shard));
  await one.close();
  await expect.poll(() => other.held.size, evenly).toBe(count);
  await other.close();
});

test('a holder that loses its connections repeatedly releases its shards and acquires them again', async () => {
  const one = await holder();
  await expect.poll(() => one.held.size, evenly).toBe(count);
  for (let round = 0; round < 2; round++) {
    const watcher = openPool(inject('databaseUrl'), { max: 1 });
    const ended = await watcher.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks
        WHERE locktype = 'advisory' AND classid = 7274333 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    await watcher.end();
    expect(ended.rowCount).toBe(1);
    await expect.poll(() => one.held.size, evenly).toBe(0);
    await expect.poll(() => one.held.size, evenly).toBe(count);
  }
  await one.close();
});
