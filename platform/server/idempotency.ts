import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { inSystem, type Tx } from './database.ts';
import type { Kit } from './kit.ts';
import { refuse } from './refuse.ts';
import type { Actor } from './serve.ts';

type KeyedCall = { route: string; status: number; required: boolean; actor: Actor | null; request: FastifyRequest };

/** Returns the first reply to a repeated `Idempotency-Key`; a row lock makes a concurrent repeat wait for it. */
export async function withIdempotencyKey(
  tx: Tx,
  { route, status, required, actor, request }: KeyedCall,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const key = request.headers['idempotency-key'];
  if (!actor || typeof key !== 'string' || key === '') {
    if (required) throw refuse(400, 'idempotency-key-required');
    return work();
  }
  if (key.length > 200) throw refuse(400, 'bad-idempotency-key');
  const userId = actor.session.user.id;
  const requestHash = createHash('sha256')
    .update(JSON.stringify([request.url, request.body]))
    .digest('hex');
  const inserted = await tx
    .insertInto('idempotency')
    .values({ key, userId, route, requestHash, status: null, reply: null })
    .onConflict((conflict) => conflict.columns(['userId', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  if (!inserted) {
    const first = await tx
      .selectFrom('idempotency')
      .selectAll()
      .where('userId', '=', userId)
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    if (first.requestHash !== requestHash) throw refuse(409, 'idempotency-key-reused');
    return first.reply;
  }
  const result = await work();
  await tx
    .updateTable('idempotency')
    .set({ status, reply: JSON.stringify(result ?? null) })
    .where('userId', '=', userId)
    .where('key', '=', key)
    .execute();
  return result;
}

/** Deletes replies that are older than eight days: a browser without a network repeats its calls for seven. */
export async function forgetIdempotencyKeys(kit: Kit): Promise<void> {
  await inSystem(kit.db, (tx) =>
    tx.deleteFrom('idempotency').where(sql<boolean>`created_at < now() - interval '8 days'`).execute(),
  );
}
