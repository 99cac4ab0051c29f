import { useEffect, useEffectEvent } from 'react';
import { createStore, useStore } from '#platform/web/client/store.ts';

/** `mark` is that of a comment; others are actions of the class. */
type Requested = { alarm: number; action: string };

const store = createStore<Requested | null>(null);

/** Asks the panel of an alarm to begin an action as soon as it is open. */
export const requestAction = (requested: Requested): void => store.set(requested);

/** Begins the action that was asked for this alarm, once. */
export function useRequestedAction(alarm: number, begin: (action: Requested['action']) => void): void {
  const requested = useStore(store);
  const beginNow = useEffectEvent(begin);
  useEffect(() => {
    if (requested?.alarm !== alarm) return;
    store.set(null);
    beginNow(requested.action);
  }, [requested, alarm]);
}
