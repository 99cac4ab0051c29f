import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { bypassRls, type Scope, systemScope } from './database.ts';
import type { Context } from './serve.ts';

/** Work that outlives a request and a restart, kept in PostgreSQL by pg-boss. */
export type Jobs = {
  /** Runs `work` for every job of the queue, one after the other in this process, retried three times with back-off. */
  work<T extends object>(queue: string, work: (data: T) => Promise<void>): Promise<void>;
  /** Puts a job into the queue within the caller's transaction: it never runs before the commit, nor without it. */
  send<T extends object>(
    context: Pick<Context, 'tx'> & { actor: { scope: Scope } | null },
    queue: string,
    data: T,
    options?: { startAfterSeconds?: number; singletonKey?: string },
  ): Promise<void>;
  /** Runs `work` by the clock (cron, UTC), once over all processes. */
  schedule(queue: string, cron: string, work: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
};

export async function openJobs(pool: pg.Pool, log: Logger): Promise<Jobs> {
  const db = { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) };
  const boss = new PgBoss({ db, schema: 'jobs' });
  boss.on('error', (error) => log.error({ err: error }, 'the job queue failed'));
  await boss.start();
  // Transactions of requests send jobs as the role that sees all rows; the tables are pg-boss's own.
  await pool.query(`GRANT USAGE ON SCHEMA jobs TO rasid_all;
    GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA jobs TO rasid_all;
    ALTER DEFAULT PRIVILEGES IN SCHEMA jobs GRANT SELECT, INSERT, UPDATE ON TABLES TO rasid_all`);
  const made = new Set<string>();
  const ensure = async (queue: string) => {
    if (made.has(queue)) return;
    await boss.createQueue(queue, { retryLimit: 3, retryBackoff: true, retryDelay: 5, expireInSeconds: 900 });
    made.add(queue);
  };
  const work: Jobs['work'] = async (queue, run) => {
    await ensure(queue);
    await boss.work(queue, { batchSize: 1, pollingIntervalSeconds: 1 }, async (batch) => {
      for (const job of batch) await run(job.data as never);
    });
  };
  return {
    work,
    async send({ tx, actor }, queue, data, options = {}) {
      await ensure(queue);
      const within = {
        executeSql: async (text: string, values: unknown[] = []) => ({
          rows: (await tx.executeQuery(CompiledQuery.raw(text, values))).rows as unknown[],
        }),
      };
      await bypassRls(tx, actor?.scope ?? systemScope, () =>
        boss.send(queue, data, {
          db: within,
          ...(options.startAfterSeconds ? { startAfter: options.startAfterSeconds } : {}),
          ...(options.singletonKey ? { singletonKey: options.singletonKey } : {}),
        }),
      );
    },
    async schedule(queue, cron, run) {
      await work(queue, run);
      await boss.schedule(queue, cron, {}, { tz: 'UTC' });
    },
    close: () => boss.stop({ graceful: true, timeout: 5000 }),
  };
}
