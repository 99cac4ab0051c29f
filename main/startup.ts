import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseAway } from '#platform/server/postgres/database-loss.ts';
import { isNatsAway } from './nats.ts';
import { Unavailable } from './resilience/unavailable.ts';

export type StartupServer = { setReason(reason: string): void; close(): Promise<void> };

/**
 * Listens on the port of the server while the server starts. `/health` is ok and `/ready` gives the reason for waiting.
 * Throws an Error with one sentence when the port cannot be used.
 */
export async function openStartupServer(port: number, host: string): Promise<StartupServer> {
  let reason = 'The server is starting.';
  const server = createServer((request, reply) => {
    const alive = request.url === '/health';
    const body = alive
      ? { status: 'ok' }
      : request.url === '/ready'
        ? { status: 'waiting', reason }
        : { code: '00000503', msg: 'try-again', word: 'try-again', detail: {} };
    reply.writeHead(alive ? 200 : 503, {
      'content-type': 'application/json; charset=utf-8',
      'retry-after': '1',
      connection: 'close',
    });
    reply.end(JSON.stringify(body));
  });
  await listenOrFail(server, port, host, 'PORT');
  return {
    setReason: (now) => {
      reason = now;
    },
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Listens on the port. Throws an Error with one sentence when another process uses it. */
export async function listenOrFail(
  server: { listen(port: number, host: string): unknown } & NodeJS.EventEmitter,
  port: number,
  host: string,
  name: string,
): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(
      code === 'EADDRINUSE'
        ? `Port ${port} is taken: stop what uses it or set ${name} to another port.`
        : `Cannot listen on ${host}:${port}: ${message}.`,
    );
  }
}

const firstPauseMs = 250;
const maxPauseMs = 5000;
const diskFull = /ENOSPC|No space left on device/i;

/** Whether a retry of the start may succeed without an operator. */
const heals = (error: unknown): boolean =>
  error instanceof Unavailable
    ? error.heals
    : isDatabaseAway(error) || isNatsAway(error) || diskFull.test((error as Error).message);

/**
 * Repeats the work, with growing pauses, while it fails for a temporary reason, and returns its result. Other failures
 * are thrown. `setReason` gets each new reason once.
 */
export async function untilAvailable<T>(work: () => Promise<T>, setReason: (reason: string) => void): Promise<T> {
  let lastReason = '';
  for (let pause = firstPauseMs; ; pause = Math.min(2 * pause, maxPauseMs)) {
    try {
      return await work();
    } catch (error) {
      if (!heals(error)) throw error;
      const reason = (error as Error).message || String(error);
      if (reason !== lastReason) setReason(reason);
      lastReason = reason;
      await sleep(pause);
    }
  }
}
