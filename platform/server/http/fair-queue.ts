import { refuse } from '../refuse.ts';
import type { Actor } from '../serve.ts';

export type FairQueueLimits = {
  /** Pieces of work under way, of all owners together. */
  atOnce: number;
  /** For one owner. */
  perOwner: number;
  /** Pieces of work of one owner that wait; one more is refused with 429. */
  maxQueuedPerOwner: number;
  /** Milliseconds after which waiting work is refused with 503; without end where it is left out. */
  waitMs?: number;
};

/** Runs the work when it is the owner's turn, and returns its result. */
export type FairQueue = <T>(owner: string, work: () => Promise<T>) => Promise<T>;

/** Limits expensive work. Owners take turns, so that they do not wait for all the work of another owner. */
export function fairQueue({ atOnce, perOwner, maxQueuedPerOwner, waitMs }: FairQueueLimits): FairQueue {
  const waiting = new Map<string, (() => void)[]>();
  const running = new Map<string, number>();
  let count = 0;

  const isFree = (owner: string) => count < atOnce && (running.get(owner) ?? 0) < perOwner;
  const begin = (owner: string) => {
    count += 1;
    running.set(owner, (running.get(owner) ?? 0) + 1);
  };
  const end = (owner: string) => {
    count -= 1;
    const left = (running.get(owner) ?? 1) - 1;
    if (left > 0) running.set(owner, left);
    else running.delete(owner);
  };

  function next(): void {
    for (const [owner, jobs] of waiting) {
      if (count >= atOnce) return;
      if (!isFree(owner)) continue;
      const start = jobs.shift();
      waiting.delete(owner);
      if (jobs.length > 0) waiting.set(owner, jobs);
      begin(owner);
      start?.();
    }
  }

  function turnOf(owner: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs);
    const start = () => {
      clearTimeout(timer);
      resolve();
    };
    function giveUp() {
      const left = (waiting.get(owner) ?? []).filter((one) => one !== start);
      if (left.length > 0) waiting.set(owner, left);
      else waiting.delete(owner);
      reject(refuse(503, 'try-again'));
    }
    waiting.set(owner, [...(waiting.get(owner) ?? []), start]);
    return promise;
  }

  return async function run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    const jobs = waiting.get(owner) ?? [];
    if (jobs.length === 0 && isFree(owner)) begin(owner);
    else {
      if (jobs.length >= maxQueuedPerOwner) throw refuse(429, 'too-many-requests');
      await turnOf(owner);
    }
    try {
      return await work();
    } finally {
      end(owner);
      // The owner moves to the end of the round.
      const rest = waiting.get(owner);
      waiting.delete(owner);
      if (rest) waiting.set(owner, rest);
      next();
    }
  };
}

/** The owner of requests and uploads: people of one company share its turns. */
export const ownerOf = (actor: Pick<Actor, 'session'> | null): string =>
  actor ? `${actor.session.user.companyId ?? `person ${actor.session.user.id}`}` : 'nobody';
