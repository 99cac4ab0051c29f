import { refuse } from './refuse.ts';

/**
 * Work that takes much of the machine: so many at once, of each owner one, and owners in turn, so that nobody waits for
 * all that somebody else has sent. Who has too many waiting is asked to come again.
 */
export function fairQueue({ atOnce, waitingOfOne }: { atOnce: number; waitingOfOne: number }) {
  const waiting = new Map<string, (() => void)[]>();
  const running = new Set<string>();

  function next(): void {
    for (const [owner, jobs] of waiting) {
      if (running.size >= atOnce) return;
      if (running.has(owner)) continue;
      const start = jobs.shift();
      if (jobs.length === 0) waiting.delete(owner);
      running.add(owner);
      start?.();
    }
  }

  return async function run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    const mine = waiting.get(owner) ?? [];
    if (mine.length >= waitingOfOne) throw refuse(429, 'too-many-requests');
    await new Promise<void>((start) => {
      waiting.set(owner, [...mine, start]);
      next();
    });
    try {
      return await work();
    } finally {
      running.delete(owner);
      const rest = waiting.get(owner);
      // Behind the others, for the next turn.
      waiting.delete(owner);
      if (rest) waiting.set(owner, rest);
      next();
    }
  };
}
