import { createStore, useStore } from '#platform/web/client/store.ts';

/** How long a new alarm is highlighted, in milliseconds. */
export const highlightMs = 5000;

const store = createStore<ReadonlySet<number>>(new Set());

/** Highlights an alarm in all lists. */
export function highlightAlarm(id: number): void {
  store.set(new Set([...store.get(), id]));
  setTimeout(() => store.set(new Set([...store.get()].filter((freshId) => freshId !== id))), highlightMs);
}

export const useHighlighted = (id: number): boolean => useStore(store, (ids) => ids.has(id));
