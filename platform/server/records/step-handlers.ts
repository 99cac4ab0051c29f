import type { Lifecycle } from '../../common/lifecycle/lifecycle.ts';
import type { Tx } from '../postgres/database.ts';
import type { Context } from '../serve.ts';
import { lockRecord, takeStep } from './lifecycle.ts';

/** The context of every step, whatever its body. */
type StepContext = Omit<Context, 'params' | 'query' | 'body' | 'list'>;
type OfStep<Base, Body> = Base & { params: { id: number }; body: Body };

type Taking = {
  /** Stored with the step, for people: a reason, an amount. */
  detail?: Record<string, unknown>;
  /** Further columns that change with the state, in snake case. */
  set?: Record<string, unknown>;
};

/**
 * Handles the calls that `stepRoutes` declares: each locks the record, takes the step as the parties of the caller, and
 * returns the record as `read` reads it. Two people who take steps at the same time come one after the other, and the second
 * gets 409 `step-not-possible` with the new state if its step is not possible any more.
 */
export const stepHandlers =
  <
    Name extends string,
    State extends string,
    Party extends string,
    Row extends { id: number },
    Reply,
    Base extends { tx: Tx } = StepContext,
  >(
    lifecycle: Lifecycle<Name, State, Party>,
    {
      partiesOf,
      read,
    }: {
      /** The roles of the caller in the record. */
      partiesOf(context: Base, row: Row): readonly Party[];
      read(context: Base, id: number): Promise<Reply>;
    },
  ) =>
  <Body>(
    step: Name,
    {
      before,
      after,
    }: {
      /** Refuses, or returns what is stored with the step. */
      before?(context: OfStep<Base, Body>, row: Row): Promise<Taking> | Taking;
      /** The consequences of the step, in its transaction. */
      after?(context: OfStep<Base, Body>, row: Row): Promise<void>;
    } = {},
  ) =>
  async (context: OfStep<Base, Body>): Promise<Reply> => {
    const { tx, params } = context;
    const row = await lockRecord<Row>(tx, lifecycle.table, params.id);
    const taking = (await before?.(context, row)) ?? {};
    await takeStep(tx, lifecycle, row, step, { ...taking, as: partiesOf(context, row) });
    await after?.(context, row);
    return read(context, row.id);
  };
