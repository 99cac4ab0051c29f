import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personOn, type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let admin: TestPerson;
let operator: TestPerson;
let viewer: TestPerson;
let other: TestPerson;
let companyId: number;
let sites: number[];

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const readDevices = 'sample.device.read';
const query = async (text: string, values: unknown[] = []) => (await app.kit.pool.query(text, values)).rows;

type Made = { id: number; token: string; program: TestPerson };
async function tokenOf(person: TestPerson, body: object = {}): Promise<Made> {
  const reply = await person.call('POST', '/api-token', {
    body: { name: 'Dashboard', abilities: [readDevices], structures: null, expiresAt: inDays(30), ...body },
  });
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body));
  const { token, created } = reply.body.data;
  return { id: created.id, token, program: personOn(app.http, token) };
}
const statusOf = async ({ program }: Made, path = '/sample/device') => (await program.call('GET', path)).status;

beforeAll(async () => {
  app = await rasid();
  admin = await app.signIn('customer@rasid.test');
  operator = await app.signIn('operator@rasid.test');
  viewer = await app.signIn('viewer@rasid.test');
  other = await app.signIn('other@rasid.test');
  companyId = (await admin.call('GET', '/session')).body.data.company.id;
  const rows = await query(
    "SELECT DISTINCT structure_id AS id FROM device WHERE company_id = $1 AND app = 'sample' AND structure_id IS NOT NULL ORDER BY 1",
    [companyId],
  );
  sites = rows.map(({ id }) => id);
});
afterAll(() => app.close());

describe('a token', () => {
  test('is shown once, begins with the prefix that scanners look for, and is stored as a hash', async () => {
    const { id, token } = await tokenOf(admin);
    expect(token).toMatch(/^rasid_[\w-]{43}$/);
    const [stored] = await query('SELECT * FROM api_token WHERE id = $1', [id]);
    const logged = await query("SELECT before, after FROM change_log WHERE table_name = 'api_token'");
    const listed = await admin.call('GET', '/api-token');
    for (const text of [JSON.stringify(stored), JSON.stringify(logged), JSON.stringify(listed.body)]) {
      expect(text).not.toContain(token);
      expect(text).not.toContain(token.slice(6, 30));
    }
    expect(JSON.stringify(logged)).not.toContain(stored.token_hash.toString('hex'));
    expect(listed.body.data[0]).toMatchObject({ id, hint: token.slice(-4), state: 'active' });
  });

  test('calls what its abilities allow at its sites, and states its limit in each reply', async () => {
    const [site] = sites;
    const { program } = await tokenOf(admin, { structures: [site], perMinute: 5 });
    const reply = await program.call('GET', '/sample/device');
    expect(reply.status).toBe(200);
    expect(reply.headers).toMatchObject({ 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '4' });
    const at = new Set(reply.body.data.map((row: { structure: { id: number } | null }) => row.structure?.id));
    expect([...at]).toEqual([site]);
    const all = await admin.call('GET', '/sample/device');
    const elsewhere = all.body.data.find((row: { structure: { id: number } | null }) => row.structure?.id !== site);
    expect((await program.call('GET', `/sample/device/${elsewhere.id}`)).status).toBe(404);
    expect((await program.call('GET', '/sample/alarm/operational')).status).toBe(403);
  });

  test('is one of at most 50 active ones of a person', async () => {
    const [person] = await query("SELECT id FROM users WHERE email = 'operator@rasid.test'");
    const before = 49;
    await query(
      `INSERT INTO api_token (company_id, user_id, name, abilities, per_minute, token_hash, hint, expires_at)
       SELECT $1, $2, 'Filler', '{sample.device.read}', 60, sha256(n::text::bytea), '', now() + interval '1 day' FROM generate_series(1, $3) n`,
      [companyId, person.id, before],
    );
    const body = { name: 'Dashboard', abilities: [readDevices], structures: null, expiresAt: inDays(30) };
    const replies = [
      await operator.call('POST', '/api-token', { body }),
      await operator.call('POST', '/api-token', { body }),
    ];
    await query('DELETE FROM api_token WHERE user_id = $1', [person.id]);
    expect(replies.map(({ status }) => status)).toEqual([201, 409]);
  });

  test('is refused beyond its own limit, which other tokens of the person do not share', async () => {
    const [few, many] = [await tokenOf(admin, { perMinute: 2 }), await tokenOf(admin)];
    expect([await statusOf(few), await statusOf(few)]).toEqual([200, 200]);
    const refused = await few.program.call('GET', '/sample/device');
    expect([refused.status, refused.body.word]).toEqual([429, 'too-many-requests']);
    expect(refused.headers).toHaveProperty('retry-after');
    expect(await statusOf(many)).toBe(200);
  });

  test('sees the records of its own company only, and selects no client', async () => {
    const { program } = await tokenOf(admin);
    const { body } = await program.call('GET', '/sample/device?limit=1000');
    expect(new Set(body.data.map((row: { companyId: number }) => row.companyId))).toEqual(new Set([companyId]));
    for (const header of ['customer-id', 'on-behalf-of']) {
      const reply = await program.call('GET', '/sample/device', { headers: { [header]: String(companyId) } });
      expect([reply.status, reply.body.word]).toEqual([403, 'customer-not-allowed']);
    }
  });

  test('cannot make, list or revoke tokens, nor open a live stream', async () => {
    const { id, program } = await tokenOf(admin);
    const body = { name: 'Copy', abilities: [readDevices], structures: null, expiresAt: inDays(1) };
    const replies = [
      await program.call('POST', '/api-token', { body }),
      await program.call('GET', '/api-token'),
      await program.call('POST', `/api-token/${id}/revoke`),
      await program.call('GET', '/events?topics=devices'),
      await program.call('GET', '/session'),
    ];
    expect(replies.map(({ status, body: { word } }) => [status, word])).toEqual(
      replies.map(() => [403, 'closed-to-tokens']),
    );
  });
});

describe('a token ends', () => {
  test('at once when it is revoked', async () => {
    const made = await tokenOf(operator);
    expect(await statusOf(made)).toBe(200);
    const revoked = await admin.call('POST', `/api-token/${made.id}/revoke`);
    expect(revoked.body.data).toMatchObject({ state: 'revoked', revokedBy: { name: expect.any(String) } });
    expect(await statusOf(made)).toBe(401);
  });

  test('when it expires', async () => {
    const made = await tokenOf(admin);
    await query("UPDATE api_token SET expires_at = now() - interval '1 second' WHERE id = $1", [made.id]);
    expect(await statusOf(made)).toBe(401);
  });

  test('while its person is suspended or expired, and for good when the person is removed', async () => {
    const made = await tokenOf(operator);
    const set = (columns: string) => query(`UPDATE users SET ${columns} WHERE email = 'operator@rasid.test'`);
    const state = async () =>
      (await admin.call('GET', '/api-token?limit=100')).body.data.find(({ id }: Made) => id === made.id)?.state;
    await set("status = 'suspended'");
    expect([await statusOf(made), await state()]).toEqual([401, 'inactive']);
    await set("status = 'active', expires_at = now() - interval '1 minute'");
    expect(await statusOf(made)).toBe(401);
    await set('expires_at = NULL');
    expect([await statusOf(made), await state()]).toEqual([200, 'active']);
    await query(
      `INSERT INTO users (company_id, email, first_name, last_name, role, password_hash)
       SELECT company_id, 'leaver@rasid.test', 'Lea', 'Ver', 'Admin', password_hash FROM users WHERE email = 'customer@rasid.test'`,
    );
    const left = await tokenOf(await app.signIn('leaver@rasid.test'));
    expect(await statusOf(left)).toBe(200);
    await query("SELECT remove_person(id, 'x') FROM users WHERE email = 'leaver@rasid.test'");
    expect([await statusOf(left), await query('SELECT FROM api_token WHERE id = $1', [left.id])]).toEqual([401, []]);
  });

  test('in part when its person loses an ability', async () => {
    const made = await tokenOf(operator);
    expect(await statusOf(made)).toBe(200);
    const lost = await query(
      `DELETE FROM permission_group_member m USING users u, permission_group g
        WHERE u.id = m.user_id AND g.id = m.group_id AND g.app_id = 'sample' AND u.email = 'operator@rasid.test' RETURNING m.group_id, m.company_id, m.user_id`,
    );
    expect(lost.length).toBeGreaterThan(0);
    const refused = await made.program.call('GET', '/sample/device');
    expect([refused.status, refused.body.word]).toEqual([403, 'no-permission']);
    for (const row of lost)
      await query('INSERT INTO permission_group_member (group_id, company_id, user_id) VALUES ($1, $2, $3)', [
        row.group_id,
        row.company_id,
        row.user_id,
      ]);
    expect(await statusOf(made)).toBe(200);
  });
});

describe('a token is made', () => {
  const refusalOf = async (person: TestPerson, body: object, headers = {}) => {
    const reply = await person.call('POST', '/api-token', {
      body: { name: 'Dashboard', abilities: [readDevices], structures: null, expiresAt: inDays(30), ...body },
      headers,
    });
    return reply.body.errors?.[0] ?? [reply.status, reply.body.word];
  };

  test('only with abilities of its person that are open to tokens, at sites of the company, for at most a year', async () => {
    const offered = (await admin.call('GET', '/api-token/ability')).body.data as string[];
    expect(offered).toContain(readDevices);
    expect(offered.filter((ability) => /^(company|permissions|accounts|order|api-tokens)\./.test(ability))).toEqual([]);
    for (const ability of ['company.user.read', 'sample.device.suspend', 'sample.device.fly'])
      expect(await refusalOf(admin, { abilities: [ability] })).toEqual({ param: 'abilities', msg: 'invalid' });
    const [foreign] = await query('SELECT id FROM structure WHERE company_id <> $1 LIMIT 1', [companyId]);
    expect(await refusalOf(admin, { structures: [foreign.id] })).toEqual({ param: 'structures', msg: 'invalid' });
    expect(await refusalOf(admin, { expiresAt: inDays(400) })).toEqual({ param: 'expiresAt', msg: 'outOfRange' });
    expect(await refusalOf(admin, { expiresAt: inDays(-1) })).toEqual({ param: 'expiresAt', msg: 'inThePast' });
  });

  test('by people in sessions of their own company, from the role of an operator on', async () => {
    expect(await refusalOf(viewer, {})).toEqual([403, 'no-permission']);
    const integrator = await app.signIn('integrator@rasid.test');
    expect(await refusalOf(integrator, {}, { 'customer-id': String(companyId) })).toEqual([
      403,
      'token-of-own-company',
    ]);
  });
});

test('company administrators see and revoke all tokens of the company, others their own, strangers none', async () => {
  const [ofAdmin, ofOperator] = [await tokenOf(admin), await tokenOf(operator)];
  const seen = async (person: TestPerson) =>
    (await person.call('GET', '/api-token?limit=100')).body.data.map(({ id }: Made) => id);
  expect(await seen(admin)).toEqual(expect.arrayContaining([ofAdmin.id, ofOperator.id]));
  expect(await seen(operator)).toContain(ofOperator.id);
  expect(await seen(operator)).not.toContain(ofAdmin.id);
  expect(await seen(other)).toEqual([]);
  // The administrator of its provider, who sees its records without having selected it.
  const integrator = await app.signIn('integrator@rasid.test');
  expect((await integrator.call('GET', '/sample/device?limit=1')).body.data).toHaveLength(1);
  expect(await seen(integrator)).toEqual([]);
  expect((await integrator.call('POST', `/api-token/${ofAdmin.id}/revoke`)).status).toBe(404);
  expect((await operator.call('POST', `/api-token/${ofAdmin.id}/revoke`)).status).toBe(404);
  expect((await other.call('POST', `/api-token/${ofAdmin.id}/revoke`)).status).toBe(404);
  expect((await operator.call('POST', `/api-token/${ofOperator.id}/revoke`)).status).toBe(200);
  const { data } = (await admin.call('GET', `/api-token/${ofOperator.id}/history`)).body;
  expect(data.map(({ action }: { action: string }) => action)).toEqual(['update', 'insert']);
});

test('each call is in the access log with the token, and the last use is stored', async () => {
  const { id, program } = await tokenOf(admin, { name: 'Logged' });
  await program.call('GET', '/sample/device?search=secret');
  await program.call('GET', `/company/${companyId}`);
  const lines = (await admin.call('GET', '/session-log?limit=10')).body.data
    .filter(({ token }: { token: { id: number } | null }) => token?.id === id)
    .map(({ event, call, token }: Record<string, unknown>) => [event, call, token]);
  const token = { id, name: 'Logged' };
  expect(lines).toEqual([
    ['refused', `GET /api/company/${companyId} 403 closed-to-tokens`, token],
    ['token-call', `GET /api/company/${companyId}`, token],
    ['token-call', 'GET /api/sample/device', token],
  ]);
  const [used] = await query('SELECT last_used_at, last_address FROM api_token WHERE id = $1', [id]);
  expect(used).toEqual({ last_used_at: expect.anything(), last_address: '127.0.0.1' });
});
