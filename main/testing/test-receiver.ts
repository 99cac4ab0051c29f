import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { z } from 'zod';
import type { Rasid } from '../testing.ts';
import { testCertificate } from './test-certificate.ts';

export type ReceivedCall = { path: string; headers: IncomingHttpHeaders; body: Buffer };
type Answer = { status: number; body?: string; headers?: Record<string, string> };

export type TestReceiver = {
  url: string;
  received: ReceivedCall[];
  /** How calls are answered from now on; null for not at all. */
  answer: ((call: ReceivedCall) => Answer) | null;
  close(): Promise<void>;
};

/** A real HTTP or HTTPS server on this machine that keeps what it gets. */
export async function startReceiver({ secure = false } = {}): Promise<TestReceiver> {
  const receiver: Pick<TestReceiver, 'received' | 'answer'> = { received: [], answer: () => ({ status: 204 }) };
  const listener: RequestListener = async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const call = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) };
    receiver.received.push(call);
    const answer = receiver.answer?.(call);
    if (answer) response.writeHead(answer.status, answer.headers).end(answer.body);
  };
  const server = secure ? createSecureServer(testCertificate, listener) : createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return Object.assign(receiver, {
    url: `${secure ? 'https' : 'http'}://localhost:${port}/hook`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

/** What the API documentation of a running product states of the messages of webhooks. */
export async function documentedMessages(app: Rasid) {
  const { openapi, webhooks } = (await app.http.inject('/api/docs/json')).json();
  return {
    openapi,
    types: Object.keys(webhooks),
    /** How a message differs from what is documented; empty if it does not. */
    faultsOf(message: { type: string }): string[] {
      const { schema } = webhooks[message.type].post.requestBody.content['application/json'];
      const { error } = z.fromJSONSchema(schema).safeParse(message);
      return (error?.issues ?? []).map(({ path, message: fault }) => `${path.join('.')}: ${fault}`);
    },
  };
}
