import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { photo, proofsAs, scan } from './proofs.fixture.ts';

type Proofs = ReturnType<typeof proofsAs<Awaited<ReturnType<TestPerson['call']>>>>;

let app: Rasid;
let customer: TestPerson;
let stranger: TestPerson;
/** The proofs of two buildings. */
let on: Proofs;
let elsewhere: Proofs;
let buildings: number[];

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  stranger = await app.signIn('other@rasid.test');
  buildings = await buildingsOf(customer);
  on = proofsAs(customer, buildings[0] as number);
  elsewhere = proofsAs(customer, buildings[1] as number);
});
afterAll(() => app.close());

const buildingsOf = async (person: TestPerson): Promise<number[]> =>
  (await person.call('GET', '/rooms/api/building')).body.data.map(({ id }: { id: number }) => id);
const rows = async (query: string, values: unknown[] = []) => (await app.kit.pool.query(query, values)).rows;
const countFiles = async () => Number((await rows('SELECT count(*) AS n FROM stored_file'))[0]?.n);

describe('a proof that is sent again', () => {
  test('is the known one, whatever else is sent, and nothing changes', async () => {
    const first = await on.addFile({ data: { note: 'first' } });
    const before = [await countFiles(), await rows('SELECT * FROM proof ORDER BY id')];
    const again = await on.addFile({ clientId: first.body.data.clientId, data: { note: 'second' } });
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect([await countFiles(), await rows('SELECT * FROM proof ORDER BY id')]).toEqual(before);
  });

  test.each([
    ['picture', () => on.addFile, 1],
    ['scan', () => (fields: { clientId: string }) => on.add(scan(fields)), 0],
  ])('while the first is still running is stored once: a %s', async (_kind, adding, pictures) => {
    const before = await countFiles();
    const clientId = randomUUID();
    const replies = await Promise.all(Array.from({ length: 8 }, () => adding()({ clientId })));
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(new Set(replies.map(({ body }) => body.data.id)).size).toBe(1);
    expect(await countFiles()).toBe(before + pictures);
  });

  test('with the same idempotency key has the first reply', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const clientId = randomUUID();
    const [first, again] = [
      await on.addFile({ clientId }, photo, headers),
      await on.addFile({ clientId }, photo, headers),
    ];
    expect([again.status, again.body]).toEqual([201, first.body]);
  });

  test('for another record is refused without its file', async () => {
    const clientId = randomUUID();
    await on.add(scan({ clientId }));
    const before = await countFiles();
    const { status, body } = await elsewhere.addFile({ clientId });
    expect([status, body.word]).toEqual([409, 'proof-of-other-record']);
    expect(await countFiles()).toBe(before);
  });

  test('by another company is a proof of its own record', async () => {
    const clientId = randomUUID();
    await on.add(scan({ clientId }));
    const [own] = await buildingsOf(stranger);
    expect((await proofsAs(stranger, own as number).add(scan({ clientId }))).status).toBe(201);
  });
});
