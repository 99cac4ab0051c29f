import { type RawBuilder, sql } from 'kysely';
import { dueWork } from '../due.ts';
import type { Kit } from '../kit.ts';
import { isDataError } from '../monitoring/isolate-faults.ts';
import { inSystem, type Tx } from '../postgres/database.ts';
import type { AppRetention } from './retention.ts';

/** The number of rows per transaction. */
const batchRows = 5000;
/** How many times smaller the next attempt is after a row could not be erased. */
const batchDivisor = 50;

/**
 * Makes a run of each retention due for each company that has rows in its table or has had some. A run of an earlier night
 * that has not ended goes on. A retention that fails does not hold up the others.
 */
export async function beginRetention(kit: Kit): Promise<void> {
  for (const retention of kit.retentions)
    try {
      await inSystem(kit.db, (tx) => beginRuns(tx, retention));
    } catch (error) {
      const { app, setting, table } = retention;
      kit.log.error({ err: error, app, setting, table }, 'retention cannot begin');
    }
}

/** The companies are found by the index, without reading all rows. */
const beginRuns = (tx: Tx, { app, setting, table, at }: AppRetention) =>
  sql`
  WITH RECURSIVE owner (id) AS (
    (SELECT company_id FROM ${sql.table(table)} WHERE ${sql.ref(at)} IS NOT NULL ORDER BY company_id LIMIT 1)
    UNION ALL
    SELECT (SELECT t.company_id FROM ${sql.table(table)} t WHERE t.company_id > owner.id AND ${sql.ref(at)} IS NOT NULL ORDER BY t.company_id LIMIT 1)
      FROM owner WHERE owner.id IS NOT NULL),
  concerned AS (
    SELECT id FROM owner WHERE id IS NOT NULL
    UNION SELECT company_id FROM retention_run WHERE app = ${app} AND setting = ${setting} AND table_name = ${table})
  INSERT INTO retention_run AS r (company_id, app, setting, table_name, due_at, began_at)
  SELECT id, ${app}, ${setting}, ${table}, now(), now() FROM concerned ORDER BY id
  ON CONFLICT (company_id, app, setting, table_name) DO UPDATE
     SET due_at = now(), began_at = now(), ended_at = NULL, after_at = NULL, after_id = NULL, rows = 0, files = 0
   WHERE r.due_at IS NULL`.execute(tx);

type Run = { id: number; companyId: number; app: string; setting: string; tableName: string };

/**
 * The batches of all runs. Each is the work on the row of its run, which is locked: no two processes do the same one, and
 * an interrupted run goes on after its last batch. After a batch a run waits until all others have had their turn, so that a
 * company with many rows does not hold up the others.
 */
export const retentionDue = dueWork<Run>('retention', { table: 'retention_run', at: 'due_at' }, ({ tx, kit }, run) =>
  retainBatch(tx, kit, run),
);

async function retainBatch(tx: Tx, kit: Kit, run: Run): Promise<void> {
  const retention = kit.retentions.find(
    ({ app, setting, table }) => app === run.app && setting === run.setting && table === run.tableName,
  );
  if (!retention) {
    await sql`DELETE FROM retention_run WHERE id = ${run.id}`.execute(tx);
    return;
  }
  const found = await sql<{ days: number; files: number }>`
    SELECT greatest(${retention.days.min}, least(${retention.days.max}, coalesce((
             SELECT days FROM retention_setting WHERE company_id = ${run.companyId} AND app = ${run.app} AND name = ${run.setting}),
             ${retention.days.default})))::integer AS days, ${deletedFiles} AS files`.execute(tx);
  const { days = retention.days.default, files = 0 } = found.rows[0] ?? {};
  const { ids, ended } = await retainNext(tx, kit, retention, { ...run, days });
  const oldest = sql`SELECT t.${sql.ref(retention.at)} FROM ${sql.table(retention.table)} t
    WHERE t.company_id = ${run.companyId} AND t.${sql.ref(retention.at)} IS NOT NULL AND ${isWhole(retention)} ORDER BY t.${sql.ref(retention.at)} LIMIT 1`;
  await sql`
    UPDATE retention_run SET rows = rows + ${ids.length}, files = files + ${deletedFiles} - ${files},
           due_at = CASE WHEN NOT ${ended} THEN clock_timestamp() END, ended_at = CASE WHEN ${ended} THEN clock_timestamp() END,
           oldest_left = ${ended ? sql`(${oldest})` : sql`oldest_left`}
     WHERE id = ${run.id}`.execute(tx);
}

type Retained = {
  ids: readonly string[];
  /** Whether none is left. */
  ended: boolean;
};

/**
 * Retains the next batch. If a row cannot be deleted or changed, the batch becomes smaller until the row is alone, which is
 * logged and left for the next run: it must not hold up the others.
 */
async function retainNext(tx: Tx, kit: Kit, retention: AppRetention, run: RetentionRun): Promise<Retained> {
  for (let size = batchRows; ; size = Math.ceil(size / batchDivisor)) {
    await sql`SAVEPOINT batch`.execute(tx);
    try {
      const ids = await retainRows(tx, retention, run, size);
      await forget(tx, retention, ids);
      await sql`RELEASE SAVEPOINT batch`.execute(tx);
      return { ids, ended: ids.length < size };
    } catch (error) {
      if (!isDataError(error)) throw error;
      await sql`ROLLBACK TO SAVEPOINT batch`.execute(tx);
      if (size > 1) continue;
      const { table } = retention;
      const [id] = await passRow(tx, retention, run);
      kit.log.error({ err: error, table, id }, 'retention cannot erase a row');
      return { ids: [], ended: id === undefined };
    }
  }
}

/** How many files this transaction, or an earlier one of the connection, has deleted. */
const deletedFiles = sql`pg_stat_get_xact_tuples_deleted('stored_file'::regclass)`;

/** The condition that the row `t` is not pseudonymised yet. */
function isWhole({ pseudonymise }: AppRetention): RawBuilder<unknown> {
  if (!pseudonymise) return sql`true`;
  const columns = Object.entries(pseudonymise);
  return sql`(${sql.join(
    columns.map(([name, value]) => sql`t.${sql.ref(name)} IS DISTINCT FROM ${value}`),
    sql` OR `,
  )})`;
}

type RetentionRun = Run & { days: number };

/** Deletes or pseudonymises the next rows of a run, and returns their ids. */
async function retainRows(
  tx: Tx,
  retention: AppRetention,
  run: RetentionRun,
  limit: number,
): Promise<readonly string[]> {
  const { table, pseudonymise } = retention;
  const values = Object.entries(pseudonymise ?? {}).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const change = pseudonymise
    ? sql`UPDATE ${sql.table(table)} t SET ${sql.join(values)} FROM old WHERE t.id = old.id RETURNING t.id`
    : sql`DELETE FROM ${sql.table(table)} t USING old WHERE t.id = old.id RETURNING t.id`;
  return past(tx, retention, run, limit, change);
}

/** Passes the next row of a run without changing it, and returns its id. */
const passRow = (tx: Tx, retention: AppRetention, run: RetentionRun): Promise<readonly string[]> =>
  past(tx, retention, run, 1, sql.raw('SELECT id FROM old'));

/**
 * Moves a run past its next rows `old`, in the order of their times, and returns the ids that `change` returns. Rows that
 * somebody is changing wait for the next run.
 */
async function past(
  tx: Tx,
  retention: AppRetention,
  run: RetentionRun,
  limit: number,
  change: RawBuilder<unknown>,
): Promise<readonly string[]> {
  const { table, at, hold = sql`false` } = retention;
  const time = sql`t.${sql.ref(at)}`;
  const { rows } = await sql<{ id: string }>`
    WITH old AS MATERIALIZED (
      SELECT t.id, ${time} AS at FROM ${sql.table(table)} t, retention_run r
       WHERE r.id = ${run.id} AND t.company_id = ${run.companyId} AND ${time} < now() - ${run.days} * interval '1 day'
         AND (${time}, t.id) > (coalesce(r.after_at, '-infinity'), coalesce(r.after_id, 0))
         AND ${isWhole(retention)} AND (${hold}) IS NOT TRUE
       ORDER BY ${time}, t.id LIMIT ${limit} FOR UPDATE OF t SKIP LOCKED),
    changed AS (${change}),
    reached AS (
      UPDATE retention_run SET (after_at, after_id) = (SELECT at, id FROM old ORDER BY at DESC, id DESC LIMIT 1)
       WHERE id = ${run.id} AND EXISTS (SELECT FROM old))
    SELECT id::text FROM changed`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Erases what the change log still has of these rows, including the lines of this transaction. */
async function forget(tx: Tx, { table, pseudonymise, forget: also = {} }: AppRetention, ids: readonly string[]) {
  if (ids.length === 0) return;
  const own = pseudonymise ? [...(also[table] ?? []), ...Object.keys(pseudonymise)] : (also[table] ?? null);
  const logged = Object.entries({ ...also, [table]: own }).map(([name, columns]) => ({ name, columns }));
  await sql`
    SELECT rasid_forget_logged(f.name, ${ids}::text[], coalesce(f.columns, ${everyColumn(sql`f.name`)}))
      FROM jsonb_to_recordset(${JSON.stringify(logged)}::jsonb) AS f (name text, columns text[])`.execute(tx);
}

/** SQL for the columns of a table that do not say which row of whom it is. */
const everyColumn = (table: RawBuilder<unknown>) =>
  sql`ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = ${table}::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attname NOT IN ('id', 'company_id'))`;
