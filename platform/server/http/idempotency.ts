import { createHash, createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Kit } from '../kit.ts';
import { bypassRls, inSystem, type Tx } from '../postgres/database.ts';
import { refuse } from '../refuse.ts';
import { seal, unseal } from '../seal.ts';
import type { Actor } from '../serve.ts';
import type { Tables } from '../tables.ts';
import { type LinkCaller, scopeOf } from './links.ts';

/** Replies hold codes and links that are stored nowhere else in plain text. */
type Kept = { sealed: string };
const isKept = (reply: unknown): reply is Kept =>
  typeof reply === 'object' && reply !== null && Object.keys(reply).join() === 'sealed';

/** Whose key it is: of a person, or of a link. */
type KeyOwner = { userId: number; linkId: null } | { userId: null; linkId: number };
const ownerOf = ({ actor, link }: Pick<KeyedCall, 'actor' | 'link'>): KeyOwner | null => {
  if (actor) return { userId: actor.session.user.id, linkId: null };
  return link && { userId: null, linkId: link.id };
};

type KeyedCall = {
  route: string;
  status: number;
  required: boolean;
  actor: Actor | null;
  link: LinkCaller | null;
  request: FastifyRequest;
  /** What was sent, where the request itself has no body: a form with the hashes of its files. */
  form?: unknown;
};

const isOwn = (owner: KeyOwner, key: string) => (row: ExpressionBuilder<Tables, 'idempotency'>) =>
  row.and({ ...owner, key });

/** Returns the first reply to a repeated `Idempotency-Key`; a row lock makes a concurrent repeat wait for it. */
export async function withIdempotencyKey(
  tx: Tx,
  { secrets }: Pick<Kit, 'secrets'>,
  { route, status, required, actor, link, request, form }: KeyedCall,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const key = request.headers['idempotency-key'];
  const owner = ownerOf({ actor, link });
  if (!owner || typeof key !== 'string' || key === '') {
    if (required) throw refuse(400, 'idempotency-key-required');
    return work();
  }
  if (key.length > 200) throw refuse(400, 'bad-idempotency-key');
  // The policy of the table is about people.
  const asOwner = <T>(run: () => Promise<T>) => (link && !actor ? bypassRls(tx, scopeOf(link), run) : run());
  const bound = `reply ${owner.linkId === null ? owner.userId : `link ${owner.linkId}`} ${key}`;
  const asked = JSON.stringify([request.url, request.body ?? form]);
  // Codes cannot be tested against it without the key of the installation.
  const requestHash = createHmac('sha256', secrets.sealing).update(asked).digest('hex');
  const inserted = await asOwner(() =>
    tx
      .insertInto('idempotency')
      .values({ ...owner, key, route, requestHash, status: null, reply: null })
      .onConflict((conflict) => conflict.columns(['userId', 'linkId', 'key']).doNothing())
      .returning('key')
      .executeTakeFirst(),
  );
  if (!inserted) {
    const first = await asOwner(() =>
      tx.selectFrom('idempotency').selectAll().where(isOwn(owner, key)).executeTakeFirstOrThrow(),
    );
    // Replies that were stored before sealing was introduced stay for eight days.
    const formerHash = createHash('sha256').update(asked).digest('hex');
    if (![requestHash, formerHash].includes(first.requestHash)) throw refuse(409, 'idempotency-key-reused');
    const { reply } = first;
    return isKept(reply) ? JSON.parse(unseal(secrets.sealing, Buffer.from(reply.sealed, 'base64'), bound)) : reply;
  }
  const result = await work();
  const sealed = seal(secrets.sealing, JSON.stringify(result ?? null), bound);
  const reply = JSON.stringify({ sealed: sealed.toString('base64') } satisfies Kept);
  await asOwner(() => tx.updateTable('idempotency').set({ status, reply }).where(isOwn(owner, key)).execute());
  return result;
}

/** Deletes replies that are older than eight days: a browser without a network repeats its calls for seven. */
export async function forgetIdempotencyKeys(kit: Kit): Promise<void> {
  await inSystem(kit.db, (tx) =>
    tx.deleteFrom('idempotency').where(sql<boolean>`created_at < now() - interval '8 days'`).execute(),
  );
}
