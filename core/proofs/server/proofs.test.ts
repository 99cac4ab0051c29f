import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blobOf, pdf } from '#main/testing/test-files.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { maxProofs } from '../common/proof.ts';

let app: Rasid;
let customer: TestPerson;
let stranger: TestPerson;
let company: number;
let photo: Buffer;
let building: number;

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  stranger = await app.signIn('other@rasid.test');
  company = (await customer.call('GET', '/session')).body.data.company.id;
  photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  [building] = await buildings();
});
afterAll(() => app.close());

async function buildings(): Promise<[number, number]> {
  const [first, second] = (await customer.call('GET', '/rooms/api/building')).body.data as { id: number }[];
  if (!first || !second) throw new Error('the demo has too few structures');
  return [first.id, second.id];
}
type Fields = Record<string, unknown>;
const path = (id = building) => `/rooms/api/building/${id}/proof`;
const scan = (more: Fields = {}) => ({ clientId: randomUUID(), kind: 'scan', data: { code: 'TRAP-12' }, ...more });
type Sending = { id?: number; who?: TestPerson; headers?: Record<string, string> };
const add = (body: Fields, { id = building, who = customer, headers = {} }: Sending = {}) =>
  who.call('POST', path(id), { body, headers });

/** Sends the fields as a browser sends a body with a file. */
function addFile(fields: Fields, bytes: Buffer | string = photo, sending: Sending = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ clientId: randomUUID(), kind: 'photo', ...fields }))
    form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  form.set('file', blobOf(bytes), 'photo.jpg');
  return add(form as unknown as Fields, sending);
}
const rows = async (query: string, values: unknown[] = []) => (await app.kit.pool.query(query, values)).rows;
const files = async () => Number((await rows('SELECT count(*) AS n FROM stored_file'))[0]?.n);
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

describe('a proof', () => {
  test('is kept with its time, place, data and person', async () => {
    const place = { lat: 25.2, lng: 55.3, accuracy: 12 };
    const doneAt = ago(90);
    const reply = await add(scan({ doneAt, place }));
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
    const { status, body } = await addFile({ place, data: { note: 'خلف الباب' } });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      place: { ...place, accuracy: null },
      data: { note: 'خلف الباب' },
      file: { mediaType: 'image/webp', width: 40, height: 30 },
    });
    const file = await customer.call('GET', `${path()}/${body.data.id}/file`);
    expect([file.status, file.headers['content-type']]).toEqual([200, 'image/webp']);
    const signed = await addFile({ kind: 'signature', data: { name: 'Noor Ali' } });
    expect(signed.body.data).toMatchObject({ kind: 'signature', data: { name: 'Noor Ali' } });
    const scanned = await add(scan());
    expect((await customer.call('GET', `${path()}/${scanned.body.data.id}/file`)).status).toBe(404);
  });

  test('is listed in the order in which it was done, not in which it arrived', async () => {
    const [, id] = await buildings();
    const late = await add(scan({ doneAt: ago(5) }), { id });
    const early = await add(
      { clientId: randomUUID(), kind: 'checklist', doneAt: ago(50), data: { answers: { a: 3, b: true, c: 'ok' } } },
      { id },
    );
    const listed = (await customer.call('GET', path(id))).body.data;
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
    const { status, body } = await add({ clientId: randomUUID(), ...fields });
    expect([status, body.errors?.[0]?.param]).toEqual([418, param]);
  });

  test.each([
    ['a scan with a file', { kind: 'scan', data: { code: '1' } }, 'file'],
    ['texts that no route accepts', { data: { note: 'a\u0000b' } }, 'data'],
    ['data that cannot be read', { data: '{"note"' }, 'data'],
  ])('in a form is refused: %s', async (_what, fields, param) => {
    const before = await files();
    const { status, body } = await addFile(fields);
    expect([status, body.errors?.[0]?.param]).toEqual([418, param]);
    expect(await files()).toBe(before);
  });

  test('has a picture of at most two megabytes', async () => {
    const before = await files();
    const { status, body } = await addFile({}, Buffer.concat([photo, Buffer.alloc(2 * 1024 * 1024)]));
    expect([status, body.word, body.detail]).toEqual([413, 'file-too-large', { megabytes: 2 }]);
    expect((await addFile({}, pdf())).status).toBe(418);
    expect(await files()).toBe(before);
  });

  test(`is one of at most ${maxProofs} of a record`, async () => {
    const [, id] = await buildings();
    await rows(
      `INSERT INTO proof (company_id, app_id, subject_type, subject_id, client_id, kind, done_at, received_at)
       SELECT $1, 'rooms', 'building', $2, gen_random_uuid(), 'code', now(), now() FROM generate_series(1, $3)`,
      [company, id, maxProofs],
    );
    const { status, body } = await add(scan(), { id });
    expect([status, body.word]).toEqual([409, 'too-many-proofs']);
    expect((await add(scan())).status).toBe(201);
  });
});

describe('the time of a proof', () => {
  test('is that of the header if the device kept the call, and its own if it has one', async () => {
    const headers = { 'x-done-at': ago(60) };
    expect((await add(scan(), { headers })).body.data.doneAt).toBe(headers['x-done-at']);
    const doneAt = ago(75);
    expect((await add(scan({ doneAt }), { headers })).body.data.doneAt).toBe(doneAt);
  });

  test('is never too late', async () => {
    const doneAt = ago(60 * 24 * 60);
    const { status, body } = await add(scan({ doneAt }));
    expect([status, body.data.doneAt]).toEqual([201, doneAt]);
  });

  test('by a clock that runs ahead is that of receipt', async () => {
    const { status, body } = await add(scan({ doneAt: ago(-30) }));
    expect(status).toBe(201);
    expect(body.data.doneAt).toBe(body.data.receivedAt);
  });
});

describe('a proof that is sent again', () => {
  test('is the known one, whatever else is sent, and nothing changes', async () => {
    const first = await addFile({ data: { note: 'first' } });
    const before = [await files(), await rows('SELECT * FROM proof ORDER BY id')];
    const again = await addFile({ clientId: first.body.data.clientId, data: { note: 'second' } });
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect([await files(), await rows('SELECT * FROM proof ORDER BY id')]).toEqual(before);
  });

  test('while the first is still running is stored once', async () => {
    const before = await files();
    const clientId = randomUUID();
    const replies = await Promise.all(Array.from({ length: 5 }, () => addFile({ clientId })));
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(replies.map(({ body }) => body.data.id)).size).toBe(1);
    expect(await files()).toBe(before + 1);
  });

  test('with the same idempotency key has the first reply', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const clientId = randomUUID();
    const [first, again] = [
      await addFile({ clientId }, photo, { headers }),
      await addFile({ clientId }, photo, { headers }),
    ];
    expect([again.status, again.body]).toEqual([201, first.body]);
  });

  test('for another record is refused without its file', async () => {
    const [id, other] = await buildings();
    await rows('DELETE FROM proof WHERE subject_id = $1', [other]);
    const clientId = randomUUID();
    await add(scan({ clientId }), { id });
    const before = await files();
    const { status, body } = await addFile({ clientId }, photo, { id: other });
    expect([status, body.word]).toEqual([409, 'proof-of-other-record']);
    expect(await files()).toBe(before);
  });

  test('by another company is a proof of its own record', async () => {
    const clientId = randomUUID();
    await add(scan({ clientId }));
    const [own] = (await stranger.call('GET', '/rooms/api/building')).body.data as { id: number }[];
    expect((await add(scan({ clientId }), { who: stranger, id: own?.id as number })).status).toBe(201);
  });
});

test('proofs of a record that the caller cannot see are not found', async () => {
  const { body } = await addFile({});
  for (const reply of [
    await add(scan(), { who: stranger }),
    await stranger.call('GET', path()),
    await stranger.call('GET', `${path()}/${body.data.id}/file`),
  ])
    expect([reply.status, reply.body.word]).toEqual([404, 'not-found']);
});

test('a file is found only under its own record', async () => {
  const [, other] = await buildings();
  const { body } = await addFile({});
  expect((await customer.call('GET', `${path(other)}/${body.data.id}/file`)).status).toBe(404);
});

test('proofs go with their record and take their files along, and those of other records stay', async () => {
  const added = async (subject: number) => {
    const { body } = await addFile({});
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
  const before = await files();
  await inSystem(app.kit.db, (tx) => sql`DELETE FROM test_walk WHERE id = 1`.execute(tx));
  const left = await rows('SELECT id FROM proof WHERE id = ANY ($1)', [[gone, stays]]);
  expect(left).toEqual([{ id: stays }]);
  expect(await files()).toBe(before - 1);
});

test('a proof is in the change log of the company', async () => {
  const { body } = await add(scan());
  const lines = await rows("SELECT company_id, action FROM change_log WHERE table_name = 'proof' AND row_id = $1", [
    String(body.data.id),
  ]);
  expect(lines).toEqual([{ company_id: company, action: 'insert' }]);
});
