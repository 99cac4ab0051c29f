import { createStore } from '../client/store.ts';

/** True while the server cannot be reached: the device has no network, or requests fail in a row. */
export const offlineStore = createStore(false);

/** A single failure may be a restart of the server. */
const failuresInARow = 2;
let failures = 0;

/** Records whether a request reached the server. */
export function requestReached(reached: boolean): void {
  failures = reached ? 0 : failures + 1;
  if (reached) offlineStore.set(false);
  else if (failures >= failuresInARow || !navigator.onLine) offlineStore.set(true);
}

/** Follows the network of the device. */
export function trackNetwork(): void {
  window.addEventListener('offline', () => offlineStore.set(true));
  window.addEventListener('online', () => offlineStore.set(false));
  offlineStore.set(!navigator.onLine);
}
