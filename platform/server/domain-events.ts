import type { Context } from './serve.ts';

/** Events by name with their payloads; slices merge their own into it: `device.uninstalled`. */
// biome-ignore lint/suspicious/noEmptyInterface: slices merge their parts into it
export interface DomainEvents {}

export type EventName = keyof DomainEvents;
/** The context of a listener: the emitter's transaction and caller. */
export type Emitting = Pick<Context, 'tx' | 'kit' | 'actor' | 'afterCommit'>;

/** The listeners of a slice. A listener that throws rolls back the whole change. */
export type Listeners = {
  /** Runs within the transaction of the change. */
  inTransaction?: { [Name in EventName]?: (context: Emitting, event: DomainEvents[Name]) => Promise<void> };
  /** Runs after the commit, never after a rollback. */
  afterCommit?: { [Name in EventName]?: (context: Pick<Emitting, 'kit' | 'actor'>, event: DomainEvents[Name]) => void };
};

/** Calls the listeners of all slices, in the order of the slices, within the caller's transaction. */
export async function emit<Name extends EventName>(
  context: Emitting,
  name: Name,
  event: DomainEvents[Name],
): Promise<void> {
  for (const { inTransaction, afterCommit } of context.kit.listeners) {
    await inTransaction?.[name]?.(context, event);
    const later = afterCommit?.[name];
    if (later) context.afterCommit(() => later(context, event));
  }
}
