import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { app, customer, ids, withPeople } from '#main/testing/test-people.ts';
import { countStatements } from '#main/testing.ts';

withPeople();
let company: number;
beforeAll(() => {
  company = ids.reem;
});
beforeEach(() => app.kit.pool.query('DELETE FROM signed_link'));

type Made = { id: number; secret: string; url: string };
async function makeLink(kind: 'pass' | 'door' = 'pass', body: object = {}, room = 7): Promise<Made> {
  const pin = kind === 'door' ? { pin: '4711' } : {};
  const reply = await customer.call('POST', `/rooms/api/room/${room}/link`, { body: { kind, ...pin, ...body } });
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body));
  return reply.body.data;
}
const seen = (secret: string) =>
  app.anonymous.call('GET', '/rooms/api/room/seen', { headers: { authorization: `Link ${secret}` } });
const enter = (secret: string, pin?: string, more: Record<string, string> = {}) =>
  app.anonymous.call('POST', '/rooms/api/room/enter', {
    headers: { authorization: `Link ${secret}`, ...(pin === undefined ? {} : { 'link-pin': pin }), ...more },
  });
const stored = async (id: number) =>
  (await app.kit.pool.query('SELECT * FROM signed_link WHERE id = $1', [id])).rows[0] as Record<string, unknown>;

describe('a link', () => {
  test('shows a person without an account the record that it is for, in its company only', async () => {
    const { id, secret, url } = await makeLink('pass', { holder: 'Noor' });
    expect(url).toBe(`http://localhost/rooms/pass#${secret}`);
    const { status, body } = await seen(secret);
    expect([status, body.data]).toEqual([200, { room: 7, holder: 'Noor', companies: 1 }]);
    expect(await stored(id)).toMatchObject({ last_used_at: expect.any(String), wrong_pins: 0 });
  });

  test('opens nothing else: no other kind, and no call for people with an account', async () => {
    const { secret } = await makeLink('pass', { pin: '4711' });
    const headers = { authorization: `Link ${secret}`, 'link-pin': '4711' };
    const call = (method: 'GET' | 'POST', path: string) => app.anonymous.call(method, path, { headers });
    expect((await call('POST', '/rooms/api/room/enter')).body.word).toBe('link-unknown');
    for (const path of ['/session', '/rooms/api/room/count', '/rooms/api/guest', '/search?text=room'])
      expect((await call('GET', path)).status, path).toBe(401);
  });

  test('works as many days as its kind states, or until the given time', async () => {
    const days = ({ from_at, until_at }: Record<string, unknown>) =>
      (Date.parse(String(until_at)) - Date.parse(String(from_at))) / 86_400_000;
    expect(days(await stored((await makeLink()).id))).toBe(7);
    expect(days(await stored((await makeLink('door')).id))).toBe(1);
    const until = new Date(Date.now() + 3_600_000).toISOString();
    expect((await stored((await makeLink('pass', { until })).id)).until_at).toBe(until);
  });

  test('gets its first reply to a repeated call with the same key, which is that of this link alone', async () => {
    const [one, other] = [await makeLink('door'), await makeLink('door', {}, 8)];
    const key = { 'idempotency-key': 'ring' };
    expect((await enter(one.secret, '4711', key)).body.data).toEqual({ room: 7 });
    await app.kit.pool.query('UPDATE signed_link SET subject_id = 9 WHERE id = $1', [one.id]);
    expect((await enter(one.secret, '4711', key)).body.data).toEqual({ room: 7 });
    expect((await enter(one.secret, '4711')).body.data).toEqual({ room: 9 });
    expect((await enter(other.secret, '4711', key)).body.data).toEqual({ room: 8 });
  });

  test('is replaced: the new secret works, the old one does not', async () => {
    const old = await makeLink('door');
    for (let time = 0; time < 5; time++) await enter(old.secret, '0000');
    const { body } = await customer.call('PUT', `/rooms/api/room/link/${old.id}`);
    expect((await enter(old.secret, '4711')).status).toBe(404);
    expect((await enter(body.data.secret, '4711')).body.data).toEqual({ room: 7 });
    await customer.call('DELETE', '/rooms/api/room/7/link');
    expect((await customer.call('PUT', `/rooms/api/room/link/${old.id}`)).status).toBe(404);
  });

  test('leaves neither its secret nor its PIN in the database or the change log', async () => {
    // Four digits are sometimes part of a hash.
    const pin = '80917263';
    const { id, secret } = await makeLink('door', { pin });
    const { rows } = await app.kit.pool.query(
      `SELECT l::text AS row, (SELECT jsonb_agg(c)::text FROM change_log c WHERE c.table_name = 'signed_link') AS log
         FROM signed_link l WHERE id = $1`,
      [id],
    );
    expect(rows[0].log).toContain('"insert"');
    for (const text of [rows[0].row, rows[0].log])
      for (const secretPart of [secret, pin, 'token_hash', 'sealed']) expect(text).not.toContain(secretPart);
  });
});

describe('a link that does not work', () => {
  const unknown = 'x'.repeat(43);
  const ways: [string, () => Promise<string>][] = [
    ['was invented', async () => unknown],
    ['is no secret at all', async () => 'short'],
    [
      'was revoked',
      async () => {
        const { secret } = await makeLink();
        await customer.call('DELETE', '/rooms/api/room/7/link');
        return secret;
      },
    ],
    ['has expired', () => broken(`until_at = now() - interval '1 second', from_at = now() - interval '1 day'`)],
    ['does not work yet', () => broken(`from_at = now() + interval '1 hour'`)],
    ['is blocked', () => broken('blocked_at = now()')],
    ['is of a company that no longer holds the app', () => broken('company_id = $2', ids.sahel)],
  ];
  async function broken(change: string, ...values: number[]): Promise<string> {
    const { id, secret } = await makeLink();
    await app.kit.pool.query(`UPDATE signed_link SET ${change} WHERE id = $1`, [id, ...values]);
    return secret;
  }

  test.each(ways)('because it %s gets the same answer after the same statements', async (_, make) => {
    const secret = await make();
    const answerOf = async (given: string) => {
      let reply: Awaited<ReturnType<typeof seen>> | undefined;
      const statements = await countStatements(app, async () => {
        reply = await seen(given);
      });
      const { date: _date, ...headers } = (reply?.headers ?? {}) as Record<string, unknown>;
      return { status: reply?.status, body: reply?.body, statements, names: Object.keys(headers).sort() };
    };
    const answer = await answerOf(secret);
    expect(answer).toMatchObject({ status: 404, body: { word: 'link-unknown' } });
    expect(answer).toEqual(await answerOf(unknown));
  });

  test('writes nothing', async () => {
    const { secret, id } = await makeLink();
    await customer.call('DELETE', '/rooms/api/room/7/link');
    await seen(secret);
    expect((await stored(id)).last_used_at).toBeNull();
  });
});

describe('the PIN of a link', () => {
  test('is needed, and a right one forgets the wrong ones before it', async () => {
    const { secret } = await makeLink('door');
    expect((await enter(secret)).body.word).toBe('link-needs-pin');
    for (const left of [4, 3, 2, 1])
      expect((await enter(secret, '0000')).body).toMatchObject({ word: 'link-wrong-pin', detail: { left } });
    expect((await enter(secret, '4711')).body.data).toEqual({ room: 7 });
    expect((await enter(secret, '0000')).body.detail).toEqual({ left: 4 });
  });

  test('blocks the link after five wrong ones, however many come at once', async () => {
    const { id, secret } = await makeLink('door');
    const replies = await Promise.all(Array.from({ length: 12 }, () => enter(secret, '0000')));
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(5).fill(403), ...Array(7).fill(404)]);
    expect((await enter(secret, '4711')).body.word).toBe('link-unknown');
    expect(await stored(id)).toMatchObject({ wrong_pins: 5, blocked_at: expect.any(String) });
  });
});

test('another company neither ends nor replaces a link', async () => {
  const { id, secret } = await makeLink();
  const other = await app.signIn('other@rasid.test');
  expect((await other.call('PUT', `/rooms/api/room/link/${id}`)).status).toBe(404);
  await other.call('DELETE', '/rooms/api/room/7/link');
  expect((await seen(secret)).status).toBe(200);
  expect((await stored(id)).company_id).toBe(company);
});
