import { AsyncLocalStorage } from 'node:async_hooks';
import { CamelCasePlugin, CompiledQuery, Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { setInstant } from '../clock.ts';
import type { Tables } from '../tables.ts';
import { type NamedQuery, PoolDialect } from './pool-dialect.ts';

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoOf);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/**
 * The ISO string, in UTC and ms, of an instant as PostgreSQL writes it. Instants are ISO strings everywhere. A connection in UTC
 * writes `2026-01-31 08:00:00.25+00`, which is much faster to rearrange than to parse.
 */
function isoOf(text: string): string {
  const seconds = 'yyyy-mm-dd hh:mm:ss'.length;
  if (!text.endsWith('+00') || text[4] !== '-') return new Date(text).toISOString();
  const fraction = text.slice(seconds + 1, -3);
  const ms = fraction === '' ? '000' : fraction.slice(0, 3).padEnd(3, '0');
  return `${text.slice(0, 10)}T${text.slice(11, seconds)}.${ms}Z`;
}

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

/** The companies whose rows a transaction may access. `all` is for platform administrators and the system. */
export type Scope = {
  companies: readonly number[] | 'all';
  userId: number | null;
  actingFor: number | null;
  /** The company whose guest the user is: the user's own rows are visible, where a table has `rasid_guest_rows`. */
  guestOf?: number;
  /** The person who impersonates this user. */
  impersonatedBy?: number | null;
};
export const systemScope: Scope = { companies: 'all', userId: null, actingFor: null };

export type DatabaseHandle = { db: Db; pool: pg.Pool; close(): Promise<void> };

/** Limits of a pool, so that one kind of user does not starve the others. */
export type PoolLimits = {
  max?: number;
  /** The statement timeout in ms, enforced by PostgreSQL (57014). */
  statementMs?: number;
  /** The lock timeout in ms, enforced by PostgreSQL (55P03). */
  lockMs?: number;
  /** The time in ms to wait for a free connection. */
  waitMs?: number;
  /** The role of its connections outside of `inTenant`; as `rasid_app` they then see no rows of any company. */
  role?: 'rasid_app' | 'rasid_all';
  /** The time in ms after which an unanswered statement fails in this process, whatever became of the database. */
  answerMs?: number;
  /** Statements go out before those ahead of them are answered, for `inSystemAtOnce`. */
  pipeline?: boolean;
};

/** Opens a connection pool. `url` names the role that owns the tables. */
export function openDatabase(url: string, limits: PoolLimits = {}): DatabaseHandle {
  const pool = openPool(url, limits);
  const db = new Kysely<Tables>({
    dialect: new PoolDialect(pool),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  // Kysely ends the pool only if Kysely has used it.
  const close = async () => {
    await db.destroy();
    if (!pool.ended) await pool.end();
  };
  return { db, pool, close };
}

export function openPool(
  url: string,
  { max = 20, statementMs, lockMs, waitMs, role, answerMs, pipeline = false }: PoolLimits = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    pipeline,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    ...(statementMs === undefined ? {} : { statement_timeout: statementMs }),
    ...(lockMs === undefined ? {} : { lock_timeout: lockMs }),
    ...(role === undefined ? {} : { options: `-c role=${role}` }),
    ...(answerMs === undefined ? {} : { query_timeout: answerMs }),
    ...(waitMs === undefined ? {} : { connectionTimeoutMillis: waitMs }),
  });
  // A connection that the server ends is replaced at its next use; an unhandled error event would end the process. The
  // pool listens on idle connections only, so each connection gets its own listener.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

const whole = (value: number) => {
  if (!Number.isSafeInteger(value)) throw new TypeError(`not an id: ${value}`);
  return String(value);
};

const setting = (name: string, value: number | null) =>
  `set_config('rasid.${name}', '${value === null ? '' : whole(value)}', true)`;

const clock = () => {
  const instant = setInstant();
  return instant ? `, set_config('rasid.now', '${instant.toISOString()}', true)` : '';
};

function settings(scope: Scope): string {
  const companies = scope.companies === 'all' ? '' : scope.companies.map(whole).join(',');
  const role = scope.companies === 'all' ? 'rasid_all' : 'rasid_app';
  const guest = scope.guestOf === undefined ? '' : `, ${setting('guest_of', scope.guestOf)}`;
  return `SELECT set_config('role', '${role}', true), set_config('rasid.companies', '{${companies}}', true), ${setting('user', scope.userId)}, ${setting('acting_for', scope.actingFor)}, ${setting('impersonated_by', scope.impersonatedBy ?? null)}${guest}${clock()}`;
}

/** Runs `work` in one transaction that row-level security limits to the companies of the scope. */
export function inTenant<T>(db: Db, scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql.raw(settings(scope)).execute(tx);
    return work(tx as Tx);
  });
}

/**
 * Like `inTenant`, in a transaction that only reads and sees all data as of its first statement, however long it takes. A
 * statement that takes longer than `statementMs` fails.
 */
export function inSnapshot<T>(
  db: Db,
  scope: Scope,
  { statementMs }: { statementMs: number },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return snapshot.execute(async (tx) => {
    await sql.raw(settings(scope)).execute(tx);
    await sql`SELECT set_config('statement_timeout', ${whole(statementMs)}, true)`.execute(tx);
    return work(tx as Tx);
  });
}

/** Runs `work` in one transaction of the system, which sees all companies. */
export const inSystem = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> => inTenant(db, systemScope, work);

/** A statement as text with `$1`, `$2` …; each connection prepares it once if it has a name. */
export type TextQuery = { name?: string; text: string; values?: readonly unknown[] };

/**
 * Runs a statement of a transaction without the query builder, for those that run with each batch of messages. The rows
 * have the names of the columns.
 */
export async function queryText<Row>(
  tx: Tx,
  { name, text, values = [] }: TextQuery,
): Promise<{ rows: Row[]; rowCount: number }> {
  const query: NamedQuery = { ...CompiledQuery.raw(text, [...values]), name };
  const { rows, numAffectedRows } = await tx.withoutPlugins().executeQuery<Row>(query);
  return { rows, rowCount: Number(numAffectedRows ?? rows.length) };
}

/**
 * Runs a statement that each connection prepares once, for those of every batch of messages: planning one over the stored
 * messages takes longer than running it. Its text must be the same each time.
 */
export async function runPrepared<Row>(tx: Tx, name: string, statement: RawBuilder<Row>): Promise<Row[]> {
  const query: CompiledQuery<Row> & { name: string } = { ...statement.compile(tx), name };
  return (await tx.executeQuery<Row>(query)).rows;
}

const preparedNames = new Map<string, string>();
function preparedName(text: string): string {
  const name = preparedNames.get(text) ?? `at-once-${preparedNames.size}`;
  preparedNames.set(text, name);
  return name;
}

/**
 * Runs statements one after the other in one transaction of the system, in a single round trip if the pool pipelines.
 * Returns the rows of each, with the names that the statement gives them. Each connection prepares a statement once: its
 * text must be the same each time.
 */
export async function inSystemAtOnce(
  { db, pool }: Pick<DatabaseHandle, 'db' | 'pool'>,
  statements: readonly RawBuilder<unknown>[],
): Promise<pg.QueryResultRow[][]> {
  const compiled = statements.map((statement) => statement.compile(db));
  const client = await pool.connect();
  const begun = client.query(`BEGIN; ${settings(systemScope)}`);
  const sent = compiled.map(({ sql: text, parameters }) =>
    client.query({ name: preparedName(text), text, values: [...parameters] }),
  );
  // After a failed statement all later ones fail, and this rolls back.
  const ended = client.query('COMMIT');
  const answers = await Promise.allSettled([begun, ...sent, ended]);
  const failed = answers.find((answer) => answer.status === 'rejected');
  // Without an answer to its end the transaction may still be open.
  client.release(answers.at(-1)?.status === 'rejected');
  if (failed) throw failed.reason;
  return Promise.all(sent.map(async (result) => (await result).rows));
}

/** The transactions that are within `bypassRls`, and those of the current async context. */
const seeingAll = new WeakSet<Tx>();
const within = new AsyncLocalStorage<readonly Tx[]>();
const inFailedTransaction = '25P02';

/**
 * Runs `work` as the role that sees all rows, inside a tenant's transaction. Each statement must have the company in
 * its predicate. It is for searches, because row-level security keeps LIKE from using an index, and for rows without a
 * company. Throws if a concurrent `bypassRls` runs on the same transaction, whose other statements would see all rows
 * as well.
 */
export async function bypassRls<T>(tx: Tx, scope: Scope, work: () => Promise<T>): Promise<T> {
  const outer = within.getStore() ?? [];
  if (scope.companies === 'all' || outer.includes(tx)) return work();
  if (seeingAll.has(tx)) throw new Error('bypassRls runs twice at once on one transaction: await the first one');
  seeingAll.add(tx);
  try {
    await sql.raw('SET LOCAL ROLE rasid_all').execute(tx);
    return await within.run([...outer, tx], work);
  } finally {
    await backToTenant(tx).finally(() => seeingAll.delete(tx));
  }
}

async function backToTenant(tx: Tx): Promise<void> {
  try {
    await sql.raw('SET LOCAL ROLE rasid_app').execute(tx);
  } catch (error) {
    // After a failed statement nothing runs until a rollback, which also restores the role.
    if ((error as { code?: unknown }).code !== inFailedTransaction) throw error;
  }
}
