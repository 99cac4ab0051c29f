import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { AppManifest } from '../../../common/define-app.ts';
import type { AnyRoute } from '../../../common/route.ts';
import type { LinkCaller } from '../links.ts';
import { recentAnswers } from './recent-answers.ts';

/** What a company publishes under a token: about one record. */
export type FeedCaller = Omit<LinkCaller, 'holder'>;

/**
 * Finds the feed of a token; supplied by the feeds slice. Refuses one that does not exist or was revoked, and one of a company
 * that no longer has the app, with the same 404.
 */
export type FindFeed = (asked: { app: string; kind: string; token: string }) => Promise<FeedCaller>;

/** For how many seconds an answer may be shown, by this process and every cache in between together. */
export const feedMaxAge = 30;
/** Requests per minute from one network address, unless the route states another limit. */
export const feedsPerMinute = 60;

/** The kind of feeds that a route answers. */
export const feedKindOf = ({ access }: AnyRoute): string | undefined =>
  typeof access === 'object' && 'public' in access ? access.feed : undefined;

/** Whether the route answers a feed. Throws for one that cannot be a feed, or whose kind the app does not declare. */
export function assertFeed(app: AppManifest, route: AnyRoute): boolean {
  const { access } = route;
  if (typeof access !== 'object' || !('public' in access) || access.feed === undefined) return false;
  const kind = access.feed;
  if (access.callers || access.link)
    throw new Error(`${app.id}: "${route.path}" is no feed: the answer of one is the same for all callers`);
  if (!app.feedKinds?.includes(kind))
    throw new Error(`${app.id}: declare the feeds of "${route.path}" under "feedKinds"`);
  if (route.method !== 'GET' || route.many || route.raw || route.ownTransactions || !route.path.includes('{token}'))
    throw new Error(`${app.id}: "${route.path}" is no feed: one is read with GET and has {token} in its path`);
  return true;
}

/** Programs and pages of others read feeds, without credentials. */
export async function openToAll(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply
    .header('access-control-allow-origin', '*')
    .header('access-control-expose-headers', 'etag, age, retry-after')
    .header('cross-origin-resource-policy', 'cross-origin');
}

/** Browsers ask before they send If-None-Match to another origin. */
export const answerPreflight = async (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
  reply
    .header('access-control-allow-methods', 'GET, HEAD')
    .header('access-control-allow-headers', 'if-none-match')
    .header('access-control-max-age', 86_400)
    .code(204)
    .send();

/** The bytes of an answer are compressed once, and each encoding has an ETag of its own. */
export const feedOptions: Pick<RouteOptions, 'compress' | 'onRequest'> = { compress: false, onRequest: openToAll };

type Encoded = { etag: string; bytes: Buffer };
type Made = { plain: Encoded; gzip: Encoded };
/** Shorter answers fit into one packet anyway. */
const leastCompressed = 1024;

function encoded(text: string): Made {
  const bytes = Buffer.from(text);
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 27);
  const plain = { etag: `"${hash}"`, bytes };
  return { plain, gzip: bytes.length < leastCompressed ? plain : { etag: `"${hash}-gzip"`, bytes: gzipSync(bytes) } };
}

const takesGzip = ({ headers }: FastifyRequest): boolean =>
  /(?:^|[\s,])gzip\s*(?:$|,|;\s*q=(?!0(?:\.0*)?(?:\s*(?:,|$))))/i.test(String(headers['accept-encoding'] ?? ''));

function isKnown({ headers }: FastifyRequest, etag: string): boolean {
  const given = headers['if-none-match'];
  if (given === undefined) return false;
  return given.trim() === '*' || given.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}

/**
 * Sends feeds, each answer once for all who ask within its age. What a cache in between may keep is what is left of the age:
 * a feed that was revoked is gone everywhere after `feedMaxAge` seconds.
 */
export function feedResponder(find: FindFeed) {
  const answers = recentAnswers<Made>({
    maxAgeMs: feedMaxAge * 1000,
    maxBytes: 32 * 1024 ** 2,
    sizeOf: ({ plain, gzip }) => plain.bytes.length + gzip.bytes.length,
  });
  return async (
    app: AppManifest,
    route: AnyRoute,
    request: FastifyRequest,
    reply: FastifyReply,
    answer: (feed: FeedCaller) => Promise<unknown>,
  ): Promise<FastifyReply> => {
    const { token } = request.params as { token: string };
    const kind = feedKindOf(route) ?? '';
    // Only what the route reads makes a difference.
    const key = JSON.stringify([app.id, route.path, request.params, route.query ? request.query : {}]);
    const { value, ageMs } = await answers.get(key, async () => {
      const body = await answer(await find({ app: app.id, kind, token }));
      return encoded(route.feedType ? String(body) : JSON.stringify(body));
    });
    const coding = takesGzip(request) && value.gzip !== value.plain ? 'gzip' : 'plain';
    const { etag, bytes } = value[coding];
    reply
      .header('etag', etag)
      .header('cache-control', `public, max-age=${feedMaxAge}`)
      .header('age', Math.ceil(ageMs / 1000))
      .header('vary', 'accept-encoding');
    if (isKnown(request, etag)) return reply.code(304).send();
    if (coding === 'gzip') reply.header('content-encoding', 'gzip');
    return reply
      .code(200)
      .type(route.feedType ? `${route.feedType}; charset=utf-8` : 'application/json; charset=utf-8')
      .send(bytes);
  };
}
