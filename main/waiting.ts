import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseAway } from '#platform/server/database-loss.ts';
import { isNatsAway } from './nats.ts';
import { Unavailable } from './unavailable.ts';

export type FrontDoor = { tell(reason: string): void; close(): Promise<void> };

/**
 * Answers in place of the server while that one starts: it lives, it is not ready, and why. Throws one sentence when it
 * cannot listen there.
 */
export async function openFrontDoor(port: number, host: string): Promise<FrontDoor> {
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
  await listening(server, port, host, 'PORT');
  return {
    tell: (now) => {
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

/** Fails with one clear sentence when somebody else has the port. */
export async function listening(
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
const longestPauseMs = 5000;
const noRoom = /ENOSPC|No space left on device/i;

/** Whether the same start may succeed later without anybody's help. */
const heals = (error: unknown): boolean =>
  error instanceof Unavailable
    ? error.heals
    : isDatabaseAway(error) || isNatsAway(error) || noRoom.test((error as Error).message);

/** Tries again, with growing pauses, what fails for a reason that passes; any other failure is thrown. `tell` gets each new reason once. */
export async function untilAvailable<T>(work: () => Promise<T>, tell: (reason: string) => void): Promise<T> {
  let told = '';
  for (let pause = firstPauseMs; ; pause = Math.min(2 * pause, longestPauseMs)) {
    try {
      return await work();
    } catch (error) {
      if (!heals(error)) throw error;
      const reason = (error as Error).message || String(error);
      if (reason !== told) tell(reason);
      told = reason;
      await sleep(pause);
    }
  }
}
