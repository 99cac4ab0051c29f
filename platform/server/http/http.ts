import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { can, denial, type Solutions, solutionsOf } from '../../common/access.ts';
import type { AppManifest } from '../../common/define-app.ts';
import { readListQuery } from '../../common/list.ts';
import type { PermissionIndex } from '../../common/permission-mask.ts';
import type { AnyRoute } from '../../common/route.ts';
import { unreadableField } from '../../common/text/plain-text.ts';
import { formOf, leaveBody, validatedBody } from '../files/uploads.ts';
import type { Kit } from '../kit.ts';
import { commitQueue } from '../postgres/commit-queue.ts';
import { inSystem, inTenant, type Tx } from '../postgres/database.ts';
import { Invalid, Refusal, refuse } from '../refuse.ts';
import type { Actor, CallingToken, Context, Handler, SliceServer } from '../serve.ts';
import { documentedReply } from './documented-reply.ts';
import { ownerOf } from './fair-queue.ts';
import { answerPreflight, assertFeed, type FindFeed, feedOptions, feedResponder, openToAll } from './feeds/feeds.ts';
import { fieldErrors } from './field-errors.ts';
import { grantsStamp } from './grants-stamp.ts';
import { withIdempotencyKey } from './idempotency.ts';
import { type FindLink, linkKindOf, linkOf, scopeOf } from './links.ts';
import { bufferRawBody } from './raw-body.ts';
import { limitByAddress, limitByPerson } from './request-limits.ts';
import { assertMayBeOpen, tokenGuard } from './token-calls.ts';

/**
 * Authenticates a request; supplied by the accounts slice. With `previous`, the earlier actor, it returns the current
 * state of that session even if its token has expired.
 */
export type Identify = (request: FastifyRequest, previous?: Actor) => Promise<Actor | null>;

export type HttpOptions = {
  kit: Kit;
  slices: readonly SliceServer[];
  index: PermissionIndex;
  identify: Identify;
  findLink: FindLink;
  findFeed: FindFeed;
  /** Called with each request of an API token within its limit, before it is answered. */
  calledByToken: (actor: Actor, token: CallingToken, request: FastifyRequest) => Promise<void>;
  /** Called with the refusals of signed-in people. */
  refused: (actor: Actor, request: FastifyRequest, refusal: Refusal) => Promise<void>;
  /** The ids of the apps that are hidden in this installation. */
  hidden: ReadonlySet<string>;
};

export const callAddress = (app: AppManifest, route: AnyRoute): string => `${app.api}${route.path}`;

/** Registers every route of every slice with guard, validation, transaction and reply. */
export function registerRoutes(http: FastifyInstance, options: HttpOptions): void {
  const solutions = solutionsOf(options.slices.map(({ app }) => app));
  const guard = {
    solutions,
    assertTokenMay: tokenGuard(http, options),
    sendFeed: feedResponder(options.findFeed, options.kit.live),
  };
  for (const slice of options.slices) {
    if (options.hidden.has(slice.app.id)) continue;
    for (const [setName, set] of Object.entries(slice.app.routes)) {
      for (const [name, route] of Object.entries(set)) {
        const handler = slice.handlers[setName]?.[name] as Handler | undefined;
        if (!handler) throw new Error(`${slice.app.id}: nothing serves ${setName}.${name}`);
        registerRoute(http, options, slice.app, route, handler, guard);
      }
    }
  }
}

function registerRoute(
  http: FastifyInstance,
  options: HttpOptions,
  app: AppManifest,
  route: AnyRoute,
  handler: Handler,
  {
    solutions,
    assertTokenMay,
    sendFeed,
  }: {
    solutions: Solutions;
    assertTokenMay: ReturnType<typeof tokenGuard>;
    sendFeed: ReturnType<typeof feedResponder>;
  },
) {
  assertMayBeOpen(app, route);
  const kind = linkKindOf(route);
  if (kind !== undefined && !app.linkKinds?.[kind])
    throw new Error(`${app.id}: declare the links of "${route.path}" under "linkKinds"`);
  const isFeed = assertFeed(app, route);
  const url = `/api${callAddress(app, route).replaceAll(/\{(\w+)\}/g, ':$1')}`;
  const assertWithinLimit = limitByPerson(http, route);
  const declared: RouteOptions = {
    method: route.method,
    url,
    schema: {
      tags: [app.id],
      params: route.params,
      ...(route.query && !route.many ? { querystring: route.query } : {}),
      ...(route.body ? { body: route.body } : {}),
      ...(route.upload ? { consumes: ['multipart/form-data'] } : {}),
      ...documentedReply(route),
    },
    ...(route.bodyLimit ? { bodyLimit: route.bodyLimit } : {}),
    ...(route.upload ? { validatorCompiler: leaveBody } : {}),
    ...(route.rawBody ? { preParsing: bufferRawBody } : {}),
    ...(isFeed ? feedOptions : {}),
    config: limitByAddress(route),
    attachValidation: true,
    handler: async (request, reply) => {
      // A public route is called without an actor, even if the request has a token, unless it asks for callers.
      const actor = ignoresCallers(route) ? null : withAllClients(route, await options.identify(request));
      try {
        await assertTokenMay(route, actor, request, reply);
        await assertWithinLimit(request, reply, actor);
        authorize(actor, app, route, options.index, solutions, request.params as Record<string, unknown>);
        if (actor) {
          reply.header('permissions', actor.session.mask);
          reply.header('grants', grantsStamp(actor.session));
        }
        if (request.validationError) throw request.validationError;
        const may: Context['may'] = (access, on) =>
          can(actor?.session ?? null, access, { index: options.index, solutions, ...on });
        if (isFeed)
          return await sendFeed(app, route, request, reply, (feed) =>
            answer(options, app, route, handler, { actor, link: null, feed, may }, request, reply),
          );
        const link = await linkOf(options.findLink, app.id, route, request);
        return await answer(options, app, route, handler, { actor, link, feed: null, may }, request, reply);
      } catch (error) {
        if (actor && error instanceof Refusal && (error.status === 403 || error.status === 404))
          await options.refused(actor, request, error);
        throw error;
      }
    },
  };
  if (isFeed) http.options(url, { schema: { hide: true }, onRequest: openToAll }, answerPreflight);
  if (!route.unparsed) http.route(declared);
  else
    void http.register(async (scope) => {
      takeBytes(scope);
      scope.route(declared);
    });
}

/** Bodies of any type are their bytes. */
function takeBytes(http: FastifyInstance) {
  http.removeAllContentTypeParsers();
  http.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

const ignoresCallers = ({ access }: AnyRoute) => typeof access === 'object' && 'public' in access && !access.callers;

/** The actor as a route sees it: `allClients` routes get the companies of all clients. */
export const withAllClients = <MaybeActor extends Actor | null>(route: AnyRoute, actor: MaybeActor): MaybeActor =>
  route.allClients && actor?.allClients ? { ...actor, scope: { ...actor.scope, companies: actor.allClients } } : actor;

function authorize(
  actor: Actor | null,
  app: AppManifest,
  route: AnyRoute,
  index: PermissionIndex,
  solutions: Solutions,
  params: Record<string, unknown>,
) {
  const reason = denial(actor?.session ?? null, route.access, { index, solutions, params, app: app.id });
  if (reason === 'no-session') throw refuse(401, 'no-session');
  if (reason === 'no-company') throw refuse(409, 'select-a-customer');
  if (reason) throw refuse(403, reason);
}

type Caller = Pick<Context, 'link' | 'feed' | 'may'> & { actor: Actor | null };

async function answer(
  { kit, identify }: HttpOptions,
  app: AppManifest,
  route: AnyRoute,
  handler: Handler,
  { actor, link, feed, may }: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { query: list, errors } = route.many
    ? readListQuery(request.query as Record<string, unknown>, route.list ?? {}, extraKeys(route))
    : { query: undefined, errors: [] };
  // A search text is cleaned; other invalid query values are refused.
  const fault = route.many ? unreadableField({ ...(request.query as object), search: undefined }) : null;
  if (errors.length || fault) throw new Invalid(fault ? [fault] : errors);
  const { afterCommit, run: runQueue } = commitQueue(kit);
  const { body, dispose } = await validatedBody(request, route, ownerOf(actor), kit);
  const context = {
    params: request.params,
    query: route.many && route.query ? parseExtra(route, request.query as Record<string, unknown>) : request.query,
    body,
    list,
    may,
    kit,
    request,
    reply,
    // Caches in between do not know the reader's language.
    locale: feed ? 'en' : requestLocale(request),
    caller: actor,
    get actor() {
      if (!actor) throw refuse(401, 'no-session');
      return actor;
    },
    link,
    feed,
    actorNow: async () => actor && withAllClients(route, await identify(request, actor)),
    afterCommit,
  };
  const required = route.idempotent === 'required';
  const form = route.upload && route.idempotent ? { form: await formOf(request, body) } : {};
  const call = { route: callAddress(app, route), status: route.status, required, actor, link, request, ...form };
  const inOne = (tx: Tx) => handler(Object.assign(context, { tx }) as unknown as Context);
  const run = (tx: Tx) => (route.idempotent ? withIdempotencyKey(tx, kit, call, () => inOne(tx)) : inOne(tx));
  const work = () => {
    if (route.raw || route.ownTransactions) return handler(context as unknown as Context);
    if (actor) return kit.people.inTurn(ownerOf(actor), () => inTenant(kit.people.db, actor.scope, run));
    // The handler of a link or a feed sees the rows of its company only.
    const holder = link ?? feed;
    if (holder) return kit.people.inTurn(`${holder.companyId}`, () => inTenant(kit.people.db, scopeOf(holder), run));
    return inSystem(kit.signIn.db, run);
  };
  const result = await work().finally(dispose);
  if (route.raw) return result;
  runQueue();
  if (feed) return route.reply.parse(result);
  reply.code(route.statusOf?.(result) ?? route.status);
  if (route.status === 204) return reply.send();
  if (!route.many) return { data: route.reply.parse(result ?? null) };
  const pageOf = result as { data: unknown[]; totalRecords: number | null };
  return { data: pageOf.data.map((row) => route.reply.parse(row)), totalRecords: pageOf.totalRecords };
}

const extraKeys = (route: AnyRoute): string[] =>
  route.query && 'shape' in route.query ? Object.keys(route.query.shape as object) : [];

function parseExtra(route: AnyRoute, raw: Record<string, unknown>): unknown {
  const extra = Object.fromEntries(extraKeys(route).flatMap((key) => (key in raw ? [[key, raw[key]]] : [])));
  const parsed = route.query?.safeParse(extra);
  if (parsed && !parsed.success) throw new Invalid(fieldErrors(parsed.error.issues));
  return parsed?.data;
}

export const requestLocale = (request: FastifyRequest): 'en' | 'ar' =>
  String(request.headers['accept-language'] ?? '').startsWith('ar') ? 'ar' : 'en';
