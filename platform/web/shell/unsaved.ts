import { createStore } from '../client/store.ts';

/** How many forms of the page hold changes that are not saved. */
export const unsavedForms = createStore(0);
