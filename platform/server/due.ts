import { type RawBuilder, sql } from 'kysely';
import { type Emitting, emittingAsSystem } from './domain-events.ts';
import type { Kit, Stop } from './kit.ts';
import { type Backlog, backlog, oldestSeconds } from './monitoring/backlogs.ts';
import { causeOf, oncePerMinute } from './monitoring/once-per-minute.ts';
import { inSystem, type Tx } from './postgres/database.ts';
import { repeat } from './repeat.ts';

const everyMs = 1000;
const postponedSeconds = 60;

/** Which rows of a table are due. */
export type DueRows = {
  table: string;
  /** The column with the time; null for rows that wait for nothing. */
  at: string;
  /** How long after this time; by default at once. */
  afterSeconds?: number;
  /** A further condition, which its partial index has as well. */
  where?: RawBuilder<unknown>;
};

const isDue = ({ at, afterSeconds = 0, where = sql`true` }: DueRows) =>
  sql`${sql.ref(at)} <= now() - ${afterSeconds} * interval '1 second' AND ${where}`;

/**
 * Locks rows that are due, the longest due first, and returns them. Rows that another worker has locked are left to it. The
 * caller sets the next time of each in the same transaction.
 */
export async function takeDue<Row>(tx: Tx, of: DueRows, limit: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT * FROM ${sql.table(of.table)} WHERE ${isDue(of)} ORDER BY ${sql.ref(of.at)} LIMIT ${limit} FOR UPDATE SKIP LOCKED`.execute(
    tx,
  );
  return rows;
}

/** Work on rows whose time has come: each is done once, by any number of workers, also after a crash or a downtime. */
export type DueWork = {
  name: string;
  rows: DueRows;
  /** Does the work on the row that has been due for the longest. Returns false if none is due. */
  doNext(kit: Kit): Promise<boolean>;
};

/** `work` runs in the transaction that has locked the row, and sets its next time, or null. */
export const dueWork = <Row extends { id: number }>(
  name: string,
  rows: DueRows,
  work: (context: Emitting, row: Row) => Promise<void>,
): DueWork => ({
  name,
  rows,
  async doNext(kit) {
    let taken: Row | undefined;
    try {
      await emittingAsSystem(kit, kit.db, async (context) => {
        [taken] = await takeDue<Row>(context.tx, rows, 1);
        if (!taken) return;
        await work(context, taken);
        await assertMoved(context.tx, rows, taken.id);
      });
    } catch (error) {
      if (!taken) throw error;
      await postpone(kit, rows, taken.id);
      oncePerMinute(kit.log).write('error', { err: error, row: taken.id }, `${name} failed`);
    }
    return taken !== undefined;
  },
});

/** A row that stays due would be taken again and again. */
async function assertMoved(tx: Tx, of: DueRows, id: number): Promise<void> {
  const left = await sql`SELECT FROM ${sql.table(of.table)} WHERE id = ${id} AND ${isDue(of)}`.execute(tx);
  if (left.rows.length > 0) throw new Error(`The row ${id} of ${of.table} is still due after the work on it`);
}

/** A row whose work fails does not hold up the others. */
const postpone = (kit: Kit, of: DueRows, id: number) =>
  inSystem(kit.db, (tx) =>
    sql`UPDATE ${sql.table(of.table)} SET ${sql.ref(of.at)} = now() + ${postponedSeconds - (of.afterSeconds ?? 0)} * interval '1 second'
         WHERE id = ${id} AND ${isDue(of)}`.execute(tx),
  );

/** Does all work that is due. */
export async function doDue(kit: Kit, works: readonly DueWork[]): Promise<void> {
  for (const { doNext } of works) while (await doNext(kit));
}

/** Does work when it becomes due. While nothing is due, it asks once a second, in one statement for all works. */
export function startDue(kit: Kit, works: readonly DueWork[]): Stop {
  let ended = false;
  const stop = repeat(kit, everyMs, 'looking for due work failed', async () => {
    for (const { name, doNext } of await worksWithDueRows(kit, works))
      try {
        while (!ended && (await doNext(kit)));
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        oncePerMinute(kit.log).write('error', { err: error }, `${name} failed`, `${name} ${causeOf(error)}`);
      }
  });
  return async () => {
    ended = true;
    await stop();
  };
}

async function worksWithDueRows(kit: Kit, works: readonly DueWork[]): Promise<readonly DueWork[]> {
  if (works.length === 0) return [];
  const columns = works.map(({ rows }) => sql`EXISTS (SELECT FROM ${sql.table(rows.table)} WHERE ${isDue(rows)})`);
  const { rows } = await inSystem(kit.db, (tx) =>
    sql<{ due: boolean[] }>`SELECT ARRAY[${sql.join(columns)}] AS due`.execute(tx),
  );
  return works.filter((_, at) => rows[0]?.due[at]);
}

/** What of a work is due and not done yet, for `/metrics`. */
export const dueBacklog = ({ name, rows: of }: DueWork): Backlog =>
  backlog(
    name,
    sql`SELECT count(*) AS waiting, ${oldestSeconds(sql.ref(of.at), sql`true`)}, 0 AS failed
          FROM ${sql.table(of.table)} WHERE ${isDue(of)}`,
  );
