import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword, type Rasid, rasid } from '#main/testing.ts';

let app: Rasid;
beforeAll(async () => {
  app = await rasid();
});
afterAll(() => app.close());

const login = (email: string, password: string, query = '') =>
  app.anonymous.call('POST', `/auth/login${query}`, { body: { email, password } });
const rows = async (text: string, values: unknown[] = []) => (await app.kit.pool.query(text, values)).rows;

test('the right password opens a session and is recorded in the access log', async () => {
  const reply = await login('customer@rasid.test', demoPassword);
  expect(reply.status).toBe(200);
  expect(reply.body.data).toMatchObject({
    token: expect.any(String),
    refreshToken: expect.any(String),
    user: { email: 'customer@rasid.test', isAdmin: true },
  });
  expect(JSON.stringify(reply.body)).not.toMatch(/hash/i);
  const [logged] = await rows(
    "SELECT event, company_id, user_id FROM access_log WHERE email = 'customer@rasid.test' ORDER BY id DESC LIMIT 1",
  );
  expect(logged).toMatchObject({ event: 'login', user_id: reply.body.data.user.id });
});

test('an address is recognised in capital letters and with spaces around it', async () => {
  expect((await login('  Customer@Rasid.TEST ', demoPassword)).status).toBe(200);
});

test('a wrong password and an unknown address get the same answer', async () => {
  const wrong = await login('finance@rasid.test', 'Wrong@2026');
  const unknown = await login('nobody@rasid.test', 'Wrong@2026');
  expect([wrong.status, wrong.body]).toEqual([401, unknown.body]);
  expect(unknown.status).toBe(401);
  expect(wrong.body.word).toBe('wrong-credentials');
});

/** Lets time pass for the failures of an address. */
const pass = (email: string, span: string) =>
  rows(
    'UPDATE login_failure SET since = since - $2::interval, locked_until = locked_until - $2::interval WHERE email = $1',
    [email, span],
  );

test.each(['integrator@rasid.test', 'ghost@rasid.test'])(
  'five failures lock %s for 15 minutes, whether it exists or not',
  async (email) => {
    for (let at = 0; at < 5; at++) expect((await login(email, 'Wrong@2026')).status).toBe(401);
    const locked = await login(email, demoPassword);
    expect([locked.status, locked.body.word]).toEqual([423, 'account-locked']);
    await pass(email, '14 minutes 55 seconds');
    expect((await login(email, demoPassword)).status).toBe(423);
    await pass(email, '10 seconds');
    expect((await login(email, 'Wrong@2026')).status).toBe(401);
  },
);

test('guesses sent at the same moment do not pass the lock', async () => {
  const replies = await Promise.all(Array.from({ length: 12 }, () => login('wadi@rasid.test', 'Wrong@2026')));
  expect(replies.filter(({ status }) => status === 401)).toHaveLength(5);
  expect(replies.filter(({ status }) => status === 423)).toHaveLength(7);
});

test('a successful sign-in resets the earlier failures', async () => {
  for (let at = 0; at < 4; at++) await login('viewer@rasid.test', 'Wrong@2026');
  expect((await login('viewer@rasid.test', demoPassword)).status).toBe(200);
  for (let at = 0; at < 4; at++) expect((await login('viewer@rasid.test', 'Wrong@2026')).status).toBe(401);
  expect((await login('viewer@rasid.test', demoPassword)).status).toBe(200);
});

test.each([
  ["status = 'inactive'", 'account-inactive'],
  ["status = 'suspended'", 'account-suspended'],
  ["expires_at = now() - interval '1 minute'", 'account-expired'],
])(
  'with %s a sign-in with the right password is refused with the reason, and an open session ends',
  async (change, word) => {
    const person = await app.signIn('newcomer@rasid.test');
    await rows(`UPDATE users SET ${change} WHERE email = 'newcomer@rasid.test'`);
    expect((await person.call('GET', '/session')).status).toBe(401);
    const reply = await login('newcomer@rasid.test', demoPassword);
    expect([reply.status, reply.body.word]).toEqual([403, word]);
    expect((await login('newcomer@rasid.test', 'Wrong@2026')).body.word).toBe('wrong-credentials');
    await rows("UPDATE users SET status = 'active', expires_at = NULL WHERE email = 'newcomer@rasid.test'");
  },
);

test('people of a suspended company cannot sign in', async () => {
  await rows("UPDATE company SET status = 'Inactive' WHERE email = 'office@sahel.test'");
  expect((await login('newcomer@rasid.test', demoPassword)).body.word).toBe('company-suspended');
  await rows("UPDATE company SET status = 'Active' WHERE email = 'office@sahel.test'");
});

test('a session lasts 30 days, or 12 hours when it is short', async () => {
  const hours = async () =>
    (
      await rows(
        'SELECT round(extract(epoch FROM expires_at - created_at) / 3600) AS n FROM session ORDER BY created_at DESC LIMIT 1',
      )
    )[0].n;
  await login('super@rasid.test', demoPassword);
  expect(await hours()).toBe(720);
  await login('super@rasid.test', demoPassword, '?shortTerm=1');
  expect(await hours()).toBe(12);
});

test('each missing field is reported', async () => {
  const reply = await app.anonymous.call('POST', '/auth/login', { body: {} });
  expect(reply.status).toBe(418);
  expect(reply.body.errors).toEqual([
    { param: 'email', msg: 'Required' },
    { param: 'password', msg: 'Required' },
  ]);
});

test('the access log is read by administrators for their company, by others for themselves', async () => {
  const log = async (email: string, query = '') =>
    (await (await app.signIn(email)).call('GET', `/session-log${query}`)).body;
  type Entry = { email: string; event: string };
  const emailsOf = (page: { data: Entry[] }) => [...new Set(page.data.map(({ email }) => email))].sort();
  expect(emailsOf(await log('viewer@rasid.test'))).toEqual(['viewer@rasid.test']);
  const own = await log('customer@rasid.test', '?limit=100');
  expect(emailsOf(own)).toEqual(['customer@rasid.test', 'viewer@rasid.test']);
  expect(own.data[0]).toMatchObject({
    event: 'login',
    email: 'customer@rasid.test',
    user: { firstName: 'Mariam' },
    address: '127.0.0.1',
  });
  expect((await log('customer@rasid.test', '?event=failed')).data.every(({ event }: Entry) => event === 'failed')).toBe(
    true,
  );
  expect(emailsOf(await log('other@rasid.test'))).toEqual(['other@rasid.test']);
  expect(emailsOf(await log('super@rasid.test', '?limit=100'))).toContain('ghost@rasid.test');
});
