import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blobOf, docm, docx, pdf, zipOf } from '#main/testing/test-files.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let customer: TestPerson;
let company: number;
let asset: number;

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  company = (await customer.call('GET', '/session')).body.data.company.id;
  asset = await newAsset();
});
afterAll(() => app.close());

const assets = () => `/company/${company}/asset`;
const newAsset = async () =>
  (await customer.call('POST', assets(), { body: { name: 'Documented pump', type: 'pump' } })).body.data.id as number;
const path = (id = asset) => `${assets()}/${id}/attachment`;
function formOf(bytes: string | Buffer, name: string): FormData {
  const form = new FormData();
  form.set('file', blobOf(bytes), name);
  return form;
}
const add = (bytes: string | Buffer, name: string, { id = asset, who = customer } = {}) =>
  who.call('POST', path(id), { body: formOf(bytes, name) });
const added = async (bytes: string | Buffer, name: string, id = asset) => (await add(bytes, name, { id })).body.data;
const fileOf = (id: number, headers: Record<string, string> = {}, who = customer) =>
  who.call('GET', `${path()}/${id}/file`, { headers });
const one = async (query: string, values: unknown[] = []) => (await app.kit.pool.query(query, values)).rows[0];

describe('a document of a record', () => {
  test('is added with its name, kind, size and author, and listed newest first', async () => {
    const reply = await add(pdf(), 'دليل المضخة.pdf');
    expect(reply.status).toBe(201);
    expect(reply.body.data).toMatchObject({
      name: 'دليل المضخة.pdf',
      mediaType: 'application/pdf',
      size: Buffer.byteLength(pdf()),
      person: { name: expect.any(String) },
    });
    const other = await added(docx(), 'Terms.docx');
    expect(other.mediaType).toBe('application/vnd.openxmlformats-officedocument.wordprocessingml.document');
    const listed = (await customer.call('GET', path())).body.data;
    expect(listed.map((row: { id: number }) => row.id)).toEqual([other.id, reply.body.data.id]);
  });

  test('is sent under its Arabic name, as something to keep that runs nothing', async () => {
    const { id } = await added(pdf(), 'فاتورة ٢٠٢٦.pdf');
    const { status, body, headers } = await fileOf(id);
    expect([status, body]).toEqual([200, pdf()]);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; .*filename\*=UTF-8''/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-length': String(Buffer.byteLength(pdf())),
    });
    const name = String(headers['content-disposition']).split("UTF-8''")[1] ?? '';
    expect(decodeURIComponent(name)).toBe('فاتورة ٢٠٢٦.pdf');
    expect((await fileOf(id, { 'if-none-match': String(headers.etag) })).status).toBe(304);
  });

  test('is sent as the requested range, across the boundaries of its pieces', async () => {
    const text = Array.from({ length: 100_000 }, (_, at) => `line ${at}\n`).join('');
    const { id, size } = await added(text, 'Log.txt');
    expect(size).toBe(text.length);
    expect((await fileOf(id)).body).toBe(text);
    const part = async (range: string) => {
      const { status, body, headers } = await fileOf(id, { range });
      return [status, body, headers['content-range']];
    };
    const border = 256 * 1024;
    expect(await part(`bytes=${border - 5}-${border + 4}`)).toEqual([
      206,
      text.slice(border - 5, border + 5),
      `bytes ${border - 5}-${border + 4}/${size}`,
    ]);
    expect((await part('bytes=-8'))[1]).toBe(text.slice(-8));
    expect((await part(`bytes=${size - 3}-`))[1]).toBe(text.slice(-3));
    expect((await part(`bytes=${size}-`)).slice(0, 1)).toEqual([416]);
  });

  test('is in the history of its record, and is deleted with it and its file', async () => {
    const id = await newAsset();
    const before = Number((await one('SELECT count(*) AS n FROM stored_file')).n);
    const { id: document } = await added(pdf(), 'Warranty.pdf', id);
    await added(pdf(), 'Invoice.pdf', id);
    expect((await customer.call('DELETE', `${path(id)}/${document}`)).status).toBe(204);
    const [gone, , brought] = (await customer.call('GET', `${assets()}/${id}/history`)).body.data;
    const change = { field: 'name', before: null, after: 'Warranty.pdf' };
    expect(brought).toMatchObject({ part: true, action: 'insert', changes: [change] });
    expect(gone.changes).toEqual([{ field: 'name', before: 'Warranty.pdf', after: null }]);
    expect((await customer.call('DELETE', `${assets()}/${id}`)).status).toBe(204);
    expect(Number((await one('SELECT count(*) AS n FROM stored_file')).n)).toBe(before);
    const orphans = await one(
      'SELECT count(*)::integer AS n FROM stored_file_piece p WHERE NOT EXISTS (SELECT FROM stored_file f WHERE f.id = p.file_id)',
    );
    expect(orphans.n).toBe(0);
  });

  test('is visible to people who see its record, and added and removed by people who may change it', async () => {
    const viewer = await app.signIn('viewer@rasid.test');
    const stranger = await app.signIn('other@rasid.test');
    const { id } = await added(pdf(), 'Manual.pdf');
    const hidden = await one("SELECT id FROM structure WHERE name = 'Corniche Villas'");
    const villa = await newAsset();
    await customer.call('PATCH', `${assets()}/${villa}`, { body: { structureId: hidden.id } });
    const { id: secret } = await added(pdf(), 'Keys.pdf', villa);
    expect((await viewer.call('GET', path(villa))).status).toBe(404);
    expect((await viewer.call('GET', `${path(villa)}/${secret}/file`)).status).toBe(404);
    expect((await add(pdf(), 'Mine.pdf', { who: viewer })).status).toBe(403);
    expect((await viewer.call('DELETE', `${path()}/${id}`)).status).toBe(403);
    expect((await fileOf(id, {}, stranger)).status).toBe(404);
    expect((await customer.call('GET', `${path(villa)}/${id}/file`)).status).toBe(404);
  });
});

describe('a file', () => {
  const refused = async (bytes: string | Buffer, name: string) => {
    const { status, body } = await add(bytes, name);
    return [status, body.errors ?? body.word];
  };
  const nul = Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0x3e, 0]);

  test.each([
    ['a page', '<!doctype html><script>1</script>', 'plan.txt', 'fileKindRefused'],
    ['a drawing', '\n <svg xmlns="http://www.w3.org/2000/svg"/>', 'plan.csv', 'fileKindRefused'],
    ['an archive', zipOf({ 'a.txt': 'a' }), 'photos.docx', 'fileKindRefused'],
    ['a program', nul, 'report.pdf', 'fileKindRefused'],
    ['bytes that are no text', Buffer.from([0x61, 0xff, 0xfe, 0x62]), 'note.txt', 'fileKindRefused'],
    ['a PDF that was cut off', pdf().slice(0, -20), 'plan.pdf', 'fileBroken'],
    ['a document with macros', docm(), 'plan.docx', 'fileHasMacros'],
    ['a document that hides macros', docx({ 'word/vbaProject.bin': 'x' }), 'plan.docx', 'fileHasMacros'],
    ['a document with encrypted parts', docx({}, { encrypted: 'word/document.xml' }), 'plan.docx', 'fileEncrypted'],
    [
      'an encrypted document',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2048)]),
      'plan.docx',
      'fileEncrypted',
    ],
  ])('%s is refused under its field, whatever its name', async (_what, bytes, name, msg) => {
    expect(await refused(bytes, name)).toEqual([418, [{ param: 'file', msg }]]);
  });

  test('above 25 MB is refused with the limit', async () => {
    const { status, body } = await add(Buffer.alloc(25 * 1024 * 1024 + 1, 'a'), 'large.txt');
    expect([status, body.word, body.detail]).toEqual([413, 'file-too-large', { megabytes: 25 }]);
  });

  test.each([
    ['../../etc/رسالة\u202Efdp.exe', pdf(), 'رسالة fdp.exe.pdf'],
    ['table.CSV', 'a,b\n1,2\n', 'table.csv'],
    ['.hidden', 'text', 'hidden.txt'],
  ])('called %s is kept under a name that is safe and ends as its bytes say', async (name, bytes, kept) => {
    expect((await added(bytes, name)).name).toBe(kept);
  });

  test('that is a picture is re-encoded', async () => {
    const jpeg = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c00' } })
      .jpeg()
      .toBuffer();
    const image = await added(Buffer.concat([jpeg, Buffer.from('<script>')]), 'Nameplate.jpg');
    expect(image).toMatchObject({ name: 'Nameplate.webp', mediaType: 'image/webp' });
    expect((await fileOf(image.id)).body).not.toContain('<script>');
  });
});

describe('the quota of a company', () => {
  test('uses up the storage of the company, and frees it when it is removed', async () => {
    const { bytes } = await one('SELECT bytes FROM file_use WHERE company_id = $1', [company]);
    const sum = await one('SELECT sum(size)::bigint AS n FROM stored_file WHERE company_id = $1', [company]);
    expect(Number(bytes)).toBe(Number(sum.n));
    app.kit.settings.fileQuota = { bytes: Number(bytes) + 1000, filesPerDay: 1000 };
    const kept = await added('a'.repeat(900), 'small.txt');
    const beyond = await add('a'.repeat(200), 'beyond.txt');
    expect([beyond.status, beyond.body.word]).toEqual([409, 'file-quota']);
    await customer.call('DELETE', `${path()}/${kept.id}`);
    expect((await add('a'.repeat(200), 'beyond.txt')).status).toBe(201);
    app.kit.settings.fileQuota = undefined;
  });

  test('counts the files of a day for each company separately', async () => {
    const { files } = await one('SELECT files FROM file_use WHERE company_id = $1', [company]);
    app.kit.settings.fileQuota = { bytes: 1e12, filesPerDay: files + 1 };
    expect((await add('a', 'last.txt')).status).toBe(201);
    const beyond = await add('a', 'one more.txt');
    expect([beyond.status, beyond.body.word, beyond.body.detail]).toEqual([429, 'files-today', { count: files + 1 }]);
    await app.kit.pool.query('UPDATE file_use SET day = current_date - 1 WHERE company_id = $1', [company]);
    expect((await add('a', 'next day.txt')).status).toBe(201);
    app.kit.settings.fileQuota = undefined;
  });

  test('bounds the documents of one record', async () => {
    const id = await newAsset();
    await app.kit.pool.query(
      `WITH files AS (INSERT INTO stored_file (company_id, media_type, sha256, size) SELECT $1, 'text/plain', '', 0 FROM generate_series(1, 50) RETURNING id)
       INSERT INTO asset_attachment (subject_id, company_id, name, file_id) SELECT $2, $1, 'n', id FROM files`,
      [company, id],
    );
    const beyond = await add('a', 'one more.txt', { id });
    expect([beyond.status, beyond.body.word]).toEqual([409, 'too-many-files']);
  });
});
