type Exclusive = (run: () => Promise<void>) => Promise<void>;

/**
 * Passes an item on at once, and those that arrive within the pause afterwards together. `exclusive` decides which tab
 * passes them on; the items of other tabs are dropped, because that tab gets the same ones.
 */
export function gathered<Item>(pass: (items: Item[]) => unknown, pause: () => Promise<void>, exclusive: Exclusive) {
  let waiting: Item[] = [];
  let busy = false;
  return async (items: readonly Item[]): Promise<void> => {
    waiting.push(...items);
    if (busy || waiting.length === 0) return;
    busy = true;
    try {
      await exclusive(async () => {
        while (waiting.length > 0) {
          await pass(waiting.splice(0));
          await pause();
        }
      });
    } finally {
      waiting = [];
      busy = false;
    }
  };
}
