import { expect, test, vi } from 'vitest';
import { RequestError } from './request-error.ts';
import { type Stored, storedItem } from './storage.ts';
import { createTokens, type TokenPairs } from './tokens.ts';
import { createTransport } from './transport.ts';

const base64 = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '');
const tokenFor = (exp: number, id = '') => `h.${base64({ iat: 1000, exp, id })}.s`;

function memory(): Stored {
  const map = new Map<string, string>();
  return {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
    key: (at) => [...map.keys()][at] ?? null,
    get length() {
      return map.size;
    },
  };
}

const json = (status: number, body: object, headers: Record<string, string> = {}) =>
  new Response(status === 204 ? null : JSON.stringify(body), { status, headers });

type Handler = (path: string, init: RequestInit) => Response | Promise<Response>;

function setUp(
  handler: Handler,
  { nowSeconds = 1000, pair = { accessToken: tokenFor(1900), refreshToken: 'r1' } } = {},
) {
  const clock = { now: nowSeconds * 1000 };
  const storage = memory();
  const item = storedItem<TokenPairs>('tokens', () => storage);
  const tokens = createTokens(item, () => clock.now);
  tokens.keep(pair);
  const calls: { path: string; headers: Record<string, string> }[] = [];
  let customer: number | null = 12;
  const customerLost = vi.fn(() => {
    customer = null;
  });
  const seen = { customerLost, lost: vi.fn(), permissions: vi.fn(), error: vi.fn(), answer: vi.fn() };
  const transport = createTransport({
    pageId: 'page',
    tokens,
    fetch: (async (input: string, init: RequestInit) => {
      calls.push({ path: input, headers: init.headers as Record<string, string> });
      return handler(input, init);
    }) as typeof fetch,
    language: () => 'ar',
    customer: () => customer,
    onCustomerLost: customerLost,
    onPermissions: seen.permissions,
    onError: seen.error,
    explain: async () => {},
    onAnswer: seen.answer,
    onLost: seen.lost,
  });
  return { transport, tokens, calls, clock, ...seen };
}
const get = (path: string) => ({ method: 'GET', path });

test('a request has token, language and customer, and reports the permissions of its reply', async () => {
  const { transport, calls, permissions } = setUp(() => json(200, { data: 1 }, { permissions: 'abc' }));
  await expect(transport.send(get('/device'))).resolves.toEqual({ status: 200, data: 1 });
  expect(calls[0]?.headers).toMatchObject({
    authorization: `Bearer ${tokenFor(1900)}`,
    'accept-language': 'ar',
    'customer-id': '12',
  });
  expect(permissions).toHaveBeenCalledWith('abc', '');
});

test('requests with an expired token share one refresh', async () => {
  const { transport, calls, clock } = setUp(async (path) => {
    await new Promise((done) => setTimeout(done, 5));
    return path.endsWith('/auth/token')
      ? json(200, { data: { token: tokenFor(9000), refreshToken: 'r2' } })
      : json(200, { data: path });
  });
  clock.now = 2_000_000;
  await Promise.all([transport.send(get('/a')), transport.send(get('/b')), transport.send(get('/c'))]);
  const refreshes = calls.filter((call) => call.path === '/api/auth/token');
  expect(refreshes).toHaveLength(1);
  expect(refreshes[0]?.headers['client-timezone']).toBeTruthy();
  expect(calls).toHaveLength(4);
});

test('a request with a 401 is repeated once with a new token', async () => {
  let tries = 0;
  const { transport, calls } = setUp((path) => {
    if (path.endsWith('/auth/token')) return json(200, { data: { token: tokenFor(9000, 'new') } });
    tries += 1;
    return tries === 1 ? json(401, { code: '1', msg: 'expired' }) : json(200, { data: 'ok' });
  });
  await expect(transport.send(get('/a'))).resolves.toMatchObject({ data: 'ok' });
  expect(calls.map((call) => call.path)).toEqual(['/api/a', '/api/auth/token', '/api/a']);
  expect(calls[2]?.headers.authorization).toBe(`Bearer ${tokenFor(9000, 'new')}`);
});

test('a request with a second 401 fails without a third attempt', async () => {
  const { transport, calls, lost } = setUp((path) =>
    path.endsWith('/auth/token') ? json(200, { data: { token: tokenFor(9000) } }) : json(401, { code: '1', msg: 'no' }),
  );
  await expect(transport.send(get('/a'))).rejects.toMatchObject({ status: 401 });
  expect(calls.map((call) => call.path)).toEqual(['/api/a', '/api/auth/token', '/api/a']);
  expect(lost).not.toHaveBeenCalled();
});

test('a refused refresh ends the session', async () => {
  const { transport, tokens, lost, calls } = setUp((path) =>
    path.endsWith('/auth/token') ? json(401, { code: '1', msg: 'reused' }) : json(401, { code: '1', msg: 'no' }),
  );
  await expect(transport.send(get('/a'))).rejects.toBeInstanceOf(RequestError);
  expect(lost).toHaveBeenCalledOnce();
  expect(tokens.pair()).toBeUndefined();
  expect(calls.filter((call) => call.path === '/api/auth/token')).toHaveLength(1);
});

test('an unavailable customer is deselected: reads are repeated without it, writes fail', async () => {
  const answer = (_: string, init: RequestInit) =>
    (init.headers as Record<string, string>)['customer-id']
      ? json(403, { code: '1', msg: 'no', word: 'customer-not-allowed' })
      : json(200, { data: 'own' });
  const reading = setUp(answer);
  await expect(reading.transport.send(get('/session'))).resolves.toMatchObject({ data: 'own' });
  expect(reading.customerLost).toHaveBeenCalledExactlyOnceWith(12);
  const changing = setUp(answer);
  await expect(changing.transport.send({ method: 'POST', path: '/device', body: {} })).rejects.toMatchObject({
    word: 'customer-not-allowed',
  });
  expect(changing.customerLost).toHaveBeenCalledOnce();
  expect(changing.calls).toHaveLength(1);
});

test('a total that was not requested is undefined, and a reply that is not JSON is an error', async () => {
  const list = setUp(() => json(200, { data: [], totalRecords: null }));
  await expect(list.transport.send(get('/device'))).resolves.toEqual({ status: 200, data: [] });
  const portal = setUp(() => new Response('<html>Sign in to the network</html>', { status: 200 }));
  await expect(portal.transport.send(get('/device'))).rejects.toMatchObject({ word: 'unreadable' });
  expect(portal.answer).not.toHaveBeenCalled();
});

test('an unreachable server does not end the session', async () => {
  const { transport, tokens, lost, clock } = setUp((path) => {
    if (path.endsWith('/auth/token')) throw new TypeError('fetch failed');
    return json(200, { data: 1 });
  });
  clock.now = 2_000_000;
  await expect(transport.send(get('/a'))).rejects.toMatchObject({ status: 0, word: 'unreachable' });
  expect(lost).not.toHaveBeenCalled();
  expect(tokens.pair()).toBeDefined();
});

test('a failed sign-in does not count as an expired session', async () => {
  const { transport, calls } = setUp(() => json(401, { code: '1', msg: 'x', word: 'wrong-credentials' }));
  await expect(transport.send({ method: 'POST', path: '/auth/login', body: {}, open: true })).rejects.toMatchObject({
    word: 'wrong-credentials',
  });
  expect(calls).toHaveLength(1);
  expect(calls[0]?.headers).not.toHaveProperty('authorization');
  expect(calls[0]?.headers['client-timezone']).toBeTruthy();
});

test('field errors of a reply are passed on unchanged', async () => {
  const { transport } = setUp(() => json(418, { code: '1', msg: 'v', errors: [{ param: 'name', msg: 'Required' }] }));
  await expect(transport.send({ method: 'POST', path: '/a', body: {} })).rejects.toMatchObject({
    status: 418,
    errors: [{ param: 'name', msg: 'Required' }],
  });
});

test('the expiry of a token is checked by the clock of the server', () => {
  // This browser runs an hour ahead: by its own clock the token of 15 minutes would be dead on arrival.
  const { tokens } = setUp(() => json(200, {}), { nowSeconds: 1000 + 3600 });
  expect(tokens.access()).toBe(tokenFor(1900));
});

test('a secondary token pair overrides the primary one until it ends', () => {
  const { tokens } = setUp(() => json(200, {}));
  tokens.keep({ accessToken: tokenFor(1900, 'owner'), refreshToken: 'r9' }, 'secondary');
  expect(tokens.slot()).toBe('secondary');
  tokens.reset();
  expect(tokens.pair()?.refreshToken).toBe('r1');
});

test('a reply that breaks off counts as an unreachable server, so that the call is repeated with its key', async () => {
  const broken = new ReadableStream({ start: (control) => control.error(new TypeError('network error')) });
  const { transport } = setUp(() => new Response(broken, { status: 200 }));
  await expect(transport.send(get('/a'))).rejects.toMatchObject({ status: 0, word: 'unreachable' });
});

test('a call can be for another customer than the selected one, or for none', async () => {
  const { transport, calls } = setUp(() => json(200, {}));
  await transport.send({ ...get('/a'), customer: 34 });
  await transport.send({ ...get('/a'), customer: null });
  expect(calls.map(({ headers }) => headers['customer-id'])).toEqual(['34', undefined]);
});
