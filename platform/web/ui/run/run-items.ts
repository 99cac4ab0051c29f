export type ItemState = { state: 'pending' | 'running' | 'done' } | { state: 'failed'; reason: string };

type Options<Item> = {
  items: readonly Item[];
  /** One call for one item. */
  run(item: Item): Promise<unknown>;
  /** The text for an error of a call; null for an error that is not an answer, which ends the run. */
  reasonOf(error: unknown): string | null;
  onState(position: number, state: ItemState): void;
  signal: AbortSignal;
  /** How many calls are under way at the same time. */
  ahead?: number;
};

/** Runs a call for each item, a few at the same time. A refused item does not stop the others; an abort begins no further ones. */
export async function runItems<Item>({
  items,
  run,
  reasonOf,
  onState,
  signal,
  ahead = 4,
}: Options<Item>): Promise<void> {
  const waiting = items.entries();
  const worker = async () => {
    for (const [position, item] of waiting) {
      if (signal.aborted) return;
      onState(position, { state: 'running' });
      try {
        await run(item);
        onState(position, { state: 'done' });
      } catch (error) {
        const reason = reasonOf(error);
        if (reason === null) throw error;
        onState(position, { state: 'failed', reason });
      }
    }
  };
  await Promise.all(Array.from({ length: ahead }, worker));
}
