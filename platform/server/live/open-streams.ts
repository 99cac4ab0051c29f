import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Functions that end long-lived replies, for which the server would otherwise wait when it stops. */
    openStreams: Set<() => void>;
  }
}

/** Ends open streams when the server begins to close. */
export function endStreamsAtClose(http: FastifyInstance): void {
  http.decorate('openStreams', new Set<() => void>());
  http.addHook('preClose', async () => {
    for (const end of [...http.openStreams]) end();
  });
}
