import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pdf } from '#main/testing/test-files.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { maxProofs } from '../common/proof.ts';
import { photo, proofsAs, scan } from './proofs.fixture.ts';

type Proofs = ReturnType<typeof proofsAs<Awaited<ReturnType<TestPerson['call']>>>>;

let app: Rasid;
let customer: TestPerson;
let stranger: TestPerson;
/** The proofs of two buildings. */
let on: Proofs;
let elsewhere: Proofs;
let buildings: number[];
let company: number;

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  stranger = await app.signIn('other@rasid.test');
  company = (await customer.call('GET', '/session')).body.data.company.id;
  buildings = await buildingsOf(customer);
  on = proofsAs(customer, buildings[0] as number);
  elsewhere = proofsAs(customer, buildings[1] as number);
});
afterAll(() => app.close());

const buildingsOf = async (person: TestPerson): Promise<number[]> =>
  (await person.call('GET', '/rooms/api/building')).body.data.map(({ id }: { id: number }) => id);
const rows = async (query: string, values: unknown[] = []) => (await app.kit.pool.query(query, values)).rows;
const countFiles = async () => Number((await rows('SELECT count(*) AS n FROM stored_file'))[0]?.n);
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

describe('a proof', () => {
  test('is kept with its time, place, data and person', async () => {
    const place = { lat: 25.2, lng: 55.3, accuracy: 12 };
    const doneAt = minutesAgo(90);
    const reply = await on.add(scan({ doneAt, place }));
    expect(reply.status).toBe(201);
    expect(reply.body.data).toMatchObject({
      kind: 'scan',
      doneAt,
      place,
      data: { code: 'TRAP-12' },
      file: null,
      person: { name: expect.any(String) },
    });
    expect(Date.parse(reply.body.data.receivedAt)).toBeGreaterThan(Date.now() - 60_000);
  });

  test('of a photo or a signature is a picture, which is read back', async () => {
    const place = { lat: 25.2, lng: 55.3 };
    const { status, body } = await on.addFile({ place, data: { note: 'خلف الباب' } });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      place: { ...place, accuracy: null },
      data: { note: 'خلف الباب' },
      file: { mediaType: 'image/webp', width: 40, height: 30 },
    });
    const file = await on.file(body.data.id);
    expect([file.status, file.headers['content-type']]).toEqual([200, 'image/webp']);
    const signed = await on.addFile({ kind: 'signature', data: { name: 'Noor Ali' } });
    expect(signed.body.data).toMatchObject({ kind: 'signature', data: { name: 'Noor Ali' } });
    const scanned = await on.add(scan());
    expect((await on.file(scanned.body.data.id)).status).toBe(404);
  });

  test('is listed in the order in which it was done, not in which it arrived', async () => {
    const late = await elsewhere.add(scan({ doneAt: minutesAgo(5) }));
    const early = await elsewhere.add({
      clientId: randomUUID(),
      kind: 'checklist',
      doneAt: minutesAgo(50),
      data: { answers: { a: 3, b: true, c: 'ok' } },
    });
    const listed = (await elsewhere.list()).body.data;
    expect(listed.map((row: { id: number }) => row.id)).toEqual([early.body.data.id, late.body.data.id]);
    expect(listed[0].data.answers).toEqual({ a: 3, b: true, c: 'ok' });
  });

  test.each([
    ['a photo without a file', { kind: 'photo' }, 'file'],
    ['a scan without a code', { kind: 'scan', data: {} }, 'data.code'],
    ['a checklist without answers', { kind: 'checklist' }, 'data.answers'],
    ['a place off the Earth', { kind: 'scan', data: { code: '1' }, place: { lat: 91, lng: 0 } }, 'place.lat'],
    ['an id that is none', { kind: 'scan', data: { code: '1' }, clientId: '7' }, 'clientId'],
  ])('is refused: %s', async (_what, fields, param) => {
    const { status, body } = await on.add({ clientId: randomUUID(), ...fields });
    expect([status, body.errors?.[0]?.param]).toEqual([418, param]);
  });

  test.each([
    ['a scan with a file', { kind: 'scan', data: { code: '1' } }, 'file'],
    ['texts that no route accepts', { data: { note: 'a\u0000b' } }, 'data'],
    ['data that cannot be read', { data: '{"note"' }, 'data'],
  ])('in a form is refused: %s', async (_what, fields, param) => {
    const before = await countFiles();
    const { status, body } = await on.addFile(fields);
    expect([status, body.errors?.[0]?.param]).toEqual([418, param]);
    expect(await countFiles()).toBe(before);
  });

  test('has a picture of at most two megabytes', async () => {
    const before = await countFiles();
    const { status, body } = await on.addFile({}, Buffer.concat([photo, Buffer.alloc(2 * 1024 * 1024)]));
    expect([status, body.word, body.detail]).toEqual([413, 'file-too-large', { megabytes: 2 }]);
    expect((await on.addFile({}, pdf())).status).toBe(418);
    expect(await countFiles()).toBe(before);
  });

  test(`is one of at most ${maxProofs} of a record`, async () => {
    await rows(
      `INSERT INTO proof (company_id, app_id, subject_type, subject_id, client_id, kind, done_at, received_at)
       SELECT $1, 'rooms', 'building', $2, gen_random_uuid(), 'code', now(), now() FROM generate_series(1, $3)`,
      [company, buildings[1], maxProofs],
    );
    const { status, body } = await elsewhere.add(scan());
    expect([status, body.word]).toEqual([409, 'too-many-proofs']);
    expect((await on.add(scan())).status).toBe(201);
  });
});

describe('the time of a proof', () => {
  test('is that of the header if the device kept the call, and its own if it has one', async () => {
    const headers = { 'x-done-at': minutesAgo(60) };
    expect((await on.add(scan(), headers)).body.data.doneAt).toBe(headers['x-done-at']);
    const doneAt = minutesAgo(75);
    expect((await on.add(scan({ doneAt }), headers)).body.data.doneAt).toBe(doneAt);
  });

  test('is never too late', async () => {
    const doneAt = minutesAgo(60 * 24 * 60);
    const { status, body } = await on.add(scan({ doneAt }));
    expect([status, body.data.doneAt]).toEqual([201, doneAt]);
  });

  test('by a clock that runs ahead is that of receipt', async () => {
    const { status, body } = await on.add(scan({ doneAt: minutesAgo(-30) }));
    expect(status).toBe(201);
    expect(body.data.doneAt).toBe(body.data.receivedAt);
  });
});

test('proofs of a record that the caller cannot see are not found', async () => {
  const { body } = await on.addFile({});
  const theirs = proofsAs(stranger, buildings[0] as number);
  for (const reply of [await theirs.add(scan()), await theirs.list(), await theirs.file(body.data.id)])
    expect([reply.status, reply.body.word]).toEqual([404, 'not-found']);
});

test('a file is found only under its own record', async () => {
  const { body } = await on.addFile({});
  expect((await elsewhere.file(body.data.id)).status).toBe(404);
});

test('proofs go with their record and take their files along, and those of other records stay', async () => {
  const added = async (subject: number) => {
    const { body } = await on.addFile({});
    await rows("UPDATE proof SET app_id = 'walks', subject_type = 'walk', subject_id = $2 WHERE id = $1", [
      body.data.id,
      subject,
    ]);
    return body.data.id as number;
  };
  await rows(`CREATE TABLE test_walk (id integer PRIMARY KEY, company_id integer NOT NULL REFERENCES company);
    SELECT rasid_tenant_table('test_walk'); SELECT rasid_proofs('test_walk', 'walks', 'walk')`);
  await rows('INSERT INTO test_walk (id, company_id) VALUES (1, $1), (2, $1)', [company]);
  const [gone, stays] = [await added(1), await added(2)];
  const before = await countFiles();
  await inSystem(app.kit.db, (tx) => sql`DELETE FROM test_walk WHERE id = 1`.execute(tx));
  const left = await rows('SELECT id FROM proof WHERE id = ANY ($1)', [[gone, stays]]);
  expect(left).toEqual([{ id: stays }]);
  expect(await countFiles()).toBe(before - 1);
});

test('a proof is in the change log of the company', async () => {
  const { body } = await on.add(scan());
  const lines = await rows("SELECT company_id, action FROM change_log WHERE table_name = 'proof' AND row_id = $1", [
    String(body.data.id),
  ]);
  expect(lines).toEqual([{ company_id: company, action: 'insert' }]);
});
