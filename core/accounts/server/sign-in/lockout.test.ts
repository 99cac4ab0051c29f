import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword, personOn, type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
beforeAll(async () => {
  app = await rasid();
});
afterAll(() => app.close());

type From = { address?: string; cookie?: string; code?: string };
/** Signs in from a network address, in a browser with a cookie. */
async function login(email: string, password: string, { address = '203.0.113.7', cookie, code }: From = {}) {
  const reply = await app.http.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: address,
    headers: cookie ? { cookie } : {},
    payload: { email, password, ...(code ? { code } : {}) },
  });
  const set = String(reply.headers['set-cookie'] ?? '');
  return { status: reply.statusCode, word: reply.json().word, data: reply.json().data, set, cookie: set.split(';')[0] };
}
const fail = async (email: string, times: number, from: (at: number) => From = () => ({})) => {
  for (let at = 0; at < times; at++) await login(email, 'Wrong@2026', from(at));
};
const sql = async (text: string, values: unknown[] = []) => (await app.kit.pool.query(text, values)).rows;
/** Guesses once from each of as many addresses. */
const guess = (email: string, times: number) => fail(email, times, (at) => ({ address: `198.18.0.${at}` }));
/** Throttles the account as guesses from many addresses do; the last guess is made here. */
const brake = async (email: string) => {
  await sql(
    "INSERT INTO login_failure (email, place, failures) VALUES ($1, '*', 49) ON CONFLICT (email, place) DO UPDATE SET failures = 49, since = now()",
    [email],
  );
  await guess(email, 1);
};
const mailedCode = async (email: string): Promise<string> =>
  (
    await sql(
      "SELECT subject FROM mail_outbox WHERE recipient = $1 AND subject LIKE '%sign-in code' ORDER BY id DESC LIMIT 1",
      [email],
    )
  )[0].subject.slice(0, 8);
const logged = async (email: string, event: string) =>
  (await sql('SELECT count(*)::integer AS n FROM access_log WHERE email = $1 AND event = $2', [email, event]))[0].n;

describe('failures that a stranger causes', () => {
  test('lock only the stranger’s address, and nobody at another one', async () => {
    await fail('wadi@rasid.test', 5);
    expect((await login('wadi@rasid.test', demoPassword)).word).toBe('account-locked');
    expect((await login('wadi@rasid.test', demoPassword, { address: '198.51.100.4' })).status).toBe(200);
  });

  test('do not lock out a browser in which the person has signed in, even at the same address', async () => {
    const { cookie, set } = await login('other@rasid.test', demoPassword);
    expect(set).toMatch(/HttpOnly; SameSite=Strict/);
    await fail('other@rasid.test', 6);
    expect((await login('other@rasid.test', demoPassword)).status).toBe(423);
    expect((await login('other@rasid.test', demoPassword, { cookie })).status).toBe(200);
    // The browser of one person does not unlock the account of another.
    await fail('fmc@rasid.test', 5);
    expect((await login('fmc@rasid.test', demoPassword, { cookie })).status).toBe(423);
  });

  test('from many addresses never refuse the right password, which is enough in a known browser; others need a mailed code', async () => {
    const email = 'newcomer@rasid.test';
    const { cookie } = await login(email, demoPassword);
    await guess(email, 50);
    expect((await login(email, demoPassword, { cookie })).status).toBe(200);
    const elsewhere = { address: '198.51.100.200' };
    expect((await login(email, demoPassword, elsewhere)).word).toBe('sign-in-code');
    expect((await login(email, demoPassword, { ...elsewhere, code: await mailedCode(email) })).status).toBe(200);
  });

  test('from many addresses are throttled for periods that double', async () => {
    const email = 'newcomer@rasid.test';
    const minutes = async () =>
      (
        await sql(
          "SELECT round(extract(epoch FROM locked_until - now()) / 60)::integer AS n FROM login_failure WHERE email = $1 AND place = '*'",
          [email],
        )
      )[0].n;
    expect(await minutes()).toBe(15);
    await sql(
      "UPDATE login_failure SET locked_until = now(), failures = 49, since = now() WHERE email = $1 AND place = '*'",
      [email],
    );
    await fail(email, 1, () => ({ address: '198.51.100.90' }));
    expect(await minutes()).toBe(30);
  });

  test('do not stop a person who sets a new password by the mailed link, whose browser is known from then on', async () => {
    const email = 'operator@rasid.test';
    await fail(email, 5);
    await app.anonymous.call('POST', '/auth/reset-password', { body: { email } });
    const [{ text }] = await sql('SELECT text FROM mail_outbox WHERE recipient = $1 ORDER BY id DESC LIMIT 1', [email]);
    const token = /token=([\w-]+)/.exec(text)?.[1];
    const reply = await app.anonymous.call('POST', `/auth/set-password/${token}`, {
      body: { password: 'Fresh words 2027' },
    });
    const cookie = String(reply.headers['set-cookie']).split(';')[0] as string;
    await fail(email, 5);
    expect((await login(email, 'Fresh words 2027')).status).toBe(423);
    expect((await login(email, 'Fresh words 2027', { cookie })).status).toBe(200);
  });
});

describe('while an account is throttled', () => {
  const email = 'finance@rasid.test';
  const wrong = { code: '00000000' };
  beforeAll(() => brake(email));

  test('no reply reveals whether a password was right', async () => {
    const [right, wrongOne] = [
      await login(email, demoPassword, { address: '203.0.113.101' }),
      await login(email, 'Wrong@2026', { address: '203.0.113.102' }),
    ];
    expect([right.status, right.word]).toEqual([401, 'sign-in-code']);
    expect([wrongOne.status, wrongOne.word]).toEqual([401, 'sign-in-code']);
    for (let at = 0; at < 6; at++)
      expect((await login(email, demoPassword, { ...wrong, address: `203.0.113.${110 + at}` })).word).toBe(
        'sign-in-code',
      );
  });

  test('attempts are counted at their address, whether or not the password is right', async () => {
    const address = '203.0.113.150';
    for (let at = 0; at < 5; at++) expect((await login(email, demoPassword, { address })).status).toBe(401);
    expect((await login(email, demoPassword, { address })).word).toBe('account-locked');
  });

  test('codes are mailed only to people who have the password, and not again within a minute', async () => {
    const [{ n }] = await sql(
      "SELECT count(*)::integer AS n FROM mail_outbox WHERE recipient = $1 AND subject LIKE '%sign-in code'",
      [email],
    );
    expect(n).toBe(1);
  });

  test('five wrong codes end the mailed one, so that it cannot be guessed', async () => {
    await sql("DELETE FROM login_failure WHERE email = $1 AND place <> '*'", [email]);
    const code = await mailedCode(email);
    await sql('UPDATE account_token SET tries = 0');
    for (let at = 0; at < 5; at++) await login(email, demoPassword, { ...wrong, address: `203.0.113.${160 + at}` });
    await sql("DELETE FROM login_failure WHERE email = $1 AND place <> '*'", [email]);
    expect((await login(email, demoPassword, { code, address: '203.0.113.170' })).word).toBe('sign-in-code');
  });
});

test('five failures in a known browser lock that browser, like any other place', async () => {
  const { cookie } = await login('integrator@rasid.test', demoPassword);
  for (let at = 0; at < 5; at++)
    expect((await login('integrator@rasid.test', 'Wrong@2026', { cookie: cookie as string })).status).toBe(401);
  expect((await login('integrator@rasid.test', demoPassword, { cookie: cookie as string })).status).toBe(423);
});

describe('with the second factor', () => {
  let person: TestPerson;
  let totp: TOTP;
  const email = 'customer@rasid.test';
  const at = { address: '192.0.2.33' };
  beforeAll(async () => {
    person = personOn(app.http, (await login(email, demoPassword)).data.token);
    const tfa = (body: object) => person.call('PATCH', '/user/tfa-switch', { body });
    const { secret } = (await tfa({ enable: true })).body.data;
    totp = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 });
    const code = totp.generate({ timestamp: Date.now() - 30_000 });
    expect((await tfa({ enable: true, code, currentPassword: demoPassword })).status).toBe(200);
  });

  test('the right password and code open a locked place; no reply reveals whether one of them was right', async () => {
    await fail(email, 5, () => at);
    expect((await login(email, demoPassword, at)).word).toBe('account-locked');
    expect((await login(email, 'Wrong@2026', { ...at, code: '000000' })).word).toBe('account-locked');
    expect((await login(email, demoPassword, { ...at, code: '000000' })).word).toBe('account-locked');
    expect((await login(email, demoPassword, { ...at, code: totp.generate() })).status).toBe(200);
  });

  test('the code of the authenticator app signs a person in while the account is throttled, without a mailed code', async () => {
    await brake(email);
    const from = { address: '192.0.2.34' };
    expect((await login(email, demoPassword, from)).word).toBe('sign-in-code');
    expect(await sql("SELECT FROM mail_outbox WHERE recipient = $1 AND subject LIKE '%sign-in code'", [email])).toEqual(
      [],
    );
    const next = totp.generate({ timestamp: Date.now() + 30_000 });
    expect((await login(email, demoPassword, { ...from, code: next })).status).toBe(200);
    await sql('DELETE FROM login_failure WHERE email = $1', [email]);
  });

  test('five wrong codes during a lock close that way of signing in', async () => {
    await fail(email, 5, () => at);
    for (let tries = 0; tries < 5; tries++) await login(email, demoPassword, { ...at, code: '000000' });
    const next = totp.generate({ timestamp: Date.now() + 30_000 });
    expect((await login(email, demoPassword, { ...at, code: next })).status).toBe(423);
  });
});

describe('the user of a stolen session', () => {
  const wrong = { currentPassword: 'Wrong@2026' };
  test.each([
    ['the password', 'PATCH', '/change-password', { ...wrong, password: 'Better words 2027' }],
    ['the email address', 'POST', '/change-email', { ...wrong, email: 'thief@evil.test' }],
    ['the phone', 'PATCH', '/update', { ...wrong, phone: '+971 50 555 0166' }],
  ] as const)(
    'gets five guesses to change %s, each of them logged, and locks only that session',
    async (_what, method, path, body) => {
      const email = 'viewer@rasid.test';
      const [stolen, own] = [await app.signIn(email), await app.signIn(email)];
      const { id } = (await stolen.call('GET', '/session')).body.data.user;
      const before = await logged(email, 'unconfirmed');
      for (let at = 0; at < 5; at++)
        expect((await stolen.call(method, `/user/${id}${path}`, { body })).body.errors).toEqual([
          { param: 'currentPassword', msg: 'wrongPassword' },
        ]);
      const right = { ...body, currentPassword: demoPassword };
      expect((await stolen.call(method, `/user/${id}${path}`, { body: right })).status).toBe(423);
      expect((await logged(email, 'unconfirmed')) - before).toBe(5);
      const phone = { phone: '+971 50 555 0166', currentPassword: demoPassword };
      expect((await own.call('PATCH', `/user/${id}/update`, { body: phone })).status).toBe(200);
      await own.call('PATCH', `/user/${id}/update`, { body: { phone: null, currentPassword: demoPassword } });
    },
  );

  test('cannot change the person’s phone through the list of people', async () => {
    const admin = await app.signIn('fmc@rasid.test');
    const { id, company } = (await admin.call('GET', '/session')).body.data.user;
    const reply = await admin.call('PATCH', `/company/${company.id}/user/${id}`, {
      body: { phone: '+971 50 555 0111' },
    });
    expect([reply.status, reply.body.word]).toEqual([409, 'own-phone-in-profile']);
  });

  test('can neither switch on two-step sign-in without the password nor guess its code', async () => {
    const person = await app.signIn('other@rasid.test');
    const tfa = (body: object) => person.call('PATCH', '/user/tfa-switch', { body });
    const { secret } = (await tfa({ enable: true })).body.data;
    const code = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate();
    expect((await tfa({ enable: true, code })).body.errors).toEqual([{ param: 'currentPassword', msg: 'Required' }]);
    const guess = { enable: true, code: code === '000000' ? '111111' : '000000', currentPassword: demoPassword };
    for (let at = 0; at < 5; at++) expect((await tfa(guess)).body.word).toBe('wrong-code');
    expect((await tfa({ ...guess, code })).status).toBe(423);
    expect(await logged('other@rasid.test', 'unconfirmed')).toBe(5);
  });
});

test('recovery codes are hashed like passwords, and older ones still work', async () => {
  const stored = await sql('SELECT slow_hash, code_hash FROM recovery_code');
  expect(stored).toHaveLength(10);
  expect(stored.every(({ slow_hash, code_hash }) => slow_hash.startsWith('$argon2id$') && code_hash === null)).toBe(
    true,
  );
  await sql(
    "INSERT INTO recovery_code (user_id, code_hash) SELECT id, sha256('abcde12345') FROM users WHERE email = 'customer@rasid.test'",
  );
  const address = '192.0.2.77';
  expect((await login('customer@rasid.test', demoPassword, { address, code: 'ABCDE-12345' })).status).toBe(200);
  expect((await login('customer@rasid.test', demoPassword, { address, code: 'abcde-12345' })).word).toBe('wrong-code');
});
