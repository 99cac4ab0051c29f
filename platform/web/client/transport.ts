import type { FieldError } from '#platform/common/list.ts';
import { reasonHeader, reasonNeededWord } from '#platform/common/view-log.ts';
import { reasonHeaders } from '../session/view-reason.ts';
import { isAbort, isTimeout, RequestError } from './request-error.ts';
import { type OnProgress, sendForm } from './send-form.ts';
import type { TokenStore } from './tokens.ts';

export type Call = {
  method: string;
  /** Below `/api`. */
  path: string;
  /** The app of the call, whose texts explain a refusal. */
  app?: string;
  query?: URLSearchParams;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** `true`: no notice. `success`: notices of failures only. */
  silent?: boolean | 'success';
  /** Called with the part of a form that has been sent. */
  onProgress?: OnProgress;
  /** The caller keeps the call if the server cannot be reached: no notice. */
  keeps?: true;
  /** The customer for whom it is; by default the selected one. */
  customer?: number | null;
  /** Public: sent without a token and never retried. */
  open?: boolean;
};
export type Answer = { status: number; data: unknown; totalRecords?: number };

type Deps = {
  tokens: TokenStore;
  fetch: typeof fetch;
  language(): string;
  customer(): number | null;
  /** The id of this page, by which it recognizes the echo of its own changes. */
  pageId: string;
  onPermissions(mask: string, grants: string): void;
  onAnswer(call: Call, status: number, data: unknown): void;
  onError(call: Call, error: RequestError): void;
  /** Loads the texts that explain an error, before it is shown. */
  explain(error: RequestError): Promise<void>;
  /** The session has ended: the refresh token was refused. */
  onLost(): void;
  /** The customer is no longer available; afterwards `customer` returns another one or none. */
  onCustomerLost(id: number): void;
  /** The reason of a view that the server refused without one; null if the person gives none. */
  reasonFor?(path: string, detail: unknown): Promise<string | null>;
  /** Serializes refreshes over all tabs, where the browser supports it. */
  exclusive?<T>(run: () => Promise<T>): Promise<T>;
};

export const apiBase = '/api';
const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
const customerOf = (deps: Deps, call: Call) => (call.customer === undefined ? deps.customer() : call.customer);
type ErrorBody = { code?: string; msg?: string; word?: string; errors?: FieldError[]; detail?: unknown };

/** Sends the request. A network failure becomes a RequestError with status 0 and `unreachable`. */
async function raw(deps: Deps, call: Call, token: string | undefined): Promise<Response> {
  const customer = customerOf(deps, call);
  const search = call.query?.size ? `?${call.query}` : '';
  const body =
    call.body instanceof FormData ? call.body : call.body === undefined ? undefined : JSON.stringify(call.body);
  try {
    const address = `${apiBase}${call.path}${search}`;
    const init: RequestInit = {
      method: call.method,
      headers: {
        'accept-language': deps.language(),
        'page-id': deps.pageId,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
        ...(customer && !call.open ? { 'customer-id': String(customer) } : {}),
        ...(call.path.startsWith('/auth/') ? { 'client-timezone': timeZone() } : {}),
        ...call.headers,
      },
      ...(body === undefined ? {} : { body }),
      ...(call.signal ? { signal: call.signal } : {}),
    };
    return await (call.onProgress ? sendForm(address, init, call.onProgress) : deps.fetch(address, init));
  } catch (error) {
    if (call.signal?.aborted && !isTimeout(error)) throw error;
    throw new RequestError(0, { word: 'unreachable', detail: error });
  }
}

/** Refreshes the access token; concurrent callers share one request. */
function createRefresh(deps: Deps): () => Promise<string> {
  const { tokens } = deps;
  let refreshing: Promise<string> | null = null;

  async function askForToken(stale: string | undefined): Promise<string> {
    const refreshToken = tokens.pair()?.refreshToken;
    // Another tab may have refreshed while this one waited for the lock.
    const current = tokens.access();
    if (current && current !== stale) return current;
    if (!refreshToken) throw new RequestError(401, { word: 'no-session' });
    const response = await raw(
      deps,
      { method: 'POST', path: '/auth/token', body: { refreshToken }, open: true },
      undefined,
    );
    if (!response.ok) throw await errorOf(response, undefined);
    const { data } = (await response.json()) as { data: { token: string; refreshToken?: string } };
    tokens.keep({ accessToken: data.token, refreshToken: data.refreshToken ?? refreshToken });
    return data.token;
  }

  /** Returns a new access token. Concurrent callers share one request. */
  function refresh(): Promise<string> {
    const stale = tokens.pair()?.accessToken;
    const run = () => askForToken(stale);
    refreshing ??= (deps.exclusive ? deps.exclusive(run) : run())
      .catch((error: unknown) => {
        // A server that is down or busy does not end the session.
        const refused =
          error instanceof RequestError && error.status >= 400 && error.status < 500 && error.status !== 429;
        if (refused) {
          tokens.reset();
          deps.onLost();
        }
        throw error;
      })
      .finally(() => {
        refreshing = null;
      });
    return refreshing;
  }
  return refresh;
}

/** The connection to the server: token, headers, one shared refresh, one retry after a 401, notices. */
export function createTransport(deps: Deps) {
  const { tokens } = deps;
  const refresh = createRefresh(deps);

  /** The valid access token, refreshed if necessary; undefined when nobody is signed in. */
  async function token(): Promise<string | undefined> {
    return tokens.access() ?? (tokens.pair() ? await refresh() : undefined);
  }

  /** The raw response, after token and retry; for files and streams. */
  async function open(call: Call): Promise<Response> {
    const customer = call.open ? null : customerOf(deps, call);
    let response = await raw(deps, call, call.open ? undefined : await token());
    if (response.status === 401 && !call.open) response = await raw(deps, call, await refresh());
    const mask = response.headers.get('permissions');
    if (mask) deps.onPermissions(mask, response.headers.get('grants') ?? '');
    if (response.ok) return response;
    const error = await errorOf(response, call.app);
    if (error.word === reasonNeededWord && call.headers?.[reasonHeader] === undefined) {
      const reason = await deps.reasonFor?.(call.path, error.detail);
      if (reason) return open({ ...call, headers: { ...call.headers, ...reasonHeaders(reason) } });
    }
    if (customer === null || error.word !== 'customer-not-allowed') throw error;
    if (deps.customer() === customer) deps.onCustomerLost(customer);
    // Reads are repeated without the customer; a write is for the person to decide.
    if (call.method === 'GET' && deps.customer() !== customer) return open(call);
    throw error;
  }

  async function send(call: Call): Promise<Answer> {
    try {
      const response = await open(call);
      const body = await bodyOf(response);
      deps.onAnswer(call, response.status, body.data);
      return {
        status: response.status,
        data: body.data ?? null,
        ...(typeof body.totalRecords === 'number' ? { totalRecords: body.totalRecords } : {}),
      };
    } catch (error) {
      if (error instanceof RequestError) {
        await deps.explain(error);
        deps.onError(call, error);
      }
      throw error;
    }
  }

  return { send, open, refresh, token };
}
export type Transport = ReturnType<typeof createTransport>;

/** `totalRecords` is null when it was not requested. */
type Body = { data?: unknown; totalRecords?: number | null };

/** Throws a RequestError `unreachable` if the connection breaks within the reply. */
async function textOf(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new RequestError(0, { word: 'unreachable', detail: error });
  }
}

async function bodyOf(response: Response): Promise<Body> {
  const text = response.status === 204 ? '' : await textOf(response);
  if (!text) return {};
  try {
    return JSON.parse(text) as Body;
  } catch (error) {
    // For instance the sign-in page of a captive portal.
    throw new RequestError(0, { word: 'unreadable', detail: error });
  }
}

async function errorOf(response: Response, app: string | undefined): Promise<RequestError> {
  const text = await response.text();
  let body: ErrorBody = {};
  try {
    body = JSON.parse(text) as ErrorBody;
  } catch {
    // A proxy replies with its own page; the status is enough.
    body = {};
  }
  return new RequestError(response.status, body, app);
}
