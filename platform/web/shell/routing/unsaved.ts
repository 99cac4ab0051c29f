import { createStore } from '../../client/store.ts';

/** How many forms of the page hold changes that are not saved. */
export const unsavedForms = createStore(0);

/** What waits for the person's word that unsaved changes may be lost. */
export const leaving = createStore<{ run(): void } | null>(null);

/** Does what takes the page away, after asking when something is not saved. */
export function leaveTo(run: () => void): void {
  if (unsavedForms.get() > 0) leaving.set({ run });
  else run();
}
