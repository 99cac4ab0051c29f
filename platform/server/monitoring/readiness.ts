import type { NatsConnection } from '@nats-io/transport-node';
import { openPool } from '../postgres/database.ts';

const patienceMs = 2000;

export type Readiness = {
  /** Why this process cannot serve now, as a sentence for monitoring; null when it can. Replies within seconds. */
  ready(): Promise<string | null>;
  /** Problems of a process that still serves, as sentences. */
  warnings(): string[];
  /** Adds a check; the returned function removes it. */
  watch(check: ReadinessCheck, kind: 'reason' | 'warning'): () => void;
  close(): Promise<void>;
};

/** A further check: a sentence, or null. */
export type ReadinessCheck = () => string | null;

/** SQLSTATEs of a server that answers but has no connection left for this one. */
const noneFree = new Set(['53300', '53400']);

/** Checks the dependencies of a process on a connection of its own, so that load does not delay the reply. */
export function openReadiness(databaseUrl: string, nats: NatsConnection | null, trouble?: ReadinessCheck): Readiness {
  const pool = openPool(databaseUrl, { max: 1, waitMs: patienceMs, answerMs: patienceMs });
  const reasons = new Set<ReadinessCheck>(trouble ? [trouble] : []);
  const warnings = new Set<ReadinessCheck>();
  let connectionsUsedUp = false;
  warnings.add(() => (connectionsUsedUp ? 'The database has no free connection.' : null));
  const askDatabase = async () => {
    try {
      await pool.query('SELECT 1');
      connectionsUsedUp = false;
      return null;
    } catch (error) {
      // Open connections keep working.
      connectionsUsedUp = noneFree.has(String((error as { code?: unknown }).code));
      return connectionsUsedUp ? null : 'The database does not answer.';
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
    const known = said(reasons)[0];
    if (known) return known;
    const answers = await Promise.all([askDatabase(), askNats()]);
    return answers.filter((reason) => reason !== null).join(' ') || null;
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
    warnings: () => said(warnings),
    watch(check, kind) {
      const checks = kind === 'reason' ? reasons : warnings;
      checks.add(check);
      return () => void checks.delete(check);
    },
    close: () => pool.end(),
  };
}

const said = (checks: ReadonlySet<ReadinessCheck>): string[] =>
  [...checks].map((check) => check()).filter((sentence) => sentence !== null);

async function withinTime(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), patienceMs);
  });
  // A later result or failure is ignored.
  work.catch(() => undefined);
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
