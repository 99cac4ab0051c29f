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
  /** The primary key; by default `id`. */
  key?: string;
  /** The column with the time; null for rows that wait for nothing. */
  at: string;
  /** How long after this time; by default at once. */
  afterSeconds?: number;
  /** A further condition, which its partial index has as well. */
  where?: RawBuilder<unknown>;
  /** What comes before those that have been due for longer. */
  first?: RawBuilder<boolean>;
};

const keyOf = ({ key = 'id' }: DueRows) => sql.ref(key);

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
    SELECT *, ${keyOf(of)} AS id, ${sql.ref(of.at)}::text AS taken_at FROM ${sql.table(of.table)}
     WHERE ${isDue(of)} AND ${keyOf(of)} <> ALL (${without}::bigint[])
     ORDER BY ${of.first ? sql`${of.first} DESC,` : sql``} ${sql.ref(of.at)} LIMIT ${limit} FOR UPDATE SKIP LOCKED`.execute(
    tx,
  );
  return rows;
}

/** Work on rows whose time has come: each is done once, by any number of workers, also after a crash or a downtime. */
export type DueWork = {
  name: string;
  rows: DueRows;
  /** Does the work on the rows that have been due for the longest. Returns false if none is due. */
  doNext(kit: Kit): Promise<boolean>;
  /** On how many rows the work has failed several times in this process. */
  lasting?(kit: Kit): number;
  /** Resolves when what it has begun besides is done; it begins nothing more. */
  finish?(kit: Kit): Promise<void>;
  /** By default the rows that are due. */
  backlog?: Backlog;
};

type Failed = { until: number; times: number };

/** The rows whose work failed in this process, and until when they wait: they must not hold up the others. */
class Failing {
  private readonly rows = new WeakMap<object, Map<number, Failed>>();

  private of({ pool }: Kit): Map<number, Failed> {
    const known = this.rows.get(pool) ?? new Map<number, Failed>();
    this.rows.set(pool, known);
    // Another process has worked on what this one has not tried again.
    for (const [id, { until }] of known) if (until + postponedMs < performance.now()) known.delete(id);
    return known;
  }

  add(kit: Kit, id: number): void {
    const known = this.of(kit);
    known.set(id, { until: performance.now() + postponedMs, times: 1 + (known.get(id)?.times ?? 0) });
  }

  succeeded(kit: Kit, ids: readonly number[]): void {
    const known = this.of(kit);
    for (const id of ids) known.delete(id);
  }

  /** The rows that wait now. */
  ids(kit: Kit): number[] {
    return [...this.of(kit)].flatMap(([id, { until }]) => (until < performance.now() ? [] : id));
  }

  /** How many rows have failed more than once: these do not pass by themselves. */
  lasting(kit: Kit): number {
    return [...this.of(kit).values()].filter(({ times }) => times > 1).length;
  }
}

/** `work` runs in the transaction that has locked the row, and sets its next time, or null. */
export const dueWork = <Row extends { id: number }>(
  name: string,
  rows: DueRows,
  work: (context: Emitting, row: Row) => Promise<void>,
): DueWork =>
  dueBatch<Row>(name, rows, 1, async (context, taken) => {
    for (const row of taken) await work(context, row);
  });

/**
 * `work` runs in the transaction that has locked up to `limit` rows, and sets the next time of each, or null. If it fails,
 * each of them is worked on alone.
 */
export function dueBatch<Row extends { id: number }>(
  name: string,
  of: DueRows,
  limit: number,
  work: (context: Emitting, rows: readonly Row[]) => Promise<void>,
): DueWork {
  const failing = new Failing();
  /** How many rows are still to be taken one by one. */
  let alone = 0;
  return {
    name,
    rows: of,
    lasting: (kit) => failing.lasting(kit),
    async doNext(kit) {
      let taken: Taken<Row>[] = [];
      try {
        await emittingAsSystem(kit, kit.db, async (context) => {
          taken = await takeDue<Row>(context.tx, of, { limit: alone > 0 ? 1 : limit, without: failing.ids(kit) });
          if (taken.length === 0) return;
          await work(context, taken);
          await assertMoved(context.tx, of, taken);
        });
        failing.succeeded(
          kit,
          taken.map(({ id }) => id),
        );
      } catch (error) {
        const [first] = taken;
        if (!first) throw error;
        if (taken.length > 1) alone = taken.length + 1;
        else failing.add(kit, first.id);
        oncePerMinute(kit.log).write('error', { err: error, rows: taken.map(({ id }) => id) }, `${name} failed`);
      }
      alone = Math.max(0, alone - 1);
      return taken.length > 0;
    },
  };
}

/** Rows that keep their time would be taken again and again. Their next time may have passed as well. */
async function assertMoved(tx: Tx, of: DueRows, taken: readonly Taken<{ id: number }>[]): Promise<void> {
  const ids = taken.map(({ id }) => id);
  const left = await sql<{ id: number; takenAt: string }>`
    SELECT ${keyOf(of)} AS id, ${sql.ref(of.at)}::text AS taken_at FROM ${sql.table(of.table)}
     WHERE ${keyOf(of)} = ANY (${ids}::bigint[]) AND ${isDue(of)}`.execute(tx);
  const timeOf = new Map(taken.map(({ id, takenAt }) => [id, takenAt]));
  const kept = left.rows.filter(({ id, takenAt }) => timeOf.get(id) === takenAt);
  if (kept.length > 0)
    throw new Error(
      `Rows of ${of.table} are as due as before the work on them: ${kept.map(({ id }) => id).join(', ')}`,
    );
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
  const unwatch = kit.readiness.watch(() => warningOf(kit, works), 'warning');
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
    unwatch();
    await stop();
    await Promise.all(running.values());
    await Promise.all(works.map((work) => work.finish?.(kit)));
  };
}

/** Names the works that fail again and again on the same rows; null if none does. */
function warningOf(kit: Kit, works: readonly DueWork[]): string | null {
  const failing = works.flatMap(({ name, lasting }) => ((lasting?.(kit) ?? 0) > 0 ? name : []));
  return failing.length > 0 ? `Due work fails again and again: ${failing.join(', ')}. The log names its rows.` : null;
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
export const dueBacklog = ({ name, rows: of, backlog: own }: DueWork): Backlog =>
  own ??
  backlog(
    name,
    sql`SELECT count(*) AS waiting, ${oldestSeconds(sql.ref(of.at), sql`true`)}, 0 AS failed
          FROM ${sql.table(of.table)} WHERE ${isDue(of)}`,
  );
