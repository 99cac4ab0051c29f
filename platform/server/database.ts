import { AsyncLocalStorage } from 'node:async_hooks';
import {
  CamelCasePlugin,
  type Generated,
  type GeneratedAlways,
  Kysely,
  PostgresDialect,
  sql,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
// Instants travel as ISO text in UTC, from the database to the browser.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString());
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

type Database = { [Name in keyof Tables]: WithGenerated<Tables[Name]> };
type WithGenerated<Row> = {
  [Column in keyof Row]: Column extends 'id'
    ? GeneratedAlways<Row[Column]>
    : Column extends 'createdAt'
      ? Generated<Row[Column]>
      : Row[Column];
};
export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;

/** Which companies' rows a transaction may touch. `all` is for platform administrators and the system itself. */
export type Scope = {
  companies: readonly number[] | 'all';
  userId: number | null;
  actingFor: number | null;
  /** Who works in a session as this person. */
  impersonatedBy?: number | null;
};
export const systemScope: Scope = { companies: 'all', userId: null, actingFor: null };

export type DatabaseHandle = { db: Db; pool: pg.Pool; close(): Promise<void> };

/** How far one group of users of the database may go, so that it never takes what the others need. */
export type PoolLimits = {
  max?: number;
  /** A statement that takes longer is ended by PostgreSQL (57014). */
  statementMs?: number;
  /** A statement that waits longer for a lock is ended by PostgreSQL (55P03). */
  lockMs?: number;
  /** Who waits longer for a connection is refused. */
  waitMs?: number;
  /** Whom its connections work as outside of `inTenant`: `rasid_app` sees no rows of any company then. */
  role?: 'rasid_app' | 'rasid_all';
  /** A statement that is not answered for so long fails here, whatever became of the database. */
  answerMs?: number;
};

/** A pool of connections. `url` names the role that owns the tables. */
export function openDatabase(url: string, limits: PoolLimits = {}): DatabaseHandle {
  const pool = openPool(url, limits);
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  // Kysely ends the pool only if it was used through Kysely.
  const close = async () => {
    await db.destroy();
    if (!pool.ended) await pool.end();
  };
  return { db, pool, close };
}

export function openPool(
  url: string,
  { max = 20, statementMs, lockMs, waitMs, role, answerMs }: PoolLimits = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    ...(statementMs === undefined ? {} : { statement_timeout: statementMs }),
    ...(lockMs === undefined ? {} : { lock_timeout: lockMs }),
    ...(role === undefined ? {} : { options: `-c role=${role}` }),
    ...(answerMs === undefined ? {} : { query_timeout: answerMs }),
    ...(waitMs === undefined ? {} : { connectionTimeoutMillis: waitMs }),
  });
  // A connection that the server ends is replaced at the next use; without a listener the process would end. The pool
  // listens on idle connections only, so each connection has a listener of its own for as long as it lives.
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

function settings(scope: Scope): string {
  const companies = scope.companies === 'all' ? '' : scope.companies.map(whole).join(',');
  const role = scope.companies === 'all' ? 'rasid_all' : 'rasid_app';
  return `SET LOCAL ROLE ${role}; SELECT set_config('rasid.companies', '{${companies}}', true), ${setting('user', scope.userId)}, ${setting('acting_for', scope.actingFor)}, ${setting('impersonated_by', scope.impersonatedBy ?? null)}`;
}

/** Runs `work` in one transaction in which row-level security admits only the scope's companies. */
export function inTenant<T>(db: Db, scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql.raw(settings(scope)).execute(tx);
    return work(tx as Tx);
  });
}

/** Runs `work` in one transaction of the system itself, which sees every company. */
export const inSystem = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> => inTenant(db, systemScope, work);

/** Transactions that are within `bypassRls`, and those that the running code is itself within. */
const seeingAll = new WeakSet<Tx>();
const within = new AsyncLocalStorage<readonly Tx[]>();
const inFailedTransaction = '25P02';

/**
 * Runs `work` as the role that sees all rows, inside a tenant's transaction. Only with the company in each predicate:
 * row-level security keeps LIKE from using an index, and some rows of one's own are nobody's. What runs beside it on the
 * same transaction would see all rows as well, so a second `bypassRls` beside the first is an error.
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
    // A statement failed: nothing runs any more until a rollback, and that brings the role back as well.
    if ((error as { code?: unknown }).code !== inFailedTransaction) throw error;
  }
}
