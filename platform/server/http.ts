import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Access, can, denial } from '../common/access.ts';
import type { AppManifest } from '../common/define-app.ts';
import { readListQuery } from '../common/list.ts';
import type { PermissionIndex } from '../common/permission-mask.ts';
import type { AnyRoute } from '../common/route.ts';
import { inSystem, inTenant, type Tx } from './database.ts';
import { grantsStamp } from './grants-stamp.ts';
import type { Kit } from './kit.ts';
import { Invalid, refuse } from './refuse.ts';
import type { Actor, Context, Handler, SliceServer } from './serve.ts';
import { bodyOf, leaveBody } from './uploads.ts';

/**
 * What the accounts slice supplies so that the kit can tell who is asking. With `known`, who asked before, it tells what
 * became of that session, whose token may be over meanwhile.
 */
export type Identify = (request: FastifyRequest, known?: Actor) => Promise<Actor | null>;

export type HttpOptions = {
  kit: Kit;
  slices: readonly SliceServer[];
  index: PermissionIndex;
  identify: Identify;
  /** Ids of apps that are hidden in this installation. */
  hidden: ReadonlySet<string>;
};

export const addressOf = (app: AppManifest, one: AnyRoute): string => `${app.api}${one.path}`;

/** Registers every route of every slice with its guard, validation, transaction and reply. */
export function registerRoutes(http: FastifyInstance, options: HttpOptions): void {
  const solutions = new Set(
    options.slices.filter((slice) => slice.app.kind === 'solution').map((slice) => slice.app.id),
  );
  for (const slice of options.slices) {
    if (options.hidden.has(slice.app.id)) continue;
    for (const [setName, set] of Object.entries(slice.app.routes)) {
      for (const [name, one] of Object.entries(set)) {
        const handler = slice.handlers[setName]?.[name] as Handler | undefined;
        if (!handler) throw new Error(`${slice.app.id}: nothing serves ${setName}.${name}`);
        registerRoute(http, options, slice.app, one, handler, solutions);
      }
    }
  }
}

function registerRoute(
  http: FastifyInstance,
  options: HttpOptions,
  app: AppManifest,
  one: AnyRoute,
  handler: Handler,
  solutions: ReadonlySet<string>,
) {
  const url = `/api${addressOf(app, one).replaceAll(/\{(\w+)\}/g, ':$1')}`;
  http.route({
    method: one.method,
    url,
    schema: {
      tags: [app.id],
      params: one.params,
      ...(one.query && !one.many ? { querystring: one.query } : {}),
      ...(one.body ? { body: one.body } : {}),
      ...(one.upload ? { consumes: ['multipart/form-data'] } : {}),
      ...documentedReply(one),
    },
    ...(one.bodyLimit ? { bodyLimit: one.bodyLimit } : {}),
    ...(one.upload ? { validatorCompiler: leaveBody } : {}),
    config: one.limitPerMinute ? { rateLimit: { max: one.limitPerMinute, timeWindow: '1 minute' } } : {},
    attachValidation: true,
    handler: async (request, reply) => {
      const actor = widened(one, await options.identify(request));
      judge(actor, app, one, options.index, solutions, request.params as Record<string, unknown>);
      if (actor) {
        reply.header('permissions', actor.session.mask);
        reply.header('grants', grantsStamp(actor.session));
      }
      if (request.validationError) throw request.validationError;
      const may = (access: Access) => can(actor?.session ?? null, access, { index: options.index, solutions });
      return answer(options, app, one, handler, actor, may, request, reply);
    },
  });
}

const widened = (one: AnyRoute, actor: Actor | null): Actor | null =>
  one.allClients && actor?.allClients ? { ...actor, scope: { ...actor.scope, companies: actor.allClients } } : actor;

/** The reply as the documentation shows it. */
function documentedReply(one: AnyRoute) {
  if (one.raw || one.status === 204) return {};
  const shape = one.many
    ? z.object({ data: z.array(one.reply), totalRecords: z.number().nullable() })
    : z.object({ data: one.reply });
  return { response: { [one.status]: shape } };
}

const isPublic = (access: Access) => typeof access === 'object' && 'public' in access;

function judge(
  actor: Actor | null,
  app: AppManifest,
  one: AnyRoute,
  index: PermissionIndex,
  solutions: ReadonlySet<string>,
  params: Record<string, unknown>,
) {
  const why = denial(actor?.session ?? null, one.access, { index, solutions, params });
  if (why === 'no-session') throw refuse(401, 'no-session');
  // Every call of an app needs it to be held, also those that only ask for a session.
  if (actor && app.kind === 'solution' && !isPublic(one.access) && !actor.session.apps.includes(app.id))
    throw refuse(403, 'app-not-held');
  if (why === 'no-company') throw refuse(409, 'select-a-customer');
  if (why) throw refuse(403, why);
}

async function answer(
  { kit, identify }: HttpOptions,
  app: AppManifest,
  one: AnyRoute,
  handler: Handler,
  actor: Actor | null,
  may: (access: Access) => boolean,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { query: list, errors } = one.many
    ? readListQuery(request.query as Record<string, unknown>, one.list ?? {}, extraKeys(one))
    : { query: undefined, errors: [] };
  if (errors.length) throw new Invalid(errors);
  const later: (() => void)[] = [];
  const context = {
    params: request.params,
    query: one.many && one.query ? parseExtra(one, request.query as Record<string, unknown>) : request.query,
    body: await bodyOf(request, one),
    list,
    may,
    kit,
    request,
    reply,
    locale: localeOf(request),
    get actor() {
      if (!actor) throw refuse(401, 'no-session');
      return actor;
    },
    actorNow: async () => actor && widened(one, await identify(request, actor)),
    afterCommit: (work: () => void) => void later.push(work),
  };
  if (one.raw) return handler(context as unknown as Context);
  const run = (tx: Tx) =>
    once(tx, app, one, actor, request, () => handler(Object.assign(context, { tx }) as unknown as Context));
  const result = await (one.ownTransactions
    ? handler(context as unknown as Context)
    : actor
      ? inTenant(kit.db, actor.scope, run)
      : inSystem(kit.db, run));
  for (const work of later) work();
  reply.code(one.status);
  if (one.status === 204) return reply.send();
  if (!one.many) return { data: one.reply.parse(result ?? null) };
  const pageOf = result as { data: unknown[]; totalRecords: number | null };
  return { data: pageOf.data.map((row) => one.reply.parse(row)), totalRecords: pageOf.totalRecords };
}

const extraKeys = (one: AnyRoute): string[] =>
  one.query && 'shape' in one.query ? Object.keys(one.query.shape as object) : [];

function parseExtra(one: AnyRoute, raw: Record<string, unknown>): unknown {
  const known = Object.fromEntries(extraKeys(one).flatMap((key) => (key in raw ? [[key, raw[key]]] : [])));
  const parsed = one.query?.safeParse(known);
  if (parsed && !parsed.success)
    throw new Invalid(parsed.error.issues.map((issue) => ({ param: issue.path.join('.'), msg: issue.message })));
  return parsed?.data;
}

export const localeOf = (request: FastifyRequest): 'en' | 'ar' =>
  String(request.headers['accept-language'] ?? '').startsWith('ar') ? 'ar' : 'en';

/** Answers a repeated `Idempotency-Key` with the first reply; the row lock makes a concurrent repeat wait for it. */
async function once(
  tx: Tx,
  app: AppManifest,
  one: AnyRoute,
  actor: Actor | null,
  request: FastifyRequest,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const key = request.headers['idempotency-key'];
  if (!one.idempotent || !actor || typeof key !== 'string' || key === '') return work();
  if (key.length > 200) throw refuse(400, 'bad-idempotency-key');
  const userId = actor.session.user.id;
  const requestHash = createHash('sha256')
    .update(JSON.stringify([request.url, request.body]))
    .digest('hex');
  const mine = await tx
    .insertInto('idempotency')
    .values({ key, userId, route: addressOf(app, one), requestHash, status: null, reply: null })
    .onConflict((conflict) => conflict.columns(['userId', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  if (!mine) {
    const first = await tx
      .selectFrom('idempotency')
      .selectAll()
      .where('userId', '=', userId)
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    if (first.requestHash !== requestHash) throw refuse(409, 'idempotency-key-reused');
    return first.reply;
  }
  const result = await work();
  await tx
    .updateTable('idempotency')
    .set({ status: one.status, reply: JSON.stringify(result ?? null) })
    .where('userId', '=', userId)
    .where('key', '=', key)
    .execute();
  return result;
}
