import { inLocal } from '../../client/storage.ts';
import { createStore } from '../../client/store.ts';
import type { Density } from '../../theme.ts';

const storedDensity = inLocal<Density>('density');
export const densityStore = createStore<Density>('comfortable');

/** Sets `data-density` on the root element, for stylesheets, and stores the choice. */
export function trackDensity(): void {
  densityStore.subscribe(() => {
    document.documentElement.dataset.density = densityStore.get();
    storedDensity.set(densityStore.get());
  });
  const before = storedDensity.get();
  if (before) densityStore.set(before);
  document.documentElement.dataset.density = densityStore.get();
}
