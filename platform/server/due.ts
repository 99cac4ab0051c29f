import { type RawBuilder, sql } from 'kysely';
import { type Emitting, emittingAsSystem } from './domain-events.ts';
import type { Kit, Stop } from './kit.ts';
import { type Backlog, backlog, oldestSeconds } from './monitoring/backlogs.ts';
import { causeOf, oncePerMinute } from './monitoring/once-per-minute.ts';
import { inSystem, type Tx } from './postgres/database.ts';
import { repeat } from './repeat.ts';

const everyMs = 1000;
/** A row whose work failed is tried again after this time. */
const postponedMs = 60_000;

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

/** A row as it was taken. `takenAt`: its time. */
type Taken<Row> = Row & { takenAt: string };

/**
 * Locks rows that are due, the longest due first, and returns them. Rows that another worker has locked are left to it. The
 * caller sets the next time of each in the same transaction.
 */
export async function takeDue<Row>(
  tx: Tx,
  of: DueRows,
  { limit, without = [] }: { limit: number; without?: readonly number[] },
): Promise<Taken<Row>[]> {
  const { rows } = await sql<Taken<Row>>`
    SELECT *, ${sql.ref(of.at)}::text AS taken_at FROM ${sql.table(of.table)}
     WHERE ${isDue(of)} AND id <> ALL (${without}::integer[]) ORDER BY ${sql.ref(of.at)} LIMIT ${limit} FOR UPDATE SKIP LOCKED`.execute(
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

/** The rows whose work failed in this process, and until when they wait: they must not hold up the others. */
class Failing {
  private readonly until = new WeakMap<object, Map<number, number>>();

  private of({ pool }: Kit): Map<number, number> {
    const known = this.until.get(pool) ?? new Map<number, number>();
    this.until.set(pool, known);
    return known;
  }

  add(kit: Kit, id: number): void {
    this.of(kit).set(id, performance.now() + postponedMs);
  }

  ids(kit: Kit): number[] {
    const known = this.of(kit);
    for (const [id, until] of known) if (until < performance.now()) known.delete(id);
    return [...known.keys()];
  }
}

/** `work` runs in the transaction that has locked the row, and sets its next time, or null. */
export function dueWork<Row extends { id: number }>(
  name: string,
  rows: DueRows,
  work: (context: Emitting, row: Row) => Promise<void>,
): DueWork {
  const failing = new Failing();
  return {
    name,
    rows,
    async doNext(kit) {
      let taken: Taken<Row> | undefined;
      try {
        await emittingAsSystem(kit, kit.db, async (context) => {
          [taken] = await takeDue<Row>(context.tx, rows, { limit: 1, without: failing.ids(kit) });
          if (!taken) return;
          await work(context, taken);
          await assertMoved(context.tx, rows, taken);
        });
      } catch (error) {
        if (!taken) throw error;
        failing.add(kit, taken.id);
        oncePerMinute(kit.log).write('error', { err: error, row: taken.id }, `${name} failed`);
      }
      return taken !== undefined;
    },
  };
}

/** A row that keeps its time would be taken again and again. Its next time may have passed as well. */
async function assertMoved(tx: Tx, of: DueRows, { id, takenAt }: { id: number; takenAt: string }): Promise<void> {
  const left = await sql`
    SELECT FROM ${sql.table(of.table)} WHERE id = ${id} AND ${isDue(of)} AND ${sql.ref(of.at)}::text = ${takenAt}`.execute(
    tx,
  );
  if (left.rows.length > 0) throw new Error(`The row ${id} of ${of.table} is as due as before the work on it`);
}

/** Does all work that is due. */
export async function doDue(kit: Kit, works: readonly DueWork[]): Promise<void> {
  for (const { doNext } of works) while (await doNext(kit));
}

/**
 * Does work when it becomes due. While nothing is due, it asks once a second, in one statement for all works. A work with
 * many rows does not hold up the others.
 */
export function startDue(kit: Kit, works: readonly DueWork[]): Stop {
  let ended = false;
  const running = new Map<DueWork, Promise<void>>();
  const drain = async ({ name, doNext }: DueWork) => {
    try {
      while (!ended && (await doNext(kit)));
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      oncePerMinute(kit.log).write('error', { err: error }, `${name} failed`, `${name} ${causeOf(error)}`);
    }
  };
  const stop = repeat(kit, everyMs, 'looking for due work failed', async () => {
    for (const work of await worksWithDueRows(kit, works))
      if (!running.has(work))
        running.set(
          work,
          drain(work).finally(() => running.delete(work)),
        );
  });
  return async () => {
    ended = true;
    await stop();
    await Promise.all(running.values());
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
