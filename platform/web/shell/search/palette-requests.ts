import { createStore } from '../../client/store.ts';

/** The number of requests to open the palette. It opens whenever this increases. */
export const paletteRequests = createStore(0);
export const openPalette = (): void => paletteRequests.set((count) => count + 1);
