import { z } from 'zod';
import { type Access, type AccessRule, offeredAccess } from './access.ts';
import type { ListSpec } from './list.ts';
import type { Upload } from './upload.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The parameter names in a path. */
type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;
type ParamsOf<Path extends string> = { [Name in ParamNames<Path>]: Name extends 'token' ? string : number };

type FilteredBy<Filter extends string> = Omit<ListSpec, 'filter'> & { filter?: readonly Filter[] };

/** A route: its address, access, and request and response schemas. */
export type Route<
  Params = unknown,
  Query = unknown,
  Body = unknown,
  Reply = unknown,
  Many extends boolean = boolean,
  Filter extends string = string,
> = {
  method: Method;
  /** Below the app's `api`, with parameters in braces: `/device/{id}`. */
  path: string;
  access: Access;
  /**
   * API tokens may call it as well; all other routes are closed to them. The access must name an ability, which a token can
   * then be given. Not for what concerns money, people, contracts, permissions, sessions or tokens.
   */
  tokens?: true;
  params: z.ZodType<Params>;
  query?: z.ZodType<Query>;
  body?: z.ZodType<Body>;
  reply: z.ZodType<Reply>;
  /** A list: returns `{data, totalRecords}` and accepts the list parameters. */
  many: Many;
  list?: FilteredBy<Filter>;
  status: 200 | 201 | 202 | 204;
  /** The status of a reply that differs from `status`; undefined for `status`. */
  statusOf?(reply: unknown): 200 | undefined;
  /** A repeated `Idempotency-Key` returns the first reply; `required`: a call without one is refused. */
  idempotent?: true | 'required';
  /** A call with files is kept on a device without a network, within the limits of `keptFiles`, and sent later. */
  keepsFiles?: true;
  /** The media type of a feed whose reply is a text or a file, such as `text/calendar`; otherwise it is JSON. */
  feedType?: string;
  /** Returns something other than JSON (a file, a stream); the handler writes the reply itself. */
  raw?: true;
  /** The handler opens its own transactions, because its writes must outlive a refusal or because it runs for long. */
  ownTransactions?: true;
  /** Companies that see all of their clients do so here even if a customer is selected. */
  allClients?: true;
  /** Requests per minute from one network address; low for sign-in and similar routes. */
  limitPerMinute?: number;
  /** The limit counts for each signed-in browser instead, so that the people of an office have one each. */
  limitBy?: 'person';
  /** The maximum body size in bytes; 256 kB by default. */
  bodyLimit?: number;
  /** The handler also receives the bytes of the body (`rawBodyOf`), for signatures. */
  rawBody?: true;
  /** The handler receives the bytes of the body, whatever its type and even if it cannot be parsed. */
  unparsed?: true;
  /** The body may be a multipart form with a file; without a file it may be JSON. */
  upload?: Upload;
};
// biome-ignore lint/suspicious/noExplicitAny: the bound of a generic over every route
export type AnyRoute = Route<any, any, any, any, boolean>;
export type RouteSet = Record<string, AnyRoute>;

type Options<Query, Body, Reply, Params> = {
  access: Access;
  /** The people to whom it is offered, instead of those to whom the app is. */
  offeredTo?: AccessRule;
  tokens?: true;
  params?: z.ZodType<Params>;
  query?: z.ZodType<Query>;
  body?: z.ZodType<Body>;
  reply?: z.ZodType<Reply>;
  status?: 200 | 201 | 202 | 204;
  statusOf?(reply: unknown): 200 | undefined;
  allClients?: true;
  limitPerMinute?: number;
  limitBy?: 'person';
  bodyLimit?: number;
  rawBody?: true;
  unparsed?: true;
  upload?: Upload;
  feedType?: string;
} & (
  | { idempotent?: true | 'required'; keepsFiles?: never; raw?: never; ownTransactions?: never }
  // Kept calls are repeated after a lost reply.
  | { idempotent: true | 'required'; upload: Upload; keepsFiles: true; raw?: never; ownTransactions?: never }
  // The first reply is stored in the transaction of its change. A handler with several transactions has none to store
  // it in.
  | { idempotent?: never; keepsFiles?: never; raw?: true; ownTransactions?: true }
);

const idParam = z.coerce
  .number('enterANumber')
  .int('pleaseInputIDRight')
  .positive('pleaseInputIDRight')
  .max(2_147_483_647, 'pleaseInputIDRight');

function paramsOf(path: string): z.ZodType {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
  return z.object(Object.fromEntries(names.map((name) => [name, name === 'token' ? z.string() : idParam])));
}

function routeFactory<M extends Method>(method: M, defaultStatus: 200 | 201) {
  return <Path extends string, Query = unknown, Body = unknown, Reply = null, Params = ParamsOf<Path>>(
    path: Path,
    { access, offeredTo, ...options }: Options<Query, Body, Reply, Params>,
  ): Route<Params, Query, Body, Reply, false> => ({
    ...options,
    access: offeredAccess(access, offeredTo),
    method,
    path,
    params: options.params ?? (paramsOf(path) as z.ZodType<Params>),
    reply: options.reply ?? (z.null() as unknown as z.ZodType<Reply>),
    many: false,
    // The browser announces 204 as "deleted", so other routes without a reply return 200.
    status: options.status ?? (options.reply ? defaultStatus : method === 'DELETE' ? 204 : 200),
  });
}

/** A list of rows with the list parameters; `query` adds further parameters. */
function list<Path extends string, Row, Query = unknown, Params = ParamsOf<Path>, Filter extends string = never>(
  path: Path,
  {
    access,
    offeredTo,
    ...options
  }: {
    access: Access;
    offeredTo?: AccessRule;
    tokens?: true;
    reply: z.ZodType<Row>;
    list: FilteredBy<Filter>;
    query?: z.ZodType<Query>;
    params?: z.ZodType<Params>;
    allClients?: true;
  },
): Route<Params, Query, unknown, Row, true, Filter> {
  const params = options.params ?? (paramsOf(path) as z.ZodType<Params>);
  return { ...options, access: offeredAccess(access, offeredTo), method: 'GET', path, params, many: true, status: 200 };
}

/** Functions that declare routes. Parameters in braces are ids (positive integers), `{token}` is a text, unless `params` says otherwise. */
export const route = {
  get: routeFactory('GET', 200),
  post: routeFactory('POST', 201),
  put: routeFactory('PUT', 200),
  patch: routeFactory('PATCH', 200),
  delete: routeFactory('DELETE', 200),
  list,
};

export type ParamsIn<R> = R extends Route<infer P, infer _Q, infer _B, infer _R, infer _M> ? P : never;
export type QueryIn<R> = R extends Route<infer _P, infer Q, infer _B, infer _R, infer _M> ? Q : never;
export type BodyIn<R> = R extends Route<infer _P, infer _Q, infer B, infer _R, infer _M> ? B : never;
export type ReplyOf<R> = R extends Route<infer _P, infer _Q, infer _B, infer Reply, infer _M> ? Reply : never;
export type IsMany<R> = R extends Route<infer _P, infer _Q, infer _B, infer _R, infer Many> ? Many : never;
/** The names of the filters of a list. */
export type FilterOf<R> = R extends { list?: { filter?: readonly (infer Name extends string)[] } } ? Name : never;
