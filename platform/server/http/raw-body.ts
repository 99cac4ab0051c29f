import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyRequest, preParsingAsyncHookHandler } from 'fastify';

const bodies = new WeakMap<FastifyRequest, Buffer>();

/** Buffers the bytes of a request before they are parsed. The limit of the route is enforced by the parser. */
export const bufferRawBody: preParsingAsyncHookHandler = async (request, _reply, payload) => {
  const declared = Number(request.headers['content-length'] ?? 0);
  // A body that is too large is refused by the parser without being read.
  if (declared > request.routeOptions.bodyLimit) return payload;
  const bytes = await buffer(payload);
  bodies.set(request, bytes);
  return Object.assign(Readable.from([bytes]), { receivedEncodedLength: bytes.length });
};

/** The bytes of the body of a route with `rawBody`, as they were sent. */
export const rawBodyOf = (request: FastifyRequest): Buffer => bodies.get(request) ?? Buffer.alloc(0);
