import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnyRoute } from '#platform/common/route.ts';
import { demoPassword, personOn, type Rasid, rasid } from '../testing.ts';
import { type HostileRequest, hostileRequestsOf, type PersonKind, people } from './hostile-request.ts';
import { walkedRoutes } from './registered-routes.ts';

/*
 * Every request is answered quickly and without a server error. FUZZ_RUNS sets the runs per route, FUZZ_SEED repeats a
 * failed run.
 */

const runs = Number(process.env.FUZZ_RUNS ?? 8);
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
const tooLongMs = 2000;
/** After this time, on a busy machine, each remaining route gets one request. */
const budgetMs = 40_000 * Math.max(1, runs / 8);

let app: Rasid;
let startedAt = 0;
const tokens = new Map<PersonKind, string>();
beforeAll(async () => {
  console.info(`hostile requests: FUZZ_SEED=${seed} FUZZ_RUNS=${runs}`);
  app = await rasid();
  accounts = await readAccounts();
  startedAt = performance.now();
});
afterAll(() => app.close());

type Account = { id: number; email: string };
/** The accounts of the people as the demo data has them. */
let accounts: Account[] = [];
const readAccounts = async (): Promise<Account[]> =>
  (await app.kit.pool.query("SELECT to_jsonb(u) - 'search' AS account FROM users u")).rows.map(
    ({ account }) => account,
  );

/** An earlier request may have ended the session, or changed the account in a permitted way. */
async function tokenOf(who: PersonKind): Promise<string> {
  const email = people[who];
  if (!email) return '';
  const tokenByPerson = tokens.get(who);
  if (tokenByPerson) {
    const reply = await app.http.inject({ url: '/api/session', headers: { authorization: `Bearer ${tokenByPerson}` } });
    if (reply.statusCode === 200) return tokenByPerson;
  }
  let reply = await signIn(email);
  if (reply.status !== 200) {
    await restoreAccount(email);
    reply = await signIn(email);
  }
  if (reply.status !== 200) throw new Error(`${email} cannot sign in: ${JSON.stringify(reply.body)}`);
  tokens.set(who, reply.body.data.token);
  return reply.body.data.token;
}

/** Signs in from an address of its own: the sessions of many people may have been ended within a minute. */
const signIn = (email: string) =>
  app.anonymous.call('POST', '/auth/login', {
    body: { email, password: demoPassword },
    headers: { 'x-forwarded-for': nextAddress() },
  });

async function restoreAccount(email: string) {
  const { id, ...account } = accounts.find((one) => one.email === email) ?? {};
  const columns = Object.keys(account).join(', ');
  await app.kit.pool.query(
    `UPDATE users SET (${columns}) = (SELECT ${columns} FROM jsonb_populate_record(NULL::users, $1)) WHERE id = $2`,
    [account, id],
  );
}

let requestCount = 0;
const nextAddress = () => {
  requestCount++;
  return `10.${(requestCount >> 16) & 255}.${(requestCount >> 8) & 255}.${requestCount & 255}`;
};
let successCount = 0;
let sentCount = 0;
async function send(method: AnyRoute['method'], token: string, { url, type, body, headers }: HostileRequest) {
  // Each request has a different IP address, so that the rate limit does not answer instead of the route.
  const startedAt = performance.now();
  const reply = await app.http.inject({
    method,
    url,
    headers: {
      ...headers,
      'x-forwarded-for': nextAddress(),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': type }),
    },
    signal: AbortSignal.timeout(3 * tooLongMs),
    ...(body === undefined ? {} : { payload: body }),
  });
  sentCount++;
  if (reply.statusCode < 300) successCount++;
  return { status: reply.statusCode, ms: performance.now() - startedAt, text: reply.body.slice(0, 300) };
}

describe('a random request', () => {
  test.each(walkedRoutes)(
    '$name answers within two seconds, and never by a fault of the server',
    async (registered) => {
      const tokenByPerson = new Map<PersonKind, string>();
      for (const who of Object.keys(people) as PersonKind[]) tokenByPerson.set(who, await tokenOf(who));
      await fc.assert(
        fc.asyncProperty(hostileRequestsOf(registered), async (example) => {
          const token = tokenByPerson.get(example.who) ?? '';
          let reply = await send(registered.route.method, token, example);
          // A slow answer may be caused by other load on the machine.
          for (let again = 0; reply.ms > tooLongMs && again < 2; again++)
            reply = await send(registered.route.method, token, example);
          const description = `${example.who}: ${registered.route.method} ${example.url} ${example.body?.slice(0, 500)} ${JSON.stringify(example.headers)}\n${reply.text}`;
          expect(reply.status, description).toBeLessThan(500);
          expect(reply.ms, description).toBeLessThan(tooLongMs);
        }),
        { seed, numRuns: performance.now() - startedAt < budgetMs ? runs : 1, reporter: reportFailure },
      );
    },
  );
});

// With eight requests per route, a quarter of the routes; a slow machine sends fewer requests.
test('more than one of 32 random requests was successful', () => expect(successCount).toBeGreaterThan(sentCount / 32));

describe('a request with an invalid text, date or key', () => {
  const signUp = {
    email: 'begins@example.test',
    password: 'Sample words 2026x',
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
  ] as const)('%s gets the documented answer', async (_name, who, method, path, body, status, param) => {
    const token = await tokenOf(who);
    const reply = await personOn(app.http, token).call(method, path, body === undefined ? {} : { body });
    expect([reply.status, reply.body.errors?.[0]?.param], JSON.stringify(reply.body)).toEqual([status, param]);
  });
});

/** Reports the failure without its values, whose JSON may be too long for a log. */
function reportFailure(details: fc.RunDetails<[HostileRequest]>) {
  if (!details.failed) return;
  const error = details.errorInstance instanceof Error ? details.errorInstance.message : String(details.errorInstance);
  throw new Error(`FUZZ_SEED=${details.seed}: ${error.slice(0, 1500)}`);
}
