import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { causeOf, oncePerMinute } from './monitoring/once-per-minute.ts';
import { bypassRls, type Scope, systemScope } from './postgres/database.ts';
import type { Context } from './serve.ts';

/** Jobs that outlive a request and a restart, stored in PostgreSQL by pg-boss. */
export type Jobs = {
  /**
   * Runs `work` for every job of the queue, one at a time in this process, with three retries and backoff. The result
   * takes no more jobs, and resolves when the current one is done; `close` does this for all queues.
   */
  work<T extends object>(queue: string, work: (data: T) => Promise<void>): Promise<() => Promise<void>>;
  /** Enqueues a job within the caller's transaction: it runs only after the commit. */
  send<T extends object>(
    context: Pick<Context, 'tx'> & { actor: { scope: Scope } | null },
    queue: string,
    data: T,
    options?: { startAfterSeconds?: number; singletonKey?: string },
  ): Promise<void>;
  /** Runs `work` on a cron schedule (UTC), once over all processes. */
  schedule(queue: string, cron: string, work: () => Promise<void>): Promise<void>;
  /** Ends the schedules in the database that this process has not made: those of an older version, or of hidden apps. */
  endOtherSchedules(): Promise<void>;
  close(): Promise<void>;
};

/** Connections for jobs, in addition to the one that listens. */
const connections = 3;
/**
 * Workers are notified of a committed job at once; these polls find jobs whose time has come, and those of an outage.
 */
const pollSeconds = { listening: 5, notListening: 1 };
const queueOptions = { retryLimit: 3, retryBackoff: true, retryDelay: 5, expireInSeconds: 900, notify: true };

/** `pool` and `url` are of the role that owns the tables. */
export async function openJobs({ pool, url }: { pool: pg.Pool; url: string }, log: Logger): Promise<Jobs> {
  const boss = new PgBoss({ connectionString: url, max: connections, schema: 'jobs', useListenNotify: true });
  boss.on('error', (error) =>
    oncePerMinute(log).write('error', { err: error }, 'the job queue failed', `the job queue failed ${causeOf(error)}`),
  );
  boss.on('warning', (warning) => log.warn(warning, 'a warning of the job queue'));
  await boss.start();
  // Requests enqueue jobs as the role that sees all rows, because the tables belong to pg-boss.
  await pool.query(`GRANT USAGE ON SCHEMA jobs TO rasid_all;
    GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA jobs TO rasid_all;
    ALTER DEFAULT PRIVILEGES IN SCHEMA jobs GRANT SELECT, INSERT, UPDATE ON TABLES TO rasid_all`);
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue.notify === true]));
  const ensure = async (queue: string) => {
    const notifies = known.get(queue);
    if (notifies) return;
    if (notifies === undefined) await boss.createQueue(queue, queueOptions);
    else await boss.updateQueue(queue, queueOptions);
    known.set(queue, true);
  };
  const scheduled = new Set<string>();
  const work: Jobs['work'] = async (queue, run) => {
    await ensure(queue);
    const polls = {
      pollingIntervalSeconds: pollSeconds.notListening,
      notifyPollingIntervalSeconds: pollSeconds.listening,
    };
    // A job may be there before the call has returned.
    let worker: string | undefined;
    worker = await boss.work(queue, { batchSize: 1, ...polls }, async (batch) => {
      try {
        for (const job of batch) await run(job.data as never);
      } finally {
        // Notifications of more jobs may have come while this one ran.
        if (worker) boss.notifyWorker(worker);
      }
    });
    const id = worker;
    return () => boss.offWork(queue, { id, wait: true });
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
      scheduled.add(queue);
      await work(queue, run);
      await boss.schedule(queue, cron, {}, { tz: 'UTC' });
    },
    async endOtherSchedules() {
      for (const { name } of await boss.getSchedules()) if (!scheduled.has(name)) await boss.unschedule(name);
    },
    close: () => boss.stop({ graceful: true, timeout: 5000 }),
  };
}
