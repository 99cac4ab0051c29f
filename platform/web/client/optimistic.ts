import { useEffect, useRef } from 'react';
import { RequestError } from './request-error.ts';
import { createStore, useStore, type ValueStore } from './store.ts';

type Change<State> = (state: State) => State;
export type Optimistic<State> = {
  /** The displayed state: the last one from the server with all pending changes. */
  shown: ValueStore<State>;
  apply(change: Change<State>): void;
  /** Accepts a state from the server; ignored while changes are pending, whose replies are newer. */
  accept(state: State): void;
};

/**
 * A state that changes at once and is saved in the background, one save at a time and in order. A failed save reverts
 * its own change and keeps the others.
 */
export function createOptimistic<State>(
  initial: State,
  save: (wanted: State, before: State) => Promise<State>,
): Optimistic<State> {
  let confirmed = initial;
  let saving = false;
  const waiting: Change<State>[] = [];
  const shown = createStore(initial);
  const draw = () => shown.set(waiting.reduce((state, change) => change(state), confirmed));

  async function saveNext(): Promise<void> {
    const [change] = waiting;
    if (!change) return;
    try {
      confirmed = await save(change(confirmed), confirmed);
    } catch (error) {
      // The connection has notified the person of RequestErrors; anything else is a bug.
      if (!(error instanceof RequestError)) throw error;
    } finally {
      waiting.shift();
      draw();
    }
    return saveNext();
  }

  return {
    shown,
    apply(change) {
      waiting.push(change);
      draw();
      if (saving) return;
      saving = true;
      void saveNext().finally(() => {
        saving = false;
      });
    },
    accept(state) {
      if (saving) return;
      confirmed = state;
      draw();
    },
  };
}

/** `createOptimistic` for a component: follows the server state and saves with the latest `save`. */
export function useOptimistic<State>(
  server: State,
  save: (wanted: State, before: State) => Promise<State>,
): [State, (change: Change<State>) => void] {
  const newest = useRef(save);
  newest.current = save;
  const made = useRef<Optimistic<State>>(undefined);
  made.current ??= createOptimistic(server, (wanted, before) => newest.current(wanted, before));
  const { shown, apply, accept } = made.current;
  useEffect(() => accept(server), [accept, server]);
  return [useStore(shown), apply];
}
