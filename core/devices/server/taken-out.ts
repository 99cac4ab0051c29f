import type { Context } from '#platform/server/serve.ts';
import type { KnownPlacement } from './placement.ts';

export type Taking = Pick<Context, 'tx' | 'kit' | 'actor' | 'afterCommit'>;
/** Where a device goes that leaves its place: into the inventory, to be installed again, or out of use for good. */
export type LeavesFor = 'inventory' | 'removed';
type Listener = (context: Taking, device: KnownPlacement, to: LeavesFor) => Promise<void>;

const listeners: Listener[] = [];

/** Lets a slice that knows of devices do its part within the transaction that takes one from its place. */
export const onTakenOut = (listener: Listener): void => void listeners.push(listener);

export async function tellTakenOut(...told: Parameters<Listener>): Promise<void> {
  for (const listener of listeners) await listener(...told);
}
