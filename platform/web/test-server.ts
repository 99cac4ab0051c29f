import { vi } from 'vitest';
import { apiBase } from './client/transport.ts';

/** A request as the server gets it; `path` is below `/api`. */
export type Sent = { method: string; path: string; query: URLSearchParams; headers: Headers; body: unknown };
/** The data of a reply, or a response as it is. */
export type Answer = Readonly<Record<string, unknown>> | readonly unknown[] | Response | null;
type Answers = Readonly<Record<string, Answer | ((request: Sent) => Answer | Promise<Answer>)>>;

/** A response by which the server refuses a call. */
export const refusal = (status: number, body: object): Response => Response.json(body, { status });

/**
 * Answers the requests of a test by method and path (`GET /core/device`), and returns them as they arrive. An array is a
 * page of a list. A request without an answer fails with its name as the message.
 */
export function testServer(answers: Answers): readonly Sent[] {
  const sent: Sent[] = [];
  const { fetch: load } = globalThis;
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const { pathname, searchParams: query } = new URL(address, location.origin);
    // Files of the page, such as the map of the world, are loaded as usual.
    if (!pathname.startsWith(`${apiBase}/`)) return load(address, init);
    const { method = 'GET', headers, body } = init;
    const path = pathname.slice(apiBase.length);
    const request = {
      method,
      path,
      query,
      headers: new Headers(headers),
      body: typeof body === 'string' ? JSON.parse(body) : body,
    };
    sent.push(request);
    const answer = answers[`${method} ${path}`];
    if (answer === undefined) return refusal(501, { msg: `The test has no answer to ${method} ${path}` });
    const data = typeof answer === 'function' ? await answer(request) : answer;
    if (data instanceof Response) return data.clone();
    return Response.json({ data, ...(Array.isArray(data) ? { totalRecords: data.length } : {}) });
  });
  return sent;
}

/** The bodies of the requests with this method and path. */
export const bodiesOf = (sent: readonly Sent[], method: string, path: string): unknown[] =>
  sent.filter((one) => one.method === method && one.path === path).map(({ body }) => body);
