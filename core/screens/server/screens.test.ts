import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { app, ids, withPeople } from '#main/testing/test-people.ts';
import type { TestPerson } from '#main/testing.ts';

withPeople();
let people = 0;
let customer: TestPerson;
let other: TestPerson;
let site: number;
beforeAll(async () => {
  other = await app.signIn('other@rasid.test');
  const { rows } = await app.kit.pool.query(
    "SELECT id FROM structure WHERE company_id = $1 AND name = 'Marina Heights'",
    [ids.reem],
  );
  site = rows[0].id;
});
beforeEach(async () => {
  await app.kit.pool.query('DELETE FROM screen_pairing');
  // Codes are counted for each person.
  people += 1;
  const email = `administrator${people}@rasid.test`;
  await app.kit.pool.query(
    `INSERT INTO users (company_id, email, first_name, last_name, role, password_hash)
     SELECT company_id, $1, 'Ad', 'Min', role, password_hash FROM users WHERE email = 'customer@rasid.test'`,
    [email],
  );
  customer = await app.signIn(email);
});

let callers = 0;
/** A device on a wall: it has no account, and an address of its own. */
function device() {
  callers += 1;
  const headers = { 'x-forwarded-for': `10.11.${callers >> 8}.${callers & 255}` };
  const post = async (path: string, payload: object = {}) =>
    (await app.http.inject({ method: 'POST', url: `/api${path}`, headers, payload })).json().data;
  return {
    start: (): Promise<{ code: string; secret: string; expiresAt: string }> => post('/screen-pairing'),
    state: (secret: string): Promise<{ state: string; address: string | null }> =>
      post('/screen-pairing/state', { secret }),
    async view(address: string) {
      const reply = await app.http.inject({ url: address, headers });
      return { status: reply.statusCode, body: reply.json() };
    },
  };
}
const screenOf = (code: string, changes: object = {}, person: TestPerson = customer) =>
  person.call('POST', '/screen', {
    body: { code, name: 'Gate 2', app: 'rooms', kind: 'board', subjectId: site, language: 'both', ...changes },
  });
/** Pairs a device, as a person does who reads its code. */
async function paired(changes: object = {}) {
  const screen = device();
  const { code, secret } = await screen.start();
  const reply = await screenOf(code, changes);
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body));
  const { address } = await screen.state(secret);
  return { ...screen, secret, row: reply.body.data, address: address ?? '' };
}
/** After the answers that the server keeps have expired. */
async function later<T>(work: () => Promise<T>): Promise<T> {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 31_000);
  try {
    return await work();
  } finally {
    clock.mockRestore();
  }
}

describe('a device that waits', () => {
  test('shows six digits for ten minutes, and learns from where it reads once a person has entered them', async () => {
    const screen = device();
    const { code, secret, expiresAt } = await screen.start();
    expect(code).toMatch(/^\d{6}$/);
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(9 * 60_000);
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(10 * 60_000);
    expect(await screen.state(secret)).toEqual({ state: 'waiting', address: null });
    const reply = await screenOf(`${code.slice(0, 3)} ${code.slice(3)}`);
    expect([reply.status, reply.body.data]).toMatchObject([
      201,
      { name: 'Gate 2', app: 'rooms', kind: 'board', structure: { id: site, name: 'Marina Heights' }, seenAt: null },
    ]);
    const { state, address } = await screen.state(secret);
    expect(state).toBe('paired');
    expect(await screen.view(address ?? '')).toMatchObject({
      status: 200,
      body: {
        name: 'Gate 2',
        language: 'both',
        content: { title: { en: 'Marina Heights' }, lines: [{ value: { en: 'Open', ar: 'مفتوح' }, tone: 'good' }] },
      },
    });
  });

  test('learns nothing from an unknown secret, nor from the pairing of another device', async () => {
    const [one, two] = [device(), device()];
    const [first, second] = [await one.start(), await two.start()];
    expect(first.secret).not.toBe(second.secret);
    await screenOf(first.code);
    expect(await two.state(second.secret)).toEqual({ state: 'waiting', address: null });
    expect(await two.state('x'.repeat(43))).toEqual({ state: 'expired', address: null });
    const { rows } = await app.kit.pool.query('SELECT * FROM screen_pairing');
    expect(JSON.stringify(rows)).not.toContain(first.secret);
  });

  test('is not paired by a code that no device shows, has expired, or was entered before, and nothing is made', async () => {
    const screen = device();
    const { code, secret } = await screen.start();
    const before = (await customer.call('GET', '/screen')).body.totalRecords;
    const refused = [{ param: 'code', msg: 'screenCode' }];
    expect((await screenOf(code === '000000' ? '000001' : '000000')).body.errors).toEqual(refused);
    expect((await screenOf('12345')).body.errors).toEqual(refused);
    await app.kit.pool.query("UPDATE screen_pairing SET expires_at = now() - interval '1 second'");
    expect((await screenOf(code)).body.errors).toEqual(refused);
    expect(await screen.state(secret)).toEqual({ state: 'expired', address: null });
    expect((await customer.call('GET', '/screen')).body.totalRecords).toBe(before);
    const again = await screen.start();
    const replies = await Promise.all([screenOf(again.code), screenOf(again.code)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 418]);
  });
});

describe('a screen', () => {
  test('shows records that the person may see, of apps that the company holds', async () => {
    const { code } = await device().start();
    const foreign = await app.kit.pool.query('SELECT id FROM structure WHERE company_id = $1 LIMIT 1', [ids.qasr]);
    expect((await screenOf(code, { subjectId: foreign.rows[0].id })).status).toBe(404);
    for (const changes of [{ kind: 'diary' }, { app: 'places' }])
      expect((await screenOf(code, changes)).body.errors).toEqual([{ param: 'kind', msg: 'invalid' }]);
    const operator = await app.signIn('operator@rasid.test');
    expect((await screenOf(code, {}, operator)).status).toBe(403);
  });

  test('says when it was last seen, and follows a change of its name and language', async () => {
    const { row, address, view } = await paired();
    const stored = async () =>
      (await customer.call('GET', '/screen?limit=100')).body.data.find(({ id }: { id: number }) => id === row.id);
    await view(address);
    expect(Math.abs(Date.parse((await stored()).seenAt) - Date.now())).toBeLessThan(60_000);
    const changed = await customer.call('PATCH', `/screen/${row.id}`, { body: { name: 'Gate 3', language: 'ar' } });
    expect(changed.body.data).toMatchObject({ name: 'Gate 3', language: 'ar' });
    const shown = await later(() => view(address));
    expect(shown.body).toMatchObject({ name: 'Gate 3', language: 'ar' });
    const { body } = await customer.call('GET', `/screen/${row.id}/history`);
    // Being seen does not count as a change.
    expect(body.data).toHaveLength(2);
  });

  test('goes dark when it is removed, and when another device takes its place', async () => {
    const first = await paired();
    const next = device();
    const { code, secret } = await next.start();
    const replaced = await customer.call('POST', `/screen/${first.row.id}/replace`, { body: { code } });
    expect([replaced.status, replaced.body.data.seenAt]).toEqual([200, null]);
    const { address } = await next.state(secret);
    expect(
      await later(async () => [(await first.view(first.address)).status, (await next.view(address ?? '')).status]),
    ).toEqual([404, 200]);
    expect((await customer.call('DELETE', `/screen/${first.row.id}`)).status).toBe(204);
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 90_000);
    expect((await next.view(address ?? '')).status).toBe(404);
    clock.mockRestore();
  });

  test('shows nothing of an app that the company no longer holds', async () => {
    const { address, view } = await paired();
    await app.kit.pool.query("DELETE FROM company_app WHERE company_id = $1 AND app_id = 'rooms'", [ids.reem]);
    expect((await later(() => view(address))).body).toMatchObject({ name: 'Gate 2', content: null });
    await app.kit.pool.query("INSERT INTO company_app (company_id, app_id) VALUES ($1, 'rooms')", [ids.reem]);
  });

  test('is hidden from other companies, which can neither change nor remove it', async () => {
    const { row, secret } = await paired();
    const { code } = await device().start();
    const calls = [
      other.call('PATCH', `/screen/${row.id}`, { body: { name: 'Mine' } }),
      other.call('POST', `/screen/${row.id}/replace`, { body: { code } }),
      other.call('DELETE', `/screen/${row.id}`),
    ];
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([404, 404, 404]);
    expect((await device().state(secret)).state).toBe('paired');
    // A person who sees other sites only.
    const viewer = await app.signIn('viewer@rasid.test');
    const seen = (await viewer.call('GET', '/screen?limit=100')).body.data as { structure: { id: number } | null }[];
    expect(seen.every(({ structure }) => structure?.id === site)).toBe(true);
  });
});

test('a browser may try ten codes a minute', async () => {
  const person = await app.signIn('wadi@rasid.test');
  const statuses: number[] = [];
  for (let n = 0; n < 11; n++) statuses.push((await screenOf('00000', {}, person)).status);
  expect(statuses.slice(-2)).toEqual([418, 429]);
});
