import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AnyRoute } from '../../common/route.ts';
import { refuse } from '../refuse.ts';
import type { Actor } from '../serve.ts';
import { feedKindOf, feedsPerMinute } from './feeds/feeds.ts';

export function limitByAddress(route: AnyRoute): FastifyContextConfig {
  const { limitPerMinute: max = feedKindOf(route) && feedsPerMinute, limitBy } = route;
  return max && !limitBy ? { rateLimit: { max, timeWindow: '1 minute' } } : {};
}

/**
 * Limits calls per person, across sessions, tokens and addresses. It counts once the person is known, because a header
 * can be spelled in many ways.
 */
export function limitByPerson(http: FastifyInstance, { limitPerMinute, limitBy }: AnyRoute) {
  if (!limitPerMinute || !limitBy) return async () => undefined;
  const callers = new WeakMap<FastifyRequest, string>();
  const check = http.createRateLimit({
    max: limitPerMinute,
    timeWindow: '1 minute',
    keyGenerator: (request) => callers.get(request) ?? request.ip,
  });
  return async (request: FastifyRequest, reply: FastifyReply, actor: Actor | null) => {
    if (actor) callers.set(request, `person ${actor.session.user.id}`);
    const found = await check(request);
    if (found.isAllowed || !found.isExceeded) return;
    reply.header('retry-after', found.ttlInSeconds);
    throw refuse(429, 'too-many-requests');
  };
}
