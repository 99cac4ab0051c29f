import { createStore } from '../../client/store.ts';

/** The number of forms on the page with unsaved changes. */
export const unsavedForms = createStore(0);

/** The action that waits for the confirmation that unsaved changes may be lost. */
export const pendingLeave = createStore<{ run(): void } | null>(null);

/** Runs an action that leaves the page, after a confirmation if there are unsaved changes. */
export function confirmLeave(run: () => void): void {
  if (unsavedForms.get() > 0) pendingLeave.set({ run });
  else run();
}
