/** The errors of a batch by the position of the message. */
export type Failures = ReadonlyMap<number, unknown>;
/** Processes a batch and returns the errors of its messages; throwing fails all of them. */
export type BatchWork<T> = (messages: T[]) => Promise<Failures>;

export const noFailures: Failures = new Map();

type Waiting<T> = { message: T; done: () => void; fail: (error: unknown) => void };

/**
 * Collects the messages that arrive during a batch and processes them as the next one, in order and never two batches
 * at a time. `append` resolves after the batch and rejects with the error of that message, so an acknowledgement can
 * wait for the commit.
 */
export class BatchLane<T> {
  private waiting: Waiting<T>[] = [];
  private running = false;
  private readonly work: BatchWork<T>;
  private readonly options: { maxBatch: number; lingerMs: number };

  constructor(work: BatchWork<T>, options: { maxBatch: number; lingerMs: number }) {
    this.work = work;
    this.options = options;
  }

  append(message: T): Promise<void> {
    return new Promise((done, fail) => {
      this.waiting.push({ message, done, fail });
      if (!this.running) {
        this.running = true;
        setTimeout(() => void this.drain(), this.options.lingerMs);
      }
    });
  }

  private async drain(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch =
        this.waiting.length > this.options.maxBatch
          ? this.waiting.splice(0, this.options.maxBatch)
          : this.waiting.splice(0);
      try {
        const failures = await this.work(batch.map((entry) => entry.message));
        for (const [at, entry] of batch.entries()) {
          if (failures.has(at)) entry.fail(failures.get(at));
          else entry.done();
        }
      } catch (error) {
        for (const entry of batch) entry.fail(error);
      }
    }
    this.running = false;
  }
}

const lanes = 2;
const laneOptions = { maxBatch: 6000, lingerMs: 3 };

/** The lanes in which a worker processes messages: those with the same key share one. */
export function openLanes(work: BatchWork<object>): (key: number) => BatchLane<object> {
  const all = Array.from({ length: lanes }, () => new BatchLane<object>(work, laneOptions));
  return (key) => all[key % lanes] as BatchLane<object>;
}
