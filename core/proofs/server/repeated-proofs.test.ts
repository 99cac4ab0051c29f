import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildingsWithProofs, scan } from './proofs.fixture.ts';

let on: Awaited<ReturnType<typeof buildingsWithProofs>>;

beforeAll(async () => {
  on = await buildingsWithProofs();
});
afterAll(() => on.app.close());

describe('a proof that is sent again', () => {
  test('is the known one, whatever else is sent, and nothing changes', async () => {
    const first = await on.addFile({ data: { note: 'first' } });
    const before = [await on.countFiles(), await on.rows('SELECT * FROM proof ORDER BY id')];
    const again = await on.addFile({ clientId: first.body.data.clientId, data: { note: 'second' } });
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect([await on.countFiles(), await on.rows('SELECT * FROM proof ORDER BY id')]).toEqual(before);
  });

  test.each([
    ['picture', () => on.addFile, 1],
    ['scan', () => (fields: { clientId: string }) => on.add(scan(fields)), 0],
  ])('while the first is still running is stored once: a %s', async (_kind, adding, pictures) => {
    const before = await on.countFiles();
    const clientId = randomUUID();
    const replies = await Promise.all(Array.from({ length: 8 }, () => adding()({ clientId })));
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(new Set(replies.map(({ body }) => body.data.id)).size).toBe(1);
    expect(await on.countFiles()).toBe(before + pictures);
  });

  test('with the same idempotency key has the first reply', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const clientId = randomUUID();
    const [first, again] = [
      await on.addFile({ clientId }, on.photo, { headers }),
      await on.addFile({ clientId }, on.photo, { headers }),
    ];
    expect([again.status, again.body]).toEqual([201, first.body]);
  });

  test('for another record is refused without its file', async () => {
    const { building: id, other } = on;
    const clientId = randomUUID();
    await on.add(scan({ clientId }), { id });
    const before = await on.countFiles();
    const { status, body } = await on.addFile({ clientId }, on.photo, { id: other });
    expect([status, body.word]).toEqual([409, 'proof-of-other-record']);
    expect(await on.countFiles()).toBe(before);
  });

  test('by another company is a proof of its own record', async () => {
    const clientId = randomUUID();
    await on.add(scan({ clientId }));
    const [own] = (await on.stranger.call('GET', '/rooms/api/building')).body.data as { id: number }[];
    expect((await on.add(scan({ clientId }), { who: on.stranger, id: own?.id as number })).status).toBe(201);
  });
});
