import type { Kit } from './kit.ts';
import { commitQueue } from './postgres/commit-queue.ts';
import { type Db, inTenant, systemScope, type Tx } from './postgres/database.ts';
import type { Actor, Context } from './serve.ts';

/** Events by name with their payloads; slices merge their own into it: `device.uninstalled`. */
// biome-ignore lint/suspicious/noEmptyInterface: slices merge their parts into it
export interface DomainEvents {}

export type EventName = keyof DomainEvents;
/** The context of a listener: the emitter's transaction and the companies that it may change. */
export type Emitting = Pick<Context, 'tx' | 'kit' | 'afterCommit'> & { actor: Pick<Actor, 'scope'> };

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

/** The emitter of actions of the system itself. */
export const systemActor: Emitting['actor'] = { scope: systemScope };

/** Runs `work` of someone, which may emit events, in one transaction, and after its commit what `work` has left for then. */
export async function emittingAs<T, By extends Emitting['actor']>(
  kit: Kit,
  db: Db,
  actor: By,
  work: (context: Emitting & { actor: By }) => Promise<T>,
): Promise<T> {
  const { afterCommit, run } = commitQueue(kit);
  const result = await inTenant(db, actor.scope, (tx) => work({ tx, kit, actor, afterCommit }));
  run();
  return result;
}

/** Emits within a transaction that is not the emitter's own; the caller calls `run` after its commit. */
export const emittingWithin = (kit: Kit, tx: Tx): Emitting & { run(): void } => ({
  tx,
  kit,
  actor: systemActor,
  ...commitQueue(kit),
});

/** Runs `work` of the system in one transaction, and after its commit what `work` has left for then. */
export const emittingAsSystem = <T>(kit: Kit, db: Db, work: (context: Emitting) => Promise<T>): Promise<T> =>
  emittingAs(kit, db, systemActor, work);
