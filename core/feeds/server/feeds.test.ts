import { gunzipSync } from 'node:zlib';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { app, customer, ids, withPeople } from '#main/testing/test-people.ts';
import { countStatements, type TestPerson } from '#main/testing.ts';

withPeople();
let other: TestPerson;
beforeAll(async () => {
  other = await app.signIn('other@rasid.test');
});
beforeEach(() => app.kit.pool.query('DELETE FROM feed'));

type Made = { id: number; token: string; urls: string[] };
async function makeFeed(room = 7, kind: 'board' | 'diary' = 'board', person = customer): Promise<Made> {
  const reply = await person.call('POST', `/rooms/api/room/${room}/feed`, { body: { kind } });
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body));
  return reply.body.data;
}
let callers = 0;
/** Each reader has an address of its own unless the test says otherwise. */
async function read(token: string, headers: Record<string, string> = {}, { method = 'GET', path = 'board.json' } = {}) {
  callers += 1;
  const reply = await app.http.inject({
    method: method as 'GET' | 'HEAD' | 'OPTIONS',
    url: `/api/rooms/api/public/${token}/${path}`,
    headers: { 'x-forwarded-for': `10.9.${callers >> 8}.${callers & 255}`, ...headers },
  });
  return { status: reply.statusCode, headers: reply.headers, text: reply.body, bytes: reply.rawPayload };
}

/** Runs `work` as if so many seconds had passed. */
async function later(seconds: number, work: () => Promise<void>): Promise<void> {
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now + seconds * 1000);
  await work();
  clock.mockRestore();
}

describe('a feed', () => {
  test('is read by anybody with its address, as it is, and sees the rows of its company only', async () => {
    const { token, urls } = await makeFeed();
    expect(urls).toEqual([`http://localhost/api/rooms/api/public/${token}/board.json`]);
    const { status, headers, text } = await read(token, {}, { path: 'board.json?doors=names' });
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    const { rows } = await app.kit.pool.query('SELECT name FROM structure WHERE company_id = $1 ORDER BY id', [
      ids.reem,
    ]);
    expect(rows.length).toBeGreaterThan(1);
    expect(JSON.parse(text)).toMatchObject({ room: 7, companies: 1, doors: rows.map(({ name }) => name) });
  });

  test('of another company about a record of the same number is another one', async () => {
    const [first, second] = [await makeFeed(), await makeFeed(7, 'board', other)];
    const namesOf = async ({ token }: Made) =>
      JSON.parse((await read(token, {}, { path: 'board.json?doors=names' })).text).doors as string[];
    const [own, foreign] = [await namesOf(first), await namesOf(second)];
    expect(own.filter((name) => foreign.includes(name))).toEqual([]);
  });

  test('is made once for a record and a kind, also by people who ask at once', async () => {
    const made = await Promise.all(Array.from({ length: 4 }, () => makeFeed()));
    expect(new Set(made.map(({ token }) => token)).size).toBe(1);
    for (const one of [await makeFeed(8), await makeFeed(7, 'diary')]) expect(one.token).not.toBe(made[0]?.token);
  });

  test('of a kind is not one of another kind', async () => {
    const { token } = await makeFeed(7, 'diary');
    expect((await read(token)).status).toBe(404);
    const { status, headers, text } = await read(token, {}, { path: 'diary.ics' });
    expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(text).toContain('X-ROOM:7\r\n');
  });

  test('may be read by pages of others, which may ask whether it has changed', async () => {
    const { token } = await makeFeed();
    expect((await read(token)).headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
    const preflight = await read(token, { origin: 'https://city.test' }, { method: 'OPTIONS' });
    expect([preflight.status, preflight.headers]).toMatchObject([
      204,
      {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD',
        'access-control-allow-headers': 'if-none-match',
      },
    ]);
    expect((await read('none')).headers).toMatchObject({ 'access-control-allow-origin': '*' });
  });

  test('is described in the API documentation without an envelope', async () => {
    const { paths } = (await app.http.inject('/api/docs/json')).json();
    const answers = (path: string) => paths[`/api/rooms/api/public/{token}/${path}`].get.responses;
    expect(Object.keys(answers('board.json'))).toEqual(['200', '304']);
    expect(answers('board.json')[200].content['application/json'].schema.properties.room).toBeDefined();
    expect(Object.keys(answers('diary.ics')[200].content)).toEqual(['text/calendar']);
  });
});

describe('an answer of a feed', () => {
  test('is made once within its age, however many ask at once', async () => {
    const { token } = await makeFeed();
    const one = await countStatements(app, () => read(token));
    expect(one).toBeGreaterThan(2);
    const next = (await makeFeed(8)).token;
    expect(await countStatements(app, () => Promise.all(Array.from({ length: 9 }, () => read(next))))).toBe(one);
    expect(await countStatements(app, () => read(next))).toBe(0);
    await later(31, async () => {
      expect(await countStatements(app, () => read(next))).toBe(one);
    });
  });

  test('differs by the parameters that the call reads, and by no others', async () => {
    const { token } = await makeFeed();
    await read(token);
    const again = (path: string) => countStatements(app, () => read(token, {}, { path }));
    expect(await again('board.json?doors=names')).toBeGreaterThan(0);
    const diary = (await makeFeed(7, 'diary')).token;
    await read(diary, {}, { path: 'diary.ics' });
    expect(await countStatements(app, () => read(diary, {}, { path: 'diary.ics?cache=busted' }))).toBe(0);
    expect((await read(token, {}, { path: 'board.json?doors=keys' })).status).toBe(418);
  });

  test('has a strong ETag, with which an unchanged one is 304, without a statement', async () => {
    const { token } = await makeFeed();
    const { headers, text } = await read(token);
    const etag = String(headers.etag);
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      let reply: Awaited<ReturnType<typeof read>> | undefined;
      const statements = await countStatements(app, async () => {
        reply = await read(token, { 'if-none-match': known });
      });
      expect([known, reply?.status, reply?.text, statements]).toEqual([known, 304, '', 0]);
      expect(reply?.headers).toMatchObject({ etag, 'cache-control': 'public, max-age=30' });
    }
    expect((await read(token, { 'if-none-match': '"other"' })).text).toBe(text);
    await later(31, async () => {
      expect((await read(token, { 'if-none-match': etag })).status).toBe(304);
    });
  });

  test('is compressed once for those who read gzip, with an ETag of its own', async () => {
    const { token } = await makeFeed();
    const plain = await read(token);
    expect(plain.headers.vary).toBe('accept-encoding');
    const packed = await read(token, { 'accept-encoding': 'br, gzip;q=0.8' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.headers.etag).not.toBe(plain.headers.etag);
    expect(gunzipSync(packed.bytes).toString()).toBe(plain.text);
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length);
    for (const encoding of ['gzip;q=0', 'br', 'gzip; q=0.0, br'])
      expect((await read(token, { 'accept-encoding': encoding })).headers['content-encoding']).toBeUndefined();
  });

  test('may be kept by caches for what is left of its age', async () => {
    const { token } = await makeFeed();
    expect((await read(token)).headers).toMatchObject({ 'cache-control': 'public, max-age=30', age: '1' });
    await later(20, async () => {
      expect(Number((await read(token)).headers.age)).toBeGreaterThanOrEqual(20);
    });
  });

  test('has a head without a body', async () => {
    const { token } = await makeFeed();
    const { headers, bytes } = await read(token);
    const head = await read(token, {}, { method: 'HEAD' });
    expect([head.status, head.text, head.headers.etag]).toEqual([200, '', headers.etag]);
    expect(head.headers['content-length']).toBe(String(bytes.length));
  });

  test('is refused to an address that asks more often than the call allows, 60 times a minute by default', async () => {
    const { token } = await makeFeed();
    const statusesFrom = async (address: string, path: string, times: number) => {
      const statuses: number[] = [];
      for (let n = 0; n < times; n++)
        statuses.push((await read(token, { 'x-forwarded-for': address }, { path })).status);
      return statuses;
    };
    expect(await statusesFrom('10.8.0.1', 'board.json', 61)).toEqual([...Array(60).fill(200), 429]);
    expect(await statusesFrom('10.8.0.2', 'board.json', 1)).toEqual([200]);
    expect(await statusesFrom('10.8.0.3', 'diary.ics', 3)).toEqual([404, 404, 429]);
  });
});

describe('a feed that does not work', () => {
  const ways: [string, (made: Made) => Promise<unknown>][] = [
    ['was revoked', () => customer.call('DELETE', '/rooms/api/room/7/feed')],
    ['has a new token', ({ id }) => customer.call('PUT', `/rooms/api/room/feed/${id}`)],
    [
      'is of a company that no longer holds the app',
      ({ id }) => app.kit.pool.query('UPDATE feed SET company_id = $2 WHERE id = $1', [id, ids.sahel]),
    ],
    [
      'is of a company that has ended',
      ({ id }) =>
        app.kit.pool.query(
          `WITH gone AS (UPDATE company SET status = 'Inactive' WHERE id = $2) UPDATE feed SET company_id = $2 WHERE id = $1`,
          [id, ids.wadi],
        ),
    ],
  ];

  test.each(ways)('because it %s gets the answer of an unknown one after the same statements', async (_, end) => {
    const made = await makeFeed();
    await end(made);
    const answerOf = async (token: string) => {
      let reply: Awaited<ReturnType<typeof read>> | undefined;
      const statements = await countStatements(app, async () => {
        reply = await read(token);
      });
      const { date: _date, ...headers } = reply?.headers ?? {};
      return { status: reply?.status, text: reply?.text, statements, names: Object.keys(headers).sort() };
    };
    const answer = await answerOf(made.token);
    expect(answer).toMatchObject({ status: 404, text: expect.stringContaining('feed-unknown') });
    expect(answer).toEqual(await answerOf('x'.repeat(43)));
    expect(await answerOf('short')).toEqual(answer);
  });

  test('is gone when its last answer has expired, and its refusal is kept by nobody', async () => {
    const { token } = await makeFeed();
    await read(token);
    await customer.call('DELETE', '/rooms/api/room/7/feed');
    await later(29, async () => {
      const { headers } = await read(token);
      expect(Number(headers.age)).toBeGreaterThanOrEqual(29);
    });
    await later(30.1, async () => {
      const { status, headers } = await read(token);
      expect([status, headers['cache-control'], headers.etag]).toEqual([404, 'no-store', undefined]);
    });
  });

  test('is followed by another one for the record, with another token', async () => {
    const before = await makeFeed();
    await customer.call('DELETE', '/rooms/api/room/7/feed');
    const after = await makeFeed();
    expect(after.token).not.toBe(before.token);
    expect([(await read(before.token)).status, (await read(after.token)).status]).toEqual([404, 200]);
  });
});

test('another company neither ends nor replaces a feed', async () => {
  const { id, token } = await makeFeed();
  expect((await other.call('PUT', `/rooms/api/room/feed/${id}`)).status).toBe(404);
  await other.call('DELETE', '/rooms/api/room/7/feed');
  expect((await read(token)).status).toBe(200);
});
