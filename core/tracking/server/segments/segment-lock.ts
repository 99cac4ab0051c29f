import { sql } from 'kysely';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem, type Tx } from '#platform/server/postgres/database.ts';

/** Only one process computes segments at a time. */
const lockId = 7274336;

/** One bounded transaction. Returns false if nothing is left to do, or another worker computes segments. */
export const alone = (kit: Kit, work: (tx: Tx) => Promise<boolean>): Promise<boolean> =>
  inSystem(kit.db, async (tx) => {
    const lock = await sql<{ free: boolean }>`SELECT pg_try_advisory_xact_lock(${lockId}) AS free`.execute(tx);
    return lock.rows[0]?.free === true && work(tx);
  });

/** The same, after those that compute segments now. */
export const inTurn = <T>(kit: Kit, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inSystem(kit.db, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(${lockId})`.execute(tx);
    return work(tx);
  });
