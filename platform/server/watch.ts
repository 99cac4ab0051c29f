import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { metrics } from './metrics.ts';

export type Watch = {
  /** Why the process cannot serve at the moment, as a sentence; null when it can. */
  ready: () => Promise<string | null>;
  /** What a scraper sends as bearer token; without one only this machine itself may read metrics. */
  metricsToken?: string | undefined;
};

/** Health, readiness and metrics, which every process answers. */
export function registerWatch(http: FastifyInstance, { ready, metricsToken }: Watch): void {
  const schema = { hide: true };
  http.get('/health', { schema }, async () => ({ status: 'ok' }));
  http.get('/ready', { schema }, async (_request, reply) => {
    const reason = await ready();
    if (reason === null) return { status: 'ready' };
    return reply.code(503).header('retry-after', '1').send({ status: 'waiting', reason });
  });
  http.get('/metrics', { schema }, async (request, reply) => {
    if (!mayRead(request, metricsToken)) return reply.code(403).send({ status: 'forbidden' });
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });
}

// Of one length, whatever was given.
const digest = (text: string) => createHash('sha256').update(text).digest();

function mayRead({ headers, socket }: FastifyRequest, token: string | undefined): boolean {
  if (token) {
    const given = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    return timingSafeEqual(digest(given), digest(token));
  }
  // What a proxy on this machine passes on comes from elsewhere.
  const own = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(socket.remoteAddress ?? '');
  return own && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined;
}
