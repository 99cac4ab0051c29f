import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';

/** Work that outlives a request and a restart, kept in PostgreSQL by pg-boss. */
export type Jobs = {
  /** Runs `work` for every job of the queue, one after the other in this process, retried three times with back-off. */
  work<T extends object>(queue: string, work: (data: T) => Promise<void>): Promise<void>;
  send<T extends object>(
    queue: string,
    data: T,
    options?: { startAfterSeconds?: number; singletonKey?: string },
  ): Promise<void>;
  /** Runs `work` by the clock (cron, UTC), once over all processes. */
  schedule(queue: string, cron: string, work: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
};

export async function openJobs(url: string, log: Logger): Promise<Jobs> {
  const boss = new PgBoss({ connectionString: url, schema: 'jobs', max: 3, application_name: 'rasid-jobs' });
  boss.on('error', (error) => log.error({ err: error }, 'the job queue failed'));
  await boss.start();
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
    async send(queue, data, options = {}) {
      await ensure(queue);
      await boss.send(queue, data, {
        ...(options.startAfterSeconds ? { startAfter: options.startAfterSeconds } : {}),
        ...(options.singletonKey ? { singletonKey: options.singletonKey } : {}),
      });
    },
    async schedule(queue, cron, run) {
      await work(queue, run);
      await boss.schedule(queue, cron, {}, { tz: 'UTC' });
    },
    close: () => boss.stop({ graceful: true, timeout: 5000 }),
  };
}
