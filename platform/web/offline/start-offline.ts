import { queryClient } from '../client/query-client.ts';
import { selectedCustomer } from '../session/session-store.ts';
import { followQueries, restoreQueries } from './kept-queries.ts';
import { offlineStore, trackNetwork } from './offline.ts';
import { ownUserId, startWaitingCalls } from './send-or-keep.ts';
import { startWorker } from './worker.ts';

/** Whose replies are kept: the person and the customer. Null while impersonating: those are of another person. */
function ownerOfPages(): string | null {
  const person = ownUserId();
  return person === null ? null : `${person}/${selectedCustomer() ?? ''}`;
}

let restoredFor: string | null = null;

/** Restores what the person last saw, once, while the server cannot be reached. */
export async function restorePages(): Promise<void> {
  const owner = ownerOfPages();
  if (!offlineStore.get() || owner === null || owner === restoredFor) return;
  restoredFor = owner;
  try {
    await restoreQueries(queryClient, owner);
  } catch (error) {
    console.warn('Kept pages could not be read', error);
  }
}

/** Starts what makes the app open without a network. */
export function startOffline(): void {
  trackNetwork();
  followQueries(queryClient, ownerOfPages);
  startWaitingCalls();
  offlineStore.subscribe(() => {
    if (offlineStore.get()) void restorePages();
    else restoredFor = null;
  });
  startWorker().catch((error: unknown) => console.warn('The app will not open without a network', error));
}
