import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { metrics, metricsText } from '../monitoring/metrics.ts';

export type Watch = {
  /** Why the process cannot serve at the moment, as a sentence; null when it can. */
  ready: () => Promise<string | null>;
  /** Problems of a process that still serves, as sentences. */
  warnings: () => string[];
  /** The bearer token for metrics; without one only this machine may read them. */
  metricsToken?: string | undefined;
};

/** Registers health, readiness and metrics, which every process serves. */
export function registerWatch(http: FastifyInstance, { ready, warnings, metricsToken }: Watch): void {
  const schema = { hide: true };
  http.get('/health', { schema }, async () => ({ status: 'ok' }));
  http.get('/ready', { schema }, async (_request, reply) => {
    const reason = await ready();
    if (reason === null) {
      const wrong = warnings();
      return wrong.length > 0 ? { status: 'ready', warning: wrong.join(' ') } : { status: 'ready' };
    }
    return reply.code(503).header('retry-after', '1').send({ status: 'waiting', reason });
  });
  http.get('/metrics', { schema }, async (request, reply) => {
    if (!mayRead(request, metricsToken)) return reply.code(403).send({ status: 'forbidden' });
    return reply.type(metrics.contentType).send(await metricsText());
  });
}

// Hashes have the same length, as timingSafeEqual requires.
const digest = (text: string) => createHash('sha256').update(text).digest();

function mayRead({ headers, socket }: FastifyRequest, token: string | undefined): boolean {
  if (token) {
    const given = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    return timingSafeEqual(digest(given), digest(token));
  }
  // A forwarded request comes from another machine.
  const own = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(socket.remoteAddress ?? '');
  return own && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined;
}
