import { createStore } from '../../client/store.ts';

/** How many forms of the page hold changes that are not saved. */
export const unsavedForms = createStore(0);

/** What waits for the person's word that unsaved changes may be lost. */
export const pendingLeave = createStore<{ run(): void } | null>(null);

/** Does what takes the page away, after asking when something is not saved. */
export function confirmLeave(run: () => void): void {
  if (unsavedForms.get() > 0) pendingLeave.set({ run });
  else run();
}
