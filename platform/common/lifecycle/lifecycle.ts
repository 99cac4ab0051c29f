import { z } from 'zod';
import { loggedPerson } from '../change-log.ts';

/**
 * A step between states of a record, as data that server and browser evaluate alike. `by` names the parties that may
 * take it, for example `seller`; `system` is the server itself.
 */
export type LifecycleStep<State extends string, Party extends string> = {
  from: readonly State[];
  to: State;
  by: readonly Party[];
};

export type Lifecycle<Name extends string = string, State extends string = string, Party extends string = string> = {
  /** The table of the records, which has a table of steps (`rasid_steps`). */
  table: string;
  /** The column of the state, in camel case. A record may have several, each with a lifecycle of its own. */
  column: string;
  steps: Readonly<Record<Name, LifecycleStep<State, Party>>>;
};

/** Declares a lifecycle; `states` only types the states of its steps. */
export const lifecycleOf =
  <const State extends string, const Party extends string>(_states: readonly State[], _parties: readonly Party[]) =>
  <const Name extends string>(lifecycle: Lifecycle<Name, State, Party>): Lifecycle<Name, State, Party> =>
    lifecycle;

/** The steps that one of the parties may take in a state, in the order of the declaration. */
export function possibleSteps<Name extends string, State extends string, Party extends string>(
  { steps }: Pick<Lifecycle<Name, State, Party>, 'steps'>,
  state: State,
  parties: readonly Party[],
): Name[] {
  return (Object.keys(steps) as Name[]).filter((name) => {
    const { from, by } = steps[name];
    return from.includes(state) && by.some((party) => parties.includes(party));
  });
}

/** A step that was taken. `before` and `after` are null where it changed no state. */
export const recordStep = z.object({
  id: z.number(),
  at: z.string(),
  step: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  detail: z.record(z.string(), z.json()),
  /** Null for the server itself. */
  person: loggedPerson.nullable(),
  impersonatedBy: loggedPerson.nullable(),
});
export type RecordStep = z.infer<typeof recordStep>;
