type Waiting<T> = { message: T; done: () => void; fail: (error: unknown) => void };

/**
 * Gathers what arrives while the last batch is under way and hands it on as the next one, in order, never two
 * batches at a time. `append` resolves after its batch is done, so an acknowledgement can wait for the commit.
 */
export class BatchLane<T> {
  private waiting: Waiting<T>[] = [];
  private running = false;
  private readonly work: (messages: T[]) => Promise<void>;
  private readonly options: { maxBatch: number; lingerMs: number };

  constructor(work: (messages: T[]) => Promise<void>, options: { maxBatch: number; lingerMs: number }) {
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

  get depth(): number {
    return this.waiting.length;
  }

  private async drain(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch =
        this.waiting.length > this.options.maxBatch
          ? this.waiting.splice(0, this.options.maxBatch)
          : this.waiting.splice(0);
      try {
        await this.work(batch.map((entry) => entry.message));
        for (const entry of batch) entry.done();
      } catch (error) {
        for (const entry of batch) entry.fail(error);
      }
    }
    this.running = false;
  }
}
