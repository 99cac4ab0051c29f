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
  openedBy?: number | null;
};
export const systemScope: Scope = { companies: 'all', userId: null, actingFor: null };

export type DatabaseHandle = { db: Db; pool: pg.Pool; close(): Promise<void> };

/** One pool for everything. `url` names a role that may create tables and roles. */
export function openDatabase(url: string, options: { max?: number } = {}): DatabaseHandle {
  const pool = new pg.Pool({ connectionString: url, max: options.max ?? 20, idleTimeoutMillis: 60_000 });
  // An idle connection that the server ends is replaced at the next use; without a listener the process would end.
  pool.on('error', () => undefined);
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  return { db, pool, close: () => db.destroy() };
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
  return `SET LOCAL ROLE ${role}; SELECT set_config('rasid.companies', '{${companies}}', true), ${setting('user', scope.userId)}, ${setting('acting_for', scope.actingFor)}, ${setting('opened_by', scope.openedBy ?? null)}`;
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

/** Transactions that are within `asAll`: only the outermost one goes back to the tenant's role. */
const seeingAll = new WeakSet<Tx>();

/**
 * Runs `work` as the role that sees all rows, inside a tenant's transaction. Only with the company in each predicate:
 * row-level security keeps LIKE from using an index, and some rows of one's own are nobody's.
 */
export async function asAll<T>(tx: Tx, scope: Scope, work: () => Promise<T>): Promise<T> {
  if (scope.companies === 'all' || seeingAll.has(tx)) return work();
  seeingAll.add(tx);
  try {
    await sql.raw('SET LOCAL ROLE rasid_all').execute(tx);
    const result = await work();
    await sql.raw('SET LOCAL ROLE rasid_app').execute(tx);
    return result;
  } finally {
    seeingAll.delete(tx);
  }
}
