import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';

export type VirtualCall = { method: string; path: string; headers: IncomingHttpHeaders; body: string };
export type VirtualAnswer = { status: number; body?: unknown };

/**
 * The outcome of a call: it is answered; it has its effect, but the answer is lost with the connection; or it has no
 * effect, because the server is too busy.
 */
export type Fate = 'answered' | 'lost' | 'busy';

export type VirtualServer = {
  url: string;
  calls: VirtualCall[];
  /** For the coming calls, one after the other; further calls are answered. */
  fates: Fate[];
  /** Calls are answered once this has resolved. */
  held: Promise<void>;
  close(): Promise<void>;
};

/** A server of a network on this machine, which takes commands. */
export async function startVirtualServer(handle: (call: VirtualCall) => VirtualAnswer): Promise<VirtualServer> {
  const calls: VirtualCall[] = [];
  const fates: Fate[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { method = '', url = '', headers } = request;
    const call = { method, path: url, headers, body: Buffer.concat(parts).toString('utf8') };
    const fate = fates.shift() ?? 'answered';
    calls.push(call);
    await made.held;
    const { status, body = {} } = fate === 'busy' ? { status: 503 } : handle(call);
    if (fate === 'lost') response.destroy();
    else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  server.unref();
  await once(server, 'listening');
  const address = server.address();
  const made: VirtualServer = {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    calls,
    fates,
    held: Promise.resolve(),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return made;
}

/** Where a network posts its messages. */
export type Target = { url: string; secret: string };

/** Posts a message within the time that a network waits for the answer; null if none came in it. */
export async function postTo(
  { url, secret }: Target,
  body: object | string,
  timeoutMs: number,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<number | null> {
  try {
    const answer = await fetch(`${url}${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch (error) {
    if (error instanceof TypeError || (error as Error).name === 'TimeoutError') return null;
    throw error;
  }
}
