import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword, type Rasid, rasid } from '#main/testing.ts';

let app: Rasid;
beforeAll(async () => {
  app = await rasid();
});
afterAll(() => app.close());

const login = async (email = 'customer@rasid.test') =>
  (await app.anonymous.call('POST', '/auth/login', { body: { email, password: demoPassword } })).body.data;
const refresh = (refreshToken: string) => app.anonymous.call('POST', '/auth/token', { body: { refreshToken } });
const session = (token: string, headers: Record<string, string> = {}) =>
  app.anonymous.call('GET', '/session', { headers: { authorization: `Bearer ${token}`, ...headers } });
const rows = async (text: string, values: unknown[] = []) => (await app.kit.pool.query(text, values)).rows;
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString());

test('a refresh gives a new pair, and the new one works', async () => {
  const first = await login();
  const { status, body } = await refresh(first.refreshToken);
  expect(status).toBe(200);
  expect(body.data.refreshToken).not.toBe(first.refreshToken);
  expect((await session(body.data.token)).status).toBe(200);
  expect((await refresh(body.data.refreshToken)).status).toBe(200);
});

/** Moves the use of a token to the past. */
const later = () => rows("UPDATE refresh_token SET used_at = used_at - interval '1 minute'");

test('a refresh token that is used again later ends the whole family', async () => {
  const first = await login();
  const second = (await refresh(first.refreshToken)).body.data;
  await later();
  const again = await refresh(first.refreshToken);
  expect([again.status, again.body.word]).toEqual([401, 'session-ended']);
  expect((await refresh(second.refreshToken)).status).toBe(401);
  expect((await session(second.token)).status).toBe(401);
  expect(
    await rows("SELECT event FROM access_log WHERE email = 'customer@rasid.test' ORDER BY id DESC LIMIT 1"),
  ).toEqual([{ event: 'reuse' }]);
});

test('five refreshes of one browser at the same moment continue one session', async () => {
  const { refreshToken } = await login();
  const replies = await Promise.all(Array.from({ length: 5 }, () => refresh(refreshToken)));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(new Set(replies.map(({ body }) => body.data.refreshToken)).size).toBe(1);
  const next = await refresh(replies[0]?.body.data.refreshToken);
  expect(next.status).toBe(200);
  expect((await session(next.body.data.token)).status).toBe(200);
});

test('a lost reply is repeated within seconds, but not for an ended session', async () => {
  const { refreshToken, token } = await login();
  const first = (await refresh(refreshToken)).body.data;
  expect((await refresh(refreshToken)).body.data.refreshToken).toBe(first.refreshToken);
  await app.anonymous.call('POST', '/user/logout', { headers: { authorization: `Bearer ${token}` } });
  expect((await refresh(refreshToken)).status).toBe(401);
});

test('a session that nobody used for 14 days ends', async () => {
  const { refreshToken, token } = await login();
  const { sid } = claimsOf(token);
  const unused = (span: string) =>
    rows('UPDATE session SET last_used_at = now() - $2::interval WHERE id = $1', [sid, span]);
  await unused('13 days 23 hours');
  expect((await session(token)).status).toBe(200);
  await unused('14 days 1 second');
  expect((await session(token)).status).toBe(401);
  expect((await refresh(refreshToken)).status).toBe(401);
  const another = await login();
  await rows("UPDATE session SET last_used_at = now() - interval '13 days' WHERE id = $1", [
    claimsOf(another.token).sid,
  ]);
  await refresh(another.refreshToken);
  const [{ fresh }] = await rows(
    "SELECT last_used_at > now() - interval '1 minute' AS fresh FROM session WHERE id = $1",
    [claimsOf(another.token).sid],
  );
  expect(fresh).toBe(true);
});

test('another session of the same person lives on', async () => {
  const [one, other] = [await login(), await login()];
  await refresh(one.refreshToken);
  await later();
  await refresh(one.refreshToken);
  expect((await session(one.token)).status).toBe(401);
  expect((await session(other.token)).status).toBe(200);
});

test('refresh tokens are stored as hashes only', async () => {
  const { refreshToken } = await login();
  const [{ n }] = await rows(
    "SELECT count(*) AS n FROM refresh_token WHERE encode(token_hash, 'escape') LIKE '%' || $1 || '%'",
    [refreshToken],
  );
  expect(n).toBe(0);
  expect((await refresh('nonsense')).status).toBe(401);
});

test('an expired session cannot be refreshed', async () => {
  const { refreshToken, token } = await login();
  await rows('UPDATE session SET expires_at = now() WHERE id = $1', [claimsOf(token).sid]);
  expect((await refresh(refreshToken)).status).toBe(401);
  expect((await session(token)).status).toBe(401);
});

test('an access token lives 15 minutes and only the server can make one', async () => {
  const { token } = await login();
  const { sub, sid, iat, exp } = claimsOf(token);
  expect(exp - iat).toBe(900);
  const forge = (key: Uint8Array, seconds: number) =>
    new SignJWT({ sid })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(sub)
      .setIssuer('rasid')
      .setIssuedAt()
      .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
      .sign(key);
  expect((await session(await forge(app.kit.secrets.signing, 60))).status).toBe(200);
  expect((await session(await forge(app.kit.secrets.signing, -1))).status).toBe(401);
  expect((await session(await forge(new Uint8Array(32).fill(1), 60))).status).toBe(401);
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`;
  expect((await session(unsigned)).status).toBe(401);
});

test('a token in the address is not a session', async () => {
  const { token } = await login();
  for (const query of [`access_token=${token}`, `token=${token}`])
    expect((await app.anonymous.call('GET', `/session?${query}`)).status).toBe(401);
});

test('a token of one person does not open the session of another', async () => {
  const [mine, theirs] = [claimsOf((await login()).token), claimsOf((await login('other@rasid.test')).token)];
  const mixed = await new SignJWT({ sid: theirs.sid })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(mine.sub)
    .setIssuer('rasid')
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(app.kit.secrets.signing);
  expect((await session(mixed)).status).toBe(401);
});

test('after signing out neither token works', async () => {
  const { token, refreshToken } = await login();
  expect(
    (await app.anonymous.call('POST', '/user/logout', { headers: { authorization: `Bearer ${token}` } })).status,
  ).toBe(200);
  expect((await session(token)).status).toBe(401);
  expect((await refresh(refreshToken)).status).toBe(401);
});

test('a new password ends the other sessions', async () => {
  const [here, there] = [await login('other@rasid.test'), await login('other@rasid.test')];
  const change = (body: object) =>
    app.anonymous.call('PATCH', `/user/${here.user.id}/change-password`, {
      body,
      headers: { authorization: `Bearer ${here.token}` },
    });
  expect((await change({ currentPassword: 'Wrong@2026', password: 'Better words 2027' })).body.errors).toEqual([
    { param: 'currentPassword', msg: 'wrongPassword' },
  ]);
  expect((await change({ currentPassword: demoPassword, password: 'short' })).body.errors).toEqual([
    { param: 'password', msg: 'passwordValidation' },
  ]);
  expect((await change({ currentPassword: demoPassword, password: 'Better words 2027' })).status).toBe(200);
  expect((await session(here.token)).status).toBe(200);
  expect((await session(there.token)).status).toBe(401);
  expect((await refresh(there.refreshToken)).status).toBe(401);
});
