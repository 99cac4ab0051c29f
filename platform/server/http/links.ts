import type { FastifyRequest } from 'fastify';
import type { AnyRoute } from '../../common/route.ts';
import type { Scope } from '../postgres/database.ts';
import { type Refusal, refuse } from '../refuse.ts';

/** A person without an account who has a link: it is about one record of a company. */
export type LinkCaller = {
  id: number;
  companyId: number;
  app: string;
  kind: string;
  subject: { type: string; id: number };
  /** The name of the person who got the link, if it was stated. */
  holder: string;
};

/**
 * Finds the link of a secret; supplied by the accounts slice. Null for one that does not exist, was revoked, has expired or
 * is blocked. A refusal concerns the PIN.
 */
export type FindLink = (asked: {
  app: string;
  kind: string;
  secret: string;
  pin: string | undefined;
}) => Promise<{ link: LinkCaller } | { refusal: Refusal } | null>;

/** The rows of one company, for callers without an account. */
export const scopeOf = ({ companyId }: Pick<LinkCaller, 'companyId'>): Scope => ({
  companies: [companyId],
  userId: null,
  actingFor: companyId,
});

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
};

/** The kind of links that open a route. */
export const linkKindOf = ({ access }: AnyRoute): string | undefined =>
  typeof access === 'object' && 'public' in access ? access.link : undefined;

/**
 * The link by which a route is called: the secret is in the header `authorization: Link …`, the PIN in `link-pin`. Null for
 * a route without links. All links that do not work get the same answer.
 */
export async function linkOf(
  find: FindLink,
  app: string,
  route: AnyRoute,
  request: FastifyRequest,
): Promise<LinkCaller | null> {
  const kind = linkKindOf(route);
  if (kind === undefined) return null;
  const secret = /^Link ([\w-]{43})$/.exec(headerOf(request, 'authorization') ?? '')?.[1] ?? '';
  const found = await find({ app, kind, secret, pin: headerOf(request, 'link-pin') });
  if (!found) throw refuse(404, 'link-unknown');
  if ('refusal' in found) throw found.refusal;
  return found.link;
}
