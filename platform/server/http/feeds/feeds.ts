import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { AppManifest } from '../../../common/define-app.ts';
import type { AnyRoute } from '../../../common/route.ts';
import type { Live } from '../../live/live.ts';
import type { LinkCaller } from '../links.ts';
import { feedStreams, wantsStream } from './feed-streams.ts';
import { type Making, recentAnswers } from './recent-answers.ts';

/** What a company publishes under a token: about one record. */
type FoundFeed = Omit<LinkCaller, 'holder'>;
export type FeedCaller = FoundFeed & {
  /**
   * The answer changes with events of this live topic. Call it before reading what is answered, so that no change is missed.
   */
  changesWith(topic: string): void;
};

/**
 * Finds the feed of a token; supplied by the feeds slice. Refuses one that does not exist or was revoked, and one of a company
 * that no longer has the app, with the same 404.
 */
export type FindFeed = (asked: { app: string; kind: string; token: string }) => Promise<FoundFeed>;

/** For how many seconds an answer may be shown, by this process and every cache in between together. */
export const feedMaxAge = 30;
/** An answer that has changed is made again after so many ms at the earliest, however many changes there are. */
const leastAgeMs = 1000;
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

/** Pictures are compressed as they are. */
function encoded(body: string | Buffer): Made {
  const bytes = Buffer.from(body);
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 27);
  const plain = { etag: `"${hash}"`, bytes };
  const small = typeof body !== 'string' || bytes.length < leastCompressed;
  return { plain, gzip: small ? plain : { etag: `"${hash}-gzip"`, bytes: gzipSync(bytes) } };
}

const takesGzip = ({ headers }: FastifyRequest): boolean =>
  /(?:^|[\s,])gzip\s*(?:$|,|;\s*q=(?!0(?:\.0*)?(?:\s*(?:,|$))))/i.test(String(headers['accept-encoding'] ?? ''));

function isKnown({ headers }: FastifyRequest, etag: string): boolean {
  const given = headers['if-none-match'];
  if (given === undefined) return false;
  return given.trim() === '*' || given.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}

const typeOf = ({ feedType = 'application/json' }: AnyRoute): string =>
  feedType.startsWith('image/') ? feedType : `${feedType}; charset=utf-8`;

/**
 * Sends feeds, each answer once for all who ask within its age, or until a topic says that it has changed. What a cache in
 * between may keep is what is left of the age: a feed that was revoked is gone everywhere after `feedMaxAge` seconds. A reader
 * who accepts an event stream gets each new answer of a JSON feed as it is made.
 */
export function feedResponder(find: FindFeed, live: Pick<Live, 'subscribe'>) {
  const answers = recentAnswers<Made>({
    maxAgeMs: feedMaxAge * 1000,
    minAgeMs: leastAgeMs,
    maxBytes: 32 * 1024 ** 2,
    sizeOf: ({ plain, gzip }) => plain.bytes.length + gzip.bytes.length,
  });
  const streams = feedStreams();
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
    const make = async ({ outdate, atEnd }: Making) => {
      const changesWith = (topic: string) =>
        atEnd(live.subscribe(topic, () => streams.changed(key, Math.ceil(outdate()))));
      const body = await answer({ ...(await find({ app: app.id, kind, token })), changesWith });
      if (body instanceof Blob) return encoded(Buffer.from(await body.arrayBuffer()));
      return encoded(route.feedType ? String(body) : JSON.stringify(body));
    };
    if (!route.feedType && wantsStream(request))
      return streams.follow({
        ...{ request, reply, key },
        async ask() {
          const { value, freshMs } = await answers.get(key, make);
          return { body: value.plain.bytes.toString(), etag: value.plain.etag, freshMs: Math.ceil(freshMs) };
        },
      });
    const { value, ageMs } = await answers.get(key, make);
    const coding = takesGzip(request) && value.gzip !== value.plain ? 'gzip' : 'plain';
    const { etag, bytes } = value[coding];
    reply
      .header('etag', etag)
      .header('cache-control', `public, max-age=${feedMaxAge}`)
      .header('age', Math.ceil(ageMs / 1000))
      .header('vary', 'accept-encoding');
    if (isKnown(request, etag)) return reply.code(304).send();
    if (coding === 'gzip') reply.header('content-encoding', 'gzip');
    return reply.code(200).type(typeOf(route)).send(bytes);
  };
}
