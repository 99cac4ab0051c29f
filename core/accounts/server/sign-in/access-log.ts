import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { withoutSecrets } from '#platform/server/http/without-secrets.ts';
import type { Kit } from '#platform/server/kit.ts';
import { bypassRls, inSystem, type Tx } from '#platform/server/postgres/database.ts';
import type { Actor } from '#platform/server/serve.ts';
import type { Tables } from '#platform/server/tables.ts';

const longestCall = 200;

/** The origin of a sign-in. */
export type SignInOrigin = { address: string; userAgent: string | null };

export const signInOrigin = (request: FastifyRequest): SignInOrigin => ({
  address: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
});

type Person = { id: number | null; companyId: number | null; email: string };

type Token = { id: number; name: string };
/** The requested page; or the call, and the API token that made it. */
type AccessTarget = { page: string; actingFor: number | null } | { call: string; token?: Token | undefined };

/** The name of the program that sent `user_agent`: `Chrome, Windows`. */
export const agentNamed = sql<string | null>`agent_name(user_agent)`;

export async function logAccess(
  tx: Tx,
  event: Tables['accessLog']['event'],
  person: Person,
  caller: SignInOrigin,
  target?: AccessTarget,
): Promise<void> {
  const { token, ...about } = { token: undefined, ...target };
  await tx
    .insertInto('accessLog')
    .values({
      event,
      userId: person.id,
      companyId: person.companyId,
      email: person.email,
      address: caller.address,
      userAgent: caller.userAgent,
      ...about,
      ...(token && { tokenId: token.id, tokenName: token.name }),
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

/** The method and the address of a request, without secrets and parameters, at most 200 characters of it. */
export const calledAddress = ({ method, url }: FastifyRequest): string =>
  `${method} ${withoutSecrets(url).replace(/\?.*/s, '').slice(0, longestCall)}`;

/** Records each call of an API token, which acts in the name of the person who made it. */
export const tokenCallLog =
  (kit: Kit) =>
  async ({ session: { user }, email }: Actor, token: Token, request: FastifyRequest): Promise<void> =>
    inSystem(kit.signIn.db, (tx) =>
      logAccess(tx, 'token-call', { id: user.id, companyId: user.companyId, email }, signInOrigin(request), {
        call: calledAddress(request),
        token,
      }),
    );
