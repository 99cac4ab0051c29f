import type { NatsConnection } from '@nats-io/transport-node';
import { openPool } from './database.ts';

const patienceMs = 2000;

export type Readiness = {
  /** Why this process cannot serve now, as a sentence for monitoring; null when it can. Replies within seconds. */
  ready(): Promise<string | null>;
  close(): Promise<void>;
};

/** A further check: a sentence, or null. */
export type ReadinessCheck = () => string | null;

/** Checks the dependencies of a process on a connection of its own, so that load does not delay the reply. */
export function openReadiness(databaseUrl: string, nats: NatsConnection | null, trouble?: ReadinessCheck): Readiness {
  const pool = openPool(databaseUrl, { max: 1, waitMs: patienceMs, answerMs: patienceMs });
  const askDatabase = async () => {
    try {
      await pool.query('SELECT 1');
      return null;
    } catch {
      return 'The database does not answer.';
    }
  };
  const askNats = async () => {
    if (!nats) return null;
    try {
      await withinTime(nats.flush());
      return null;
    } catch {
      return 'NATS does not answer.';
    }
  };
  const ask = async () => {
    const known = trouble?.();
    if (known) return known;
    const reasons = await Promise.all([askDatabase(), askNats()]);
    return reasons.filter((reason) => reason !== null).join(' ') || null;
  };
  // Concurrent callers share one check.
  let asking: Promise<string | null> | undefined;
  return {
    ready() {
      asking ??= ask().finally(() => {
        asking = undefined;
      });
      return asking;
    },
    close: () => pool.end(),
  };
}

async function withinTime(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), patienceMs);
  });
  // A later result or failure is ignored.
  work.catch(() => undefined);
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
