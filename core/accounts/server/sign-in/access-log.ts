import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import type { Actor } from '#platform/server/serve.ts';
import type { Tables } from '#platform/server/tables.ts';

/** The origin of a sign-in. */
export type SignInOrigin = { address: string; userAgent: string | null };

export const signInOrigin = (request: FastifyRequest): SignInOrigin => ({
  address: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
});

type Person = { id: number | null; companyId: number | null; email: string };

/** The requested page, or the refused call. */
type RefusedTarget = { page: string; actingFor: number | null } | { call: string };

/** The name of the program that sent `user_agent`: `Chrome, Windows`. */
export const agentNamed = sql<string | null>`agent_name(user_agent)`;

export async function logAccess(
  tx: Tx,
  event: Tables['accessLog']['event'],
  person: Person,
  caller: SignInOrigin,
  asked?: RefusedTarget,
): Promise<void> {
  await tx
    .insertInto('accessLog')
    .values({
      event,
      userId: person.id,
      companyId: person.companyId,
      email: person.email,
      address: caller.address,
      userAgent: caller.userAgent,
      ...asked,
    })
    .execute();
}

/**
 * A denied page (`<app>/<path>`) for which a person asked for access, and the customer whom they acted for.
 * Administrators of the person's own company read it.
 */
export async function logAskedPage(tx: Tx, actor: Actor, request: FastifyRequest, page: string): Promise<void> {
  const { user, actingFor } = actor.session;
  const { id, companyId } = user;
  const asked = { page, actingFor: actingFor === companyId ? null : actingFor };
  // The person's own company is outside of the transaction's companies while they act for a client.
  await bypassRls(tx, actor.scope, () =>
    logAccess(tx, 'page-asked', { id, companyId, email: actor.email }, signInOrigin(request), asked),
  );
}
