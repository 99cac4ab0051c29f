import type { Context } from './serve.ts';

/** Events by name, with what each tells; slices merge theirs into it: `device.uninstalled`. */
// biome-ignore lint/suspicious/noEmptyInterface: slices merge their parts into it
export interface DomainEvents {}

export type EventName = keyof DomainEvents;
/** What a listener may use: within the transaction of whoever emits, on behalf of who asked for it. */
export type Emitting = Pick<Context, 'tx' | 'kit' | 'actor' | 'afterCommit'>;

/** What a slice does when something happens in another one. A listener that throws rolls the whole change back. */
export type Listeners = {
  /** Within the transaction that makes the change. */
  inTransaction?: { [Name in EventName]?: (context: Emitting, event: DomainEvents[Name]) => Promise<void> };
  /** After it was committed, never when it was not. */
  afterCommit?: { [Name in EventName]?: (context: Pick<Emitting, 'kit' | 'actor'>, event: DomainEvents[Name]) => void };
};

/** Tells the listeners of all slices, in their order, what happens in the caller's transaction. */
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
