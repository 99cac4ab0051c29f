import type { CompiledQuery, RawBuilder } from 'kysely';
import type { Tx } from './database.ts';

/**
 * Runs a statement that each connection prepares once, for those of every batch of messages: planning one over the stored
 * messages takes longer than running it. Its text must be the same each time.
 */
export async function runPrepared<Row>(tx: Tx, name: string, statement: RawBuilder<Row>): Promise<Row[]> {
  const query: CompiledQuery<Row> & { name: string } = { ...statement.compile(tx), name };
  return (await tx.executeQuery<Row>(query)).rows;
}
