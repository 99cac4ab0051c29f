import { randomInt } from 'node:crypto';
import { hostname } from 'node:os';
import type pg from 'pg';
import type { Logger } from 'pino';

const shardLock = 7_274_332;
const presenceLock = 7_274_333;
const checkEveryMs = 1000;
/** The name of this process in the table `stream_shard`. */
const worker = `${hostname()} ${process.pid}`;

/**
 * Assigns each shard to exactly one of the processes, in even shares. A shard is an advisory lock of PostgreSQL, which
 * is free as soon as its holder's connection ends, however the process died.
 */
export async function holdShards(
  pool: pg.Pool,
  count: number,
  log: Logger,
  run: (shard: number, isHeld: () => boolean) => Promise<void>,
): Promise<{ close(): Promise<void> }> {
  const running = new Map<number, { held: boolean; done: Promise<void> }>();
  let closed = false;
  // Null while the database is unavailable.
  let client: pg.PoolClient | null = await openClient(pool);
  let timer: NodeJS.Timeout | undefined;

  const begin = (shard: number) => {
    const state = { held: true, done: Promise.resolve() };
    state.done = (async () => {
      while (state.held) {
        try {
          await run(shard, () => state.held);
        } catch (error) {
          log.error({ err: error, shard }, 'processing of a shard stopped and is started again');
          await new Promise((resume) => setTimeout(resume, 500));
        }
      }
    })();
    running.set(shard, state);
  };

  /** Stops the work on shards and releases them for other processes. */
  const end = async (shards: readonly number[]) => {
    const states = shards.flatMap((shard) => running.get(shard) ?? []);
    for (const state of states) state.held = false;
    await Promise.all(states.map((state) => state.done));
    for (const shard of shards) running.delete(shard);
    await client?.query('SELECT pg_advisory_unlock($1, shard) FROM unnest($2::integer[]) shard', [shardLock, shards]);
  };

  const balance = async () => {
    client ??= await openClient(pool);
    const present = await client.query<{ n: number }>(
      "SELECT count(*) AS n FROM pg_locks WHERE locktype = 'advisory' AND classid = $1 AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
      [presenceLock],
    );
    const share = Math.ceil(count / Math.max(1, present.rows[0]?.n ?? 1));
    const surplus = [...running.keys()].slice(share);
    if (surplus.length > 0) await end(surplus);
    const others = Array.from({ length: count }, (_, shard) => shard).filter((shard) => !running.has(shard));
    if (running.size >= share || others.length === 0) return;
    // Without a sort, no lock is taken beyond the limit.
    const taken = await client.query<{ shard: number }>(
      `WITH taken AS MATERIALIZED (SELECT shard FROM unnest($2::integer[]) shard WHERE pg_try_advisory_lock($1, shard) LIMIT $3)
       INSERT INTO stream_shard (shard, worker) SELECT shard, $4 FROM taken
       ON CONFLICT (shard) DO UPDATE SET worker = EXCLUDED.worker, since = now() RETURNING shard`,
      [shardLock, others, share - running.size, worker],
    );
    for (const { shard } of taken.rows) begin(shard);
  };

  const letGo = async () => {
    for (const state of running.values()) state.held = false;
    await Promise.all([...running.values()].map((state) => state.done));
    running.clear();
    // A lock that could not be released ends with its connection.
    client?.release(true);
    client = null;
  };

  let ticking = Promise.resolve();
  const tick = async () => {
    try {
      await balance();
    } catch (error) {
      log.error({ err: error }, 'the lock connection was lost; all shards are released');
      await letGo();
    }
    if (!closed) timer = setTimeout(begun, checkEveryMs);
  };
  const begun = () => {
    ticking = tick();
  };
  begun();
  await ticking;

  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await ticking;
      await letGo();
    },
  };
}

/** A connection that represents a holder of shards; its number only has to differ from the others. */
async function openClient(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await pool.connect();
  try {
    for (;;) {
      const got = await client.query<{ ok: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS ok', [
        presenceLock,
        randomInt(2 ** 31 - 1),
      ]);
      if (got.rows[0]?.ok) return client;
    }
  } catch (error) {
    client.release(true);
    throw error;
  }
}
