/** What runs after the commit of a transaction, in the order in which it was added; never after a rollback. */
export type CommitQueue = { afterCommit(work: () => void): void; run(): void };

export function commitQueue(): CommitQueue {
  const queue: (() => void)[] = [];
  return {
    afterCommit: (work) => void queue.push(work),
    run() {
      for (const work of queue) work();
    },
  };
}
