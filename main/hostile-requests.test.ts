import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { AnyRoute } from '#platform/common/route.ts';
import { apps } from './apps.ts';
import { hostile, hostileText, valuesFor } from './hostile-values.ts';
import { personOn, type Rasid, rasid } from './testing.ts';

/*
 * Whatever is sent, the answer says what is wrong with it, and soon. FUZZ_RUNS asks more often, FUZZ_SEED repeats a
 * run that failed.
 */

const runs = Number(process.env.FUZZ_RUNS ?? 8);
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
const tooLongMs = 2000;
/** On a machine that is busy with much else, each route is asked once from then on. */
const budgetMs = 40_000 * Math.max(1, runs / 8);

type Registered = { app: AppManifest; route: AnyRoute; name: string };
const all: Registered[] = (apps as readonly AppManifest[]).flatMap((app) =>
  Object.values(app.routes).flatMap((set) =>
    Object.values(set).map((route) => ({ app, route, name: `${route.method} ${app.api}${route.path}` })),
  ),
);

const people = {
  nobody: null,
  stranger: 'other@rasid.test',
  viewer: 'viewer@rasid.test',
  customer: 'customer@rasid.test',
  'platform administrator': 'super@rasid.test',
} as const;
type Who = keyof typeof people;

type Sent = { who: Who; url: string; type: string; body: string | undefined; headers: Record<string, string> };

const oddId = fc.constantFrom('0', '-1', '2147483648', '1e400', '%00', '__proto__', '%ED%A0%80', '1.5', '..%2F', '99');
const pathId = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 9 }).map(String) },
  { weight: 1, arbitrary: oddId },
);

function pathsOf({ app, route }: Registered): fc.Arbitrary<string> {
  const parts = `${app.api}${route.path}`.split(/\{\w+\}/);
  return fc
    .array(pathId, { minLength: parts.length - 1, maxLength: parts.length - 1 })
    .map((ids) => parts.map((part, at) => part + (ids[at] ?? '')).join(''));
}

/** Lone surrogates cannot stand in an address: the browser sends U+FFFD for them. */
const encoded = (value: unknown) =>
  encodeURIComponent((typeof value === 'object' ? JSON.stringify(value) : String(value)).slice(0, 3000).toWellFormed());

function queriesOf({ route }: Registered): fc.Arbitrary<string> {
  const { filter = [], sort = [] } = route.list ?? {};
  const keys = [
    ...(route.many ? ['limit', 'skip', 'total', 'search', 'sort[id]', 'constructor', '__proto__[x]'] : []),
    ...filter.flatMap((name) => [name, name, ...['from', 'to', 'min', 'max'].map((part) => `${name}[${part}]`)]),
    ...sort.map((name) => `sort[${name}]`),
  ];
  const lists = keys.length
    ? fc.array(
        fc.tuple(fc.constantFrom(...keys), fc.oneof(hostileText, fc.constantFrom('asc', 'desc', '1', 'sample'))),
        {
          maxLength: 4,
        },
      )
    : fc.constant([]);
  const own = route.query ? valuesFor(route.query) : fc.constant({});
  return fc.tuple(own, lists).map(([values, pairs]) => {
    const more = Object.entries(values !== null && typeof values === 'object' ? values : {});
    return [...more, ...pairs]
      .map(([key, value]) => `${encoded(key)}=${encoded(value)}`)
      .join('&')
      .slice(0, 8000);
  });
}

const bodiesOf = ({ route }: Registered): fc.Arbitrary<string | undefined> => {
  if (route.method === 'GET') return fc.constant(undefined);
  const whole = route.body ? valuesFor(route.body) : hostile;
  return fc.oneof(
    { weight: 12, arbitrary: whole.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: hostile.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.constantFrom('', '{', '\u0000', '[1,', '{"a":1}}', `${'['.repeat(60_000)}`) },
  );
};
const types = fc.oneof(
  { weight: 12, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'text/plain',
      'application/xml',
      'multipart/form-data; boundary=x',
      'x',
      'application/json; charset=utf-16',
    ),
  },
);
const odd = fc.constantFrom('', '0', '-1', '2147483648', 'x'.repeat(300), 'null', '1,2', '2');
const oddHeaders = fc.record(
  { 'customer-id': odd, 'on-behalf-of': odd, 'idempotency-key': odd, 'accept-language': odd, 'if-none-match': odd },
  { requiredKeys: [] },
);
const headers = fc.oneof({ weight: 12, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: oddHeaders });

let app: Rasid;
let began = 0;
const tokens = new Map<Who, string>();
beforeAll(async () => {
  console.info(`hostile requests: FUZZ_SEED=${seed} FUZZ_RUNS=${runs}`);
  app = await rasid();
  began = performance.now();
});
afterAll(() => app.close());

/** A session may have been ended by what was sent before. */
async function tokenOf(who: Who): Promise<string> {
  const email = people[who];
  if (!email) return '';
  const now = tokens.get(who);
  if (now) {
    const reply = await app.http.inject({ url: '/api/session', headers: { authorization: `Bearer ${now}` } });
    if (reply.statusCode === 200) return now;
  }
  const { token } = await app.signIn(email);
  tokens.set(who, token);
  return token;
}

let asked = 0;
let done = 0;
async function send(method: AnyRoute['method'], token: string, { url, type, body, headers }: Sent) {
  // Each from an address of its own, so that no limit of requests hides what comes behind it.
  const from = `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked++ & 255}`;
  const began = performance.now();
  const reply = await app.http.inject({
    method,
    url,
    headers: {
      ...headers,
      'x-forwarded-for': from,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': type }),
    },
    signal: AbortSignal.timeout(3 * tooLongMs),
    ...(body === undefined ? {} : { payload: body }),
  });
  if (reply.statusCode < 300) done++;
  return { status: reply.statusCode, ms: performance.now() - began, text: reply.body.slice(0, 300) };
}

describe('whatever is sent', () => {
  test.each(all)('$name answers within two seconds, and never by a fault of the server', async (one) => {
    const now = new Map<Who, string>();
    for (const who of Object.keys(people) as Who[]) now.set(who, await tokenOf(who));
    const sent: fc.Arbitrary<Sent> = fc.record({
      who: fc.constantFrom(...(Object.keys(people) as Who[])),
      url: fc.tuple(pathsOf(one), queriesOf(one)).map(([path, query]) => `/api${path}${query ? `?${query}` : ''}`),
      type: types,
      body: bodiesOf(one),
      headers,
    });
    await fc.assert(
      fc.asyncProperty(sent, async (example) => {
        const token = now.get(example.who) ?? '';
        let reply = await send(one.route.method, token, example);
        // A machine that is busy with something else is no fault of the route.
        for (let again = 0; reply.ms > tooLongMs && again < 2; again++)
          reply = await send(one.route.method, token, example);
        const told = `${example.who}: ${one.route.method} ${example.url} ${example.body?.slice(0, 500)} ${JSON.stringify(example.headers)}\n${reply.text}`;
        expect(reply.status, told).toBeLessThan(500);
        expect(reply.ms, told).toBeLessThan(tooLongMs);
      }),
      { seed, numRuns: performance.now() - began < budgetMs ? runs : 1, reporter: tell },
    );
  });
});

test('much of what was sent came as far as the handlers, and was done', () =>
  expect(done).toBeGreaterThan(all.length / 4));

describe('what is no text, no date and no key of its own', () => {
  const signUp = {
    email: 'begins@example.test',
    password: 'Sample@2026x',
    firstName: 'Mona',
    lastName: 'Saleh',
    companyName: 'Mona and sons',
    countryId: 233,
    phone: '+971501234567',
  };
  const deep = JSON.parse(`{"value":${'['.repeat(5000)}${']'.repeat(5000)}}`);
  test.each([
    ['NUL at sign-in', 'nobody', 'POST', '/auth/login', { email: 'a\u0000@b.co', password: 'x' }, 418, 'email'],
    ['a lone surrogate', 'customer', 'POST', '/user/parameter?key=x', { value: { a: '\ud800' } }, 418, 'value.a'],
    ['5,000 levels', 'customer', 'POST', '/user/parameter?key=x', deep, 418, 'value.0.0'],
    ['NUL in an address', 'customer', 'DELETE', '/user/parameter?key=%00', undefined, 418, 'key'],
    ['a day before history', 'customer', 'GET', '/session-log?at[from]=-271821-04-20', undefined, 418, 'at[from]'],
    [
      'a name of the language as entity',
      'customer',
      'POST',
      '/sample/permissions-group',
      { name: 'Night', users: [], resources: [], permissions: { constructor: ['read'] } },
      418,
      'permissions.constructor.read',
    ],
    ['sign-up beside a session', 'customer', 'POST', '/company/customer/signup', signUp, 200, undefined],
  ] as const)('%s is answered as such', async (_name, who, method, path, body, status, param) => {
    const token = await tokenOf(who);
    const reply = await personOn(app.http, token).call(method, path, body === undefined ? {} : { body });
    expect([reply.status, reply.body.errors?.[0]?.param], JSON.stringify(reply.body)).toEqual([status, param]);
  });
});

/** Without the values, whose JSON may be longer than a log. */
function tell(details: fc.RunDetails<[Sent]>) {
  if (!details.failed) return;
  const error = details.errorInstance instanceof Error ? details.errorInstance.message : String(details.errorInstance);
  throw new Error(`FUZZ_SEED=${details.seed}: ${error.slice(0, 1500)}`);
}
