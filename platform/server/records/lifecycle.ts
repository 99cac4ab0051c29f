import { type RawBuilder, sql } from 'kysely';
import type { Lifecycle, RecordStep } from '../../common/lifecycle/lifecycle.ts';
import type { Kit } from '../kit.ts';
import type { Tx } from '../postgres/database.ts';
import { refuse } from '../refuse.ts';

/** Locks a record until the end of the transaction and returns it; refuses with 404 if the caller may not see it. */
export async function lockRecord<Row extends { id: number }>(tx: Tx, table: string, id: number): Promise<Row> {
  const found = await sql<Row>`SELECT * FROM ${sql.table(table)} WHERE id = ${id} FOR UPDATE`.execute(tx);
  const [row] = found.rows;
  if (!row) throw refuse(404, 'not-found');
  return row;
}

type Taking<Party extends string> = {
  /** The roles of the caller; one of them must be entitled to the step. */
  as: readonly Party[];
  /** Stored with the step, for people: a reason, an amount. */
  detail?: Record<string, unknown>;
  /** Further columns that change with the state, in snake case. */
  set?: Record<string, unknown>;
};

/**
 * Takes a step of a record that this transaction has locked (`lockRecord`): checks it, changes the state of the row and
 * of `record`, and writes the line of the step, in one statement. Refuses with 409 `step-not-possible` and the present
 * state, or 403 if none of the parties may take the step.
 */
export async function takeStep<Name extends string, State extends string, Party extends string>(
  tx: Tx,
  lifecycle: Lifecycle<Name, State, Party>,
  record: { id: number },
  step: NoInfer<Name>,
  { as, detail = {}, set = {} }: Taking<NoInfer<Party>>,
): Promise<void> {
  const { table, column, steps } = lifecycle;
  const { from, to, by } = steps[step];
  const states = record as unknown as Record<string, State>;
  const before = states[column] as State;
  if (!by.some((party) => as.includes(party))) throw refuse(403, 'no-permission');
  if (!from.includes(before)) throw refuse(409, 'step-not-possible', { step, state: before });
  const assignments = Object.entries({ ...set, [inSnakeCase(column)]: to }).map(
    ([name, value]) => sql`${sql.ref(name)} = ${value}`,
  );
  await sql`
    WITH changed AS (UPDATE ${sql.table(table)} SET ${sql.join(assignments)} WHERE id = ${record.id})
    ${insertStep(table, record.id, step, { before, after: to, detail })}`.execute(tx);
  states[column] = to;
}

/** Writes a line about a record without changing its state: a note, a parcel. */
export async function writeStep(
  tx: Tx,
  table: string,
  id: number,
  step: string,
  detail: Record<string, unknown> = {},
): Promise<void> {
  await sql`${insertStep(table, id, step, { before: null, after: null, detail })}`.execute(tx);
}

/** The steps of a record, the oldest one first. */
export async function recordStepsOf(
  { tx, kit }: { tx: Tx; kit: Kit },
  table: string,
  id: number,
): Promise<RecordStep[]> {
  const found = await sql<RecordStep>`
    SELECT l.id, l.at, l.step, l.state_before AS before, l.state_after AS after, l.detail,
           ${kit.history.person('l.user_id')} AS person, ${kit.history.person('l.impersonated_by')} AS impersonated_by
      FROM ${sql.table(`${table}_step`)} l WHERE l.subject_id = ${id} ORDER BY l.id`.execute(tx);
  return found.rows;
}

type StepLine = { before: string | null; after: string | null; detail: Record<string, unknown> };
const insertStep = (
  table: string,
  id: number,
  step: string,
  { before, after, detail }: StepLine,
): RawBuilder<unknown> =>
  sql`INSERT INTO ${sql.table(`${table}_step`)} (subject_id, step, state_before, state_after, detail)
      VALUES (${id}, ${step}, ${before}, ${after}, ${JSON.stringify(detail)})`;

const inSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
