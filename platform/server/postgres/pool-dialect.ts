import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';

/** A statement that each connection prepares once if it has a name. Its text must be the same each time. */
export type NamedQuery = CompiledQuery & { name?: string };

/**
 * The dialect of the query builder on a pool. The driver of Kysely sends all statements without a name, so that PostgreSQL
 * would plan those of devices each time; it needs a round trip to begin a transaction; and it returns a connection to
 * the pool whose transaction it could not end.
 */
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
    const { isolationLevel, accessMode } = settings;
    if (isolationLevel === 'repeatable read' && accessMode === 'read only')
      return connection.begin('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    if (isolationLevel || accessMode) throw new Error('transactions have the default settings, or read one snapshot');
    connection.begin('BEGIN');
  }

  commitTransaction(connection: PoolConnection): Promise<void> {
    return connection.commit();
  }

  rollbackTransaction(connection: PoolConnection): Promise<void> {
    return connection.rollback();
  }

  async releaseConnection(connection: PoolConnection): Promise<void> {
    connection.release();
  }

  destroy(): Promise<void> {
    return this.pool.end();
  }
}

class PoolConnection implements DatabaseConnection {
  private readonly client: pg.PoolClient;
  /** What the transaction begins with, together with its first statement; null once it has begun. */
  private begins: string | null = null;
  private ended = false;
  /** The transaction may still be open. */
  private broken = false;
  private last: Promise<unknown> = Promise.resolve();

  constructor(client: pg.PoolClient) {
    this.client = client;
  }

  begin(statement: string): void {
    this.begins = statement;
  }

  async commit(): Promise<void> {
    this.ended = true;
    if (this.begins === null) await this.send({ text: 'COMMIT' });
    this.begins = null;
  }

  /** Does not throw: the caller throws the error that was the reason to roll back. */
  async rollback(): Promise<void> {
    this.ended = true;
    if (this.begins === null)
      await this.send({ text: 'ROLLBACK' }).catch(() => {
        this.broken = true;
      });
    this.begins = null;
  }

  /** Returns the connection to the pool, which closes it if it cannot be used again. */
  release(): void {
    this.client.release(this.broken);
  }

  async executeQuery<Row>({ sql, parameters, name }: NamedQuery): Promise<QueryResult<Row>> {
    if (this.ended) throw new Error('the transaction has ended');
    try {
      const text = await this.begun(sql, parameters.length === 0 && name === undefined);
      // Several statements in one text have several results.
      const results = [await this.send({ name, text, values: [...parameters] })].flat();
      const { command, rowCount, rows = [] } = results.at(-1) ?? {};
      const changes = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE';
      return changes ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
    } catch (error) {
      // The driver reports an error without the code that has sent the statement.
      if (error instanceof Error) error.stack += `\n${new Error().stack?.split('\n').slice(1).join('\n')}`;
      throw error;
    }
  }

  /** The text that is to be sent, when the transaction begins with it: plain text goes out together with BEGIN. */
  private async begun(text: string, isPlain: boolean): Promise<string> {
    const { begins } = this;
    if (begins === null) return text;
    this.begins = null;
    if (isPlain) return `${begins}; ${text}`;
    await this.send({ text: begins });
    return text;
  }

  /** One after the other: when one of several concurrent calls fails, the transaction ends while another is under way. */
  private send(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const sent = this.last.then(() => this.client.query(query));
    this.last = sent.catch(() => undefined);
    return sent;
  }

  // biome-ignore lint/correctness/useYield: it never answers
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('results are not streamed');
  }
}
