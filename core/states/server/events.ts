import type { Quality, StateInterval } from '../common/state-interval.ts';
import type { StateOf } from './state-keys.ts';

/** Times are in ms since 1970. */
export type ChangedState = StateOf & {
  /** The state now; null: unknown. */
  value: number | null;
  since: number;
  quality: Quality;
  /** From when on the states of the sensor are others than before; earlier than `since` if late reports corrected the past. */
  changedFrom: number;
  /** All states from `changedFrom` on, the last of which is the current one; null if the past was corrected and has to be read. */
  states: readonly StateInterval[] | null;
};

declare module '#platform/server/domain-events.ts' {
  interface DomainEvents {
    /** States of sensors have changed, now or in the past. Emitted by the system in the transaction of the change. */
    'states.changed': { changes: readonly ChangedState[] };
  }
}
