import { createStore, useStore } from '../../client/store.ts';
import { phoneWidth } from '../../theme.ts';

const phoneStore = createStore(false);

/** Tracks the width of the window and sets `data-phone` on the root element, for stylesheets. */
export function trackPhoneWidth(): void {
  const query = window.matchMedia(`(max-width: ${phoneWidth})`);
  const follow = () => {
    phoneStore.set(query.matches);
    document.documentElement.toggleAttribute('data-phone', query.matches);
  };
  query.addEventListener('change', follow);
  follow();
}

export const isPhone = (): boolean => phoneStore.get();
export const usePhone = (): boolean => useStore(phoneStore);
