import type { QueryKey } from '@tanstack/react-query';
import type { App, AppManifest } from '#platform/common/define-app.ts';
import { type ListRequest, writeListQuery } from '#platform/common/list.ts';
import type { AnyRoute, BodyIn, IsMany, ParamsIn, QueryIn, ReplyOf, RouteSet } from '#platform/common/route.ts';
import { transport } from './connection.ts';
import type { OnProgress } from './send-form.ts';
import type { Call } from './transport.ts';

export type ReplyPage<Row> = { data: Row[]; totalRecords: number | undefined };
export type ResultOf<R> = IsMany<R> extends true ? ReplyPage<ReplyOf<R>> : ReplyOf<R>;

/** The arguments of a call; `list` holds the list parameters of its query. */
export type Args<R> = {
  params?: ParamsIn<R>;
  query?: Partial<QueryIn<R>>;
  list?: ListRequest;
  body?: BodyIn<R>;
};
export type SendArgs<R> = Args<R> & {
  signal?: AbortSignal;
  silent?: boolean | 'success';
  headers?: Record<string, string>;
  onProgress?: OnProgress;
  /** The caller keeps the call if the server cannot be reached: no notice. */
  keeps?: true;
};

/** A call of an app, typed by its route. */
export type Endpoint<R extends AnyRoute = AnyRoute> = {
  /** A built web app does not contain the schemas. */
  route: Pick<R, 'method' | 'path' | 'access' | 'many' | 'list' | 'idempotent' | 'keepsFiles'>;
  app: string;
  /** `device.list` */
  name: string;
  /** Begins with the app and the route set, so that a prefix matches all queries of a kind of record. */
  key(args?: Args<R>): QueryKey;
  /** The prefix of the keys of all calls of the same set. */
  keyPrefix: QueryKey;
  send(args?: SendArgs<R>): Promise<ResultOf<R>>;
  /** The request that `send` makes. */
  request(args?: SendArgs<R>): Call;
  /** The raw response of a route that is `raw`, such as a file. */
  open(args?: SendArgs<R>): Promise<Response>;
};

/** The route type of a call. */
export type RouteOf<Call> = Call extends Endpoint<infer R> ? R : never;

export type Client<Routes extends Record<string, RouteSet>> = {
  [Set in keyof Routes]: { [Name in keyof Routes[Set]]: Endpoint<Routes[Set][Name]> };
};

/** Fills the parameters of an address. Throws if one is missing. */
export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === null || value === '')
      throw new Error(name === 'companyId' ? 'Company Interceptor: Undefined Company' : `${path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
}

function queryOf(args: Args<AnyRoute>): URLSearchParams {
  const out = writeListQuery(args.list ?? {});
  for (const [name, value] of Object.entries(args.query ?? {}))
    if (value !== undefined && value !== null && value !== '') out.set(name, String(value));
  return out;
}

const isFile = (value: unknown): value is Blob => value instanceof Blob;

/** As `inForm` reads it. */
const fieldText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** A body with files is sent as a form, without the fields that have no value. */
function bodyOf(body: unknown): unknown {
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  if (!fields.some(([, value]) => [value].flat().some(isFile))) return body;
  const form = new FormData();
  for (const [name, value] of fields)
    for (const one of [value].flat())
      if (one !== undefined && one !== null) form.append(name, isFile(one) ? one : fieldText(one));
  return form;
}

function endpointOf<R extends AnyRoute>(app: AppManifest, set: string, name: string, route: R): Endpoint<R> {
  const callOf = ({ signal, silent, headers, onProgress, keeps, ...args }: SendArgs<R>): Call => ({
    app: app.id,
    method: route.method,
    path: fillPath(`${app.api}${route.path}`, args.params as Record<string, unknown> | undefined),
    query: queryOf(args),
    body: bodyOf(args.body),
    open: typeof route.access === 'object' && 'public' in route.access && !route.access.callers,
    ...(signal ? { signal } : {}),
    ...(silent ? { silent } : {}),
    ...(headers ? { headers } : {}),
    ...(onProgress ? { onProgress } : {}),
    ...(keeps ? { keeps } : {}),
  });
  return {
    route,
    app: app.id,
    name: `${set}.${name}`,
    keyPrefix: [app.id, set],
    key: (args) => [app.id, set, name, args ?? {}],
    request: (args = {}) => callOf(args),
    open: (args = {}) => transport.open(callOf(args)),
    async send(args = {}) {
      const answer = await transport.send(callOf(args));
      const result = route.many ? { data: answer.data, totalRecords: answer.totalRecords } : answer.data;
      return result as ResultOf<R>;
    },
  };
}

/** The list that a manifest names: `door.list`. */
export function declaredList(app: AppManifest, name: string): Endpoint<AnyRoute> {
  const [set = '', call = ''] = name.split('.');
  const found = clientOf(app)[set]?.[call];
  if (!found) throw new Error(`${app.id} has no list ${name}`);
  return found;
}

/**
 * The typed calls of an app: `api.company.list`, `api.user.info`. They are looked up when they are used: a file of the built
 * web that several apps share can be run before the manifests of all of them are complete.
 */
export function clientOf<Routes extends Record<string, RouteSet>>(app: App<Routes>): Client<Routes> {
  const made = new Map<string, { of: RouteSet; calls: Record<string, Endpoint> }>();
  const callsOf = (set: string | symbol) => {
    const of = typeof set === 'string' && Object.hasOwn(app.routes, set) ? app.routes[set] : undefined;
    if (typeof set !== 'string' || !of) return undefined;
    const known = made.get(set);
    if (known?.of === of) return known.calls;
    const entries = Object.entries(of).map(([name, route]) => [name, endpointOf(app, set, name, route)] as const);
    const calls: Record<string, Endpoint> = Object.fromEntries(entries);
    made.set(set, { of, calls });
    return calls;
  };
  const sets: Record<string, Record<string, Endpoint>> = {};
  return new Proxy(sets, {
    get: (_, set) => callsOf(set),
    has: (_, set) => callsOf(set) !== undefined,
    ownKeys: () => Reflect.ownKeys(app.routes),
    getOwnPropertyDescriptor(_, set) {
      const value = callsOf(set);
      return value && { value, enumerable: true, configurable: true, writable: false };
    },
  }) as Client<Routes>;
}
