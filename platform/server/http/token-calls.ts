import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppManifest } from '../../common/define-app.ts';
import type { AnyRoute } from '../../common/route.ts';
import { refuse } from '../refuse.ts';
import type { Actor } from '../serve.ts';
import type { HttpOptions } from './http.ts';

/** Throws for a route that is open to API tokens although its access names no ability that a token could be given. */
export function assertMayBeOpen(app: AppManifest, { access, method, path, tokens }: AnyRoute): void {
  if (tokens && !(typeof access === 'object' && 'ability' in access && access.ability !== undefined))
    throw new Error(`${app.id}: "${method} ${path}" is open to API tokens, so its access must name an ability`);
}

/**
 * Limits the requests of each API token, has them logged, and refuses with 403 those to routes that are not open to
 * tokens. The headers `x-ratelimit-…` of each reply state the limit, as those of other limits do.
 */
export function tokenGuard(http: FastifyInstance, { calledByToken }: Pick<HttpOptions, 'calledByToken'>) {
  const callers = new WeakMap<FastifyRequest, NonNullable<Actor['token']>>();
  const check = http.createRateLimit({
    max: (request) => callers.get(request)?.perMinute ?? 0,
    timeWindow: '1 minute',
    keyGenerator: (request) => `token ${callers.get(request)?.id}`,
  });
  return async ({ tokens }: AnyRoute, actor: Actor | null, request: FastifyRequest, reply: FastifyReply) => {
    const token = actor?.token;
    if (!token) return;
    callers.set(request, token);
    const found = await check(request);
    if (!found.isAllowed) {
      reply.headers({
        'x-ratelimit-limit': found.max,
        'x-ratelimit-remaining': found.remaining,
        'x-ratelimit-reset': found.ttlInSeconds,
      });
      if (found.isExceeded) {
        reply.header('retry-after', found.ttlInSeconds);
        throw refuse(429, 'too-many-requests');
      }
    }
    await calledByToken(actor, token, request);
    if (!tokens) throw refuse(403, 'closed-to-tokens');
  };
}
