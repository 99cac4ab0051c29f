import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Ends each reply that stays open until the page goes away: the server would wait for them when it stops. */
    openStreams: Set<() => void>;
  }
}

/** Ends what is streamed when the server begins to close. */
export function endStreamsAtClose(http: FastifyInstance): void {
  http.decorate('openStreams', new Set<() => void>());
  http.addHook('preClose', async () => {
    for (const end of [...http.openStreams]) end();
  });
}
