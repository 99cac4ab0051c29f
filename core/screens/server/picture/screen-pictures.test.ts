import { beforeAll, describe, expect, test, vi } from 'vitest';
import { app, customer, ids, withPeople } from '#main/testing/test-people.ts';
import type { TestPerson } from '#main/testing.ts';

withPeople();
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

/** After the answers that the server keeps have expired: once for each call, or several times. */
async function later<T>(work: () => Promise<T>, times = 1): Promise<T> {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + times * 31_000);
  try {
    return await work();
  } finally {
    clock.mockRestore();
  }
}

describe('the picture of a screen', () => {
  const png = (bytes: Buffer) => ({
    isPng: bytes.subarray(1, 4).toString() === 'PNG',
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
    bits: bytes[24],
  });
  let asking = 0;
  async function pictureAt(address: string, headers: Record<string, string> = {}) {
    asking += 1;
    const { pathname, search } = new URL(address);
    const from = { 'x-forwarded-for': `10.12.0.${asking}` };
    const reply = await app.http.inject({ url: `${pathname}${search}`, headers: { ...from, ...headers } });
    return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload, text: reply.body };
  }
  async function paper(changes: object = {}) {
    const reply = await customer.call('POST', '/screen', {
      body: { code: null, name: 'Door', app: 'rooms', kind: 'board', subjectId: site, language: 'both', ...changes },
    });
    const { id } = reply.body.data;
    const { body } = await customer.call('GET', `/screen/${id}/picture`);
    return { id, address: body.data.address as string };
  }

  test('is black and white in the size of the display, which needs neither a code nor an account', async () => {
    const { id, address } = await paper();
    const usual = await pictureAt(address);
    expect([usual.status, usual.headers['content-type']]).toEqual([200, 'image/png']);
    expect(png(usual.bytes)).toEqual({ isPng: true, width: 800, height: 480, bits: 1 });
    expect(png((await pictureAt(`${address}?w=400&h=300`)).bytes)).toMatchObject({ width: 400, height: 300 });
    const { body } = await customer.call('GET', '/screen?limit=100');
    expect(body.data.find((one: { id: number }) => one.id === id).seenAt).not.toBeNull();
    const tooLarge = await pictureAt(`${address}?w=5000&h=abc`);
    expect([tooLarge.status, JSON.parse(tooLarge.text).errors]).toEqual([
      418,
      [
        { param: 'w', msg: 'outOfRange' },
        { param: 'h', msg: 'enterANumber' },
      ],
    ]);
  });

  test('is sent again only if what the screen shows is another', async () => {
    const { id, address } = await paper();
    const { headers, bytes } = await pictureAt(address);
    const known = { 'if-none-match': String(headers.etag) };
    expect((await later(() => pictureAt(address, known))).status).toBe(304);
    await customer.call('PATCH', `/screen/${id}`, { body: { language: 'ar' } });
    const arabic = await later(() => pictureAt(address, known), 2);
    expect(arabic.status).toBe(200);
    expect(arabic.bytes.equals(bytes)).toBe(false);
  });

  test('ends with the screen, and its address is for those who may change the screen', async () => {
    const { id, address } = await paper();
    expect((await other.call('GET', `/screen/${id}/picture`)).status).toBe(404);
    const viewer = await app.signIn('viewer@rasid.test');
    expect((await viewer.call('GET', `/screen/${id}/picture`)).status).toBe(403);
    await customer.call('DELETE', `/screen/${id}`);
    expect((await later(() => pictureAt(address))).status).toBe(404);
  });
});
