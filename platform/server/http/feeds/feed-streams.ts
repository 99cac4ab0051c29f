import type { FastifyReply, FastifyRequest } from 'fastify';
import { gauge } from '../../monitoring/metrics.ts';
import { Refusal, refuse } from '../../refuse.ts';

/** Streams at once in this process, and of these from one network address. Others ask for the feed from time to time. */
const maxStreams = 5000;
const maxStreamsPerAddress = 50;
/** A reader that takes nothing is sent the latest answer once it has taken what waits. */
const maxWaitingBytes = 100_000;

const openGauge = gauge('feed_streams', 'Readers that follow a feed through this process');

/** The answer now, what tells it from others, and in how many ms it must be asked for again. */
type Asked = { body: string; etag: string; freshMs: number };
type Opening = { request: FastifyRequest; reply: FastifyReply; key: string; ask(): Promise<Asked> };

/** Whether the reader wants each new answer, as `EventSource` does. */
export const wantsStream = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && String(headers.accept ?? '').includes('text/event-stream');

/** The readers that follow feeds, by what they have asked for. */
export function feedStreams() {
  const followers = new Map<string, Set<(inMs: number) => void>>();
  const addresses = new Map<string, number>();
  let open = 0;

  function register(key: string, address: string, look: (inMs: number) => void): () => void {
    const ofAddress = addresses.get(address) ?? 0;
    if (open >= maxStreams || ofAddress >= maxStreamsPerAddress) throw refuse(429, 'too-many-requests');
    open += 1;
    openGauge.inc();
    addresses.set(address, ofAddress + 1);
    const looks = followers.get(key) ?? new Set();
    followers.set(key, looks.add(look));
    return () => {
      if (!looks.delete(look)) return;
      open -= 1;
      openGauge.dec();
      if (looks.size === 0 && followers.get(key) === looks) followers.delete(key);
      const left = (addresses.get(address) ?? 1) - 1;
      if (left > 0) addresses.set(address, left);
      else addresses.delete(address);
    };
  }

  return {
    /** Tells the followers that there will be another answer in so many ms. */
    changed(key: string, inMs: number): void {
      for (const look of followers.get(key) ?? []) look(inMs);
    },
    /** Sends the answer now and each later one until the reader leaves. The event `gone` ends a feed that was revoked. */
    async follow({ request, reply, key, ask }: Opening): Promise<FastifyReply> {
      // What cannot be answered is refused before the stream begins.
      const first = await ask();
      let timer: NodeJS.Timeout | undefined;
      const { raw } = reply;
      const look = (inMs: number) => {
        clearTimeout(timer);
        timer = setTimeout(() => ask().then(send, fail), inMs);
      };
      const unregister = register(key, request.ip, look);
      reply.hijack();
      const stop = () => {
        clearTimeout(timer);
        unregister();
        request.server.openStreams.delete(stop);
        raw.end();
      };
      let sent: string | undefined;
      const send = ({ body, etag, freshMs }: Asked) => {
        if (raw.writableEnded) return;
        const isNew = etag !== sent && raw.writableLength < maxWaitingBytes;
        raw.write(isNew ? `data: ${body}\n\n` : ': \n\n');
        if (isNew) sent = etag;
        look(freshMs);
      };
      const fail = (error: unknown) => {
        if (error instanceof Refusal && error.status === 404) raw.write('event: gone\ndata:\n\n');
        else request.log.error({ err: error }, 'a followed feed could not be read');
        stop();
      };
      request.server.openStreams.add(stop);
      raw.on('close', stop);
      const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' };
      for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...headers }))
        if (value !== undefined) raw.setHeader(name, value);
      raw.write('retry: 5000\n\n');
      send(first);
      return reply;
    },
  };
}
