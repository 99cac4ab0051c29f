import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';

const names = new Map<string, string>();

/** Has each connection prepare a statement once, under a name of its own. Its text must be the same each time. */
export function prepareAs(name: string, text: string): void {
  names.set(text, name);
}

/** The dialect of the query builder on a pool. */
export class PoolDialect extends PostgresDialect {
  private readonly pool: pg.Pool;

  constructor(pool: pg.Pool) {
    super({ pool });
    this.pool = pool;
  }

  override createDriver(): Driver {
    return new PoolDriver(this.pool);
  }
}

/** That of Kysely sends all statements without a name, so that PostgreSQL would plan those of devices each time. */
class PoolDriver implements Driver {
  private readonly pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.pool = pool;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PoolConnection> {
    return new PoolConnection(await this.pool.connect());
  }

  async beginTransaction(connection: PoolConnection, settings: TransactionSettings): Promise<void> {
    if (settings.isolationLevel || settings.accessMode) throw new Error('transactions have the default settings');
    await connection.executeQuery(CompiledQuery.raw('begin'));
  }

  async commitTransaction(connection: PoolConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: PoolConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async releaseConnection(connection: PoolConnection): Promise<void> {
    connection.client.release();
  }

  destroy(): Promise<void> {
    return this.pool.end();
  }
}

class PoolConnection implements DatabaseConnection {
  readonly client: pg.PoolClient;

  constructor(client: pg.PoolClient) {
    this.client = client;
  }

  async executeQuery<Row>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      const { command, rowCount, rows } = await this.client.query({
        name: names.get(text),
        text,
        values: [...parameters],
      });
      const changes = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE';
      return changes ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows: rows ?? [] };
    } catch (error) {
      // The driver reports an error without the code that has sent the statement.
      if (error instanceof Error) error.stack += `\n${new Error().stack?.split('\n').slice(1).join('\n')}`;
      throw error;
    }
  }

  // biome-ignore lint/correctness/useYield: it never answers
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('results are not streamed');
  }
}
