import { createHash, createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Kit } from '../kit.ts';
import { inSystem, type Tx } from '../postgres/database.ts';
import { refuse } from '../refuse.ts';
import { seal, unseal } from '../seal.ts';
import type { Actor } from '../serve.ts';

/** Replies hold codes and links that are stored nowhere else in plain text. */
type Kept = { sealed: string };
const isKept = (reply: unknown): reply is Kept =>
  typeof reply === 'object' && reply !== null && Object.keys(reply).join() === 'sealed';

type KeyedCall = {
  route: string;
  status: number;
  required: boolean;
  actor: Actor | null;
  request: FastifyRequest;
  /** What was sent, where the request itself has no body: a form with the hashes of its files. */
  form?: unknown;
};

/** Returns the first reply to a repeated `Idempotency-Key`; a row lock makes a concurrent repeat wait for it. */
export async function withIdempotencyKey(
  tx: Tx,
  { secrets }: Pick<Kit, 'secrets'>,
  { route, status, required, actor, request, form }: KeyedCall,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const key = request.headers['idempotency-key'];
  if (!actor || typeof key !== 'string' || key === '') {
    if (required) throw refuse(400, 'idempotency-key-required');
    return work();
  }
  if (key.length > 200) throw refuse(400, 'bad-idempotency-key');
  const userId = actor.session.user.id;
  const bound = `reply ${userId} ${key}`;
  const asked = JSON.stringify([request.url, request.body ?? form]);
  // Codes cannot be tested against it without the key of the installation.
  const requestHash = createHmac('sha256', secrets.sealing).update(asked).digest('hex');
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
    // Replies that were stored before sealing was introduced stay for eight days.
    const formerHash = createHash('sha256').update(asked).digest('hex');
    if (![requestHash, formerHash].includes(first.requestHash)) throw refuse(409, 'idempotency-key-reused');
    const { reply } = first;
    return isKept(reply) ? JSON.parse(unseal(secrets.sealing, Buffer.from(reply.sealed, 'base64'), bound)) : reply;
  }
  const result = await work();
  const sealed = seal(secrets.sealing, JSON.stringify(result ?? null), bound);
  await tx
    .updateTable('idempotency')
    .set({ status, reply: JSON.stringify({ sealed: sealed.toString('base64') } satisfies Kept) })
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
