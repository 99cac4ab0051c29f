/**
 * Runs in only one tab of the browser: the others find the lock taken until the promise has settled. Without locks (an
 * insecure address) it runs in each tab.
 */
export async function inOneTab(name: string, run: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return run();
  await navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? run() : undefined));
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
