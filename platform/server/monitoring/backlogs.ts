import { type RawBuilder, sql } from 'kysely';
import type { Kit, Stop } from '../kit.ts';
import { maxAttempts } from '../outbox.ts';
import { inSystem, type Tx } from '../postgres/database.ts';
import { repeat } from '../repeat.ts';
import { gauge } from './metrics.ts';

const everyMs = 15_000;

export type BacklogState = {
  waiting: number;
  /** How long the oldest has waited since it was due; 0 if none waits. */
  oldestSeconds: number;
  /** Given up within the last day, or until a person decides. */
  failed: number;
};
/** Work that is waiting to be done, reported on `/metrics` by the processes with the role `worker`. */
export type Backlog = { name: string; read(tx: Tx): Promise<BacklogState> };

/** A backlog from a statement that returns `waiting`, `oldest_seconds` and `failed` in one row. */
export const backlog = (name: string, statement: RawBuilder<BacklogState>): Backlog => ({
  name,
  async read(tx) {
    const { rows } = await statement.execute(tx);
    return rows[0] ?? { waiting: 0, oldestSeconds: 0, failed: 0 };
  },
});

/** The seconds since the earliest `due` of the rows that match; 0 without one. */
export const oldestSeconds = (due: RawBuilder<unknown>, matches: RawBuilder<unknown>) =>
  sql`coalesce(greatest(extract(epoch FROM now() - min(${due}) FILTER (WHERE ${matches})), 0), 0)::float8 AS oldest_seconds`;

/** The backlog of an outbox that `startOutbox` sends. */
export const outboxBacklog = (name: string, table: string) =>
  backlog(
    name,
    sql`SELECT count(*) FILTER (WHERE attempts < ${maxAttempts}) AS waiting,
        ${oldestSeconds(sql`created_at`, sql`attempts < ${maxAttempts}`)},
        count(*) FILTER (WHERE attempts >= ${maxAttempts} AND created_at > now() - interval '1 day') AS failed
      FROM ${sql.table(table)} WHERE sent_at IS NULL`,
  );

/**
 * The backlog of lanes with the states `waiting`, `delivered` and `failed`. Both parts read a partial index: what was
 * delivered stays in the table for months.
 */
export const laneBacklog = (name: string, table: string) =>
  backlog(
    name,
    sql`SELECT due.waiting, due.oldest_seconds, given_up.failed
      FROM (SELECT count(*) AS waiting, ${oldestSeconds(sql`next_attempt_at`, sql`true`)}
              FROM ${sql.table(table)} WHERE state = 'waiting') due,
           (SELECT count(*) AS failed FROM ${sql.table(table)}
             WHERE state = 'failed' AND created_at > now() - interval '1 day') given_up`,
  );

/** The backlogs of the kit itself. */
const kitBacklogs: readonly Backlog[] = [
  outboxBacklog('mail', 'mail_outbox'),
  backlog(
    'jobs',
    sql`SELECT count(*) FILTER (WHERE state < 'active' AND start_after <= now()) AS waiting,
        ${oldestSeconds(sql`start_after`, sql`state < 'active' AND start_after <= now()`)},
        count(*) FILTER (WHERE state = 'failed' AND completed_on > now() - interval '1 day') AS failed
      FROM jobs.job WHERE state < 'active' OR state = 'failed'`,
  ),
];

const waiting = gauge('backlog_waiting', 'What is due and not done yet', ['of']);
const oldest = gauge('backlog_oldest_seconds', 'How long the oldest of what is due has waited', ['of']);
const failed = gauge('backlog_failed', 'What was given up within a day, or waits for a decision', ['of']);
const bytes = gauge('database_bytes', 'The size of the database on disk');

/** Reads the backlogs of the kit and of the slices in one transaction, and sets their gauges. */
export async function measureBacklogs(kit: Pick<Kit, 'db'>, backlogs: readonly Backlog[]): Promise<void> {
  await inSystem(kit.db, async (tx) => {
    for (const { name, read } of [...kitBacklogs, ...backlogs]) {
      const state = await read(tx);
      waiting.set({ of: name }, state.waiting);
      oldest.set({ of: name }, state.oldestSeconds);
      failed.set({ of: name }, state.failed);
    }
    const { rows } = await sql<{ size: number }>`SELECT pg_database_size(current_database())::float8 AS size`.execute(
      tx,
    );
    bytes.set(rows[0]?.size ?? 0);
  });
}

/** Keeps the gauges of the backlogs up to date. */
export const watchBacklogs = (kit: Kit, backlogs: readonly Backlog[]): Stop =>
  repeat(kit, everyMs, 'measuring the backlogs failed', () => measureBacklogs(kit, backlogs));
