import { createStore, useStore } from '../../client/store.ts';
import { phoneWidth } from '../../theme.ts';

const phoneStore = createStore(false);

/** Follows the width of the window; styles see it as `data-phone` on the root. */
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
