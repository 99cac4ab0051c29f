import type { Kit } from '../kit.ts';

/** What runs after the commit of a transaction, in the order in which it was added; never after a rollback. */
export type CommitQueue = { afterCommit(work: () => void): void; run(): void };

/** A failure is logged: what is stored is neither undone nor reported as refused, and the rest still runs. */
export function commitQueue({ log }: Pick<Kit, 'log'>): CommitQueue {
  const queue: (() => void)[] = [];
  return {
    afterCommit: (work) => void queue.push(work),
    run() {
      for (const work of queue)
        try {
          work();
        } catch (error) {
          log.error({ err: error }, 'work after a commit failed');
        }
    },
  };
}
