const last = new Map<string, Promise<unknown>>();

/**
 * Runs work of the same key one after the other in this process. Guesses sent at the same moment would otherwise all
 * pass the lock before the first of them is counted.
 */
export async function oneAtATime<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = last.get(key) ?? Promise.resolve();
  const mine = before.then(work, work);
  last.set(key, mine);
  try {
    return await mine;
  } finally {
    if (last.get(key) === mine) last.delete(key);
  }
}
