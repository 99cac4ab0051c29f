import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeUnreferencedObjects } from '#platform/server/object-store.ts';
import { blobOf, pdf } from './test-files.ts';
import { type Person, type Rasid, rasid } from './testing.ts';

let store: S3rver;
let app: Rasid;
let customer: Person;
let path: string;
const folder = mkdtempSync(join(tmpdir(), 'rasid-objects-'));

beforeAll(async () => {
  store = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'files', configs: [] }],
  });
  const { port } = await store.run();
  app = await rasid({
    objectStore: {
      url: `http://127.0.0.1:${port}/files/`,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
  });
  customer = await app.signIn('customer@rasid.test');
  const company = (await customer.call('GET', '/session')).body.data.company.id;
  const assets = `/company/${company}/asset`;
  const asset = (await customer.call('POST', assets, { body: { name: 'Pump', type: 'pump' } })).body.data.id;
  path = `${assets}/${asset}/attachment`;
});
afterAll(async () => {
  await app.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

const objects = () => readdirSync(join(folder, 'files')).filter((name) => name.endsWith('_object')).length;
const later = () => app.kit.pool.query("UPDATE stored_object SET put_at = put_at - interval '2 hours'");
const add = (bytes: string, name: string) => {
  const form = new FormData();
  form.set('file', blobOf(bytes), name);
  return customer.call('POST', path, { body: form });
};

test('a file lies in the object store alone, and is read from there, also in part', async () => {
  const text = 'line\n'.repeat(200_000);
  const { id } = (await add(text, 'log.txt')).body.data;
  expect(objects()).toBe(1);
  const pieces = await app.kit.pool.query(
    'SELECT FROM stored_file_piece p JOIN stored_file f ON f.id = p.file_id WHERE f.object_key IS NOT NULL',
  );
  expect(pieces.rowCount).toBe(0);
  expect((await customer.call('GET', `${path}/${id}/file`)).body).toBe(text);
  const part = await customer.call('GET', `${path}/${id}/file`, { headers: { range: 'bytes=5-14' } });
  expect([part.status, part.body]).toEqual([206, 'line\nline\n']);
});

test('an object goes after the commit that removed its file, and not before', async () => {
  const before = objects();
  const { id } = (await add(pdf(), 'gone.pdf')).body.data;
  await later();
  await removeUnreferencedObjects(app.kit);
  expect(objects()).toBe(before + 1);
  await customer.call('DELETE', `${path}/${id}`);
  expect(objects()).toBe(before + 1);
  await removeUnreferencedObjects(app.kit);
  expect(objects()).toBe(before);
});

test('an object whose transaction was rolled back is removed once it is old, also after a crash between its object and its row', async () => {
  const before = objects();
  const { bytes } = (await app.kit.pool.query('SELECT max(bytes) AS bytes FROM file_use')).rows[0];
  app.kit.settings.fileQuota = { bytes: Number(bytes), filesPerDay: 1000 };
  expect((await add(pdf(), 'beyond.pdf')).body.word).toBe('file-quota');
  app.kit.settings.fileQuota = undefined;
  expect(objects()).toBe(before + 1);
  await removeUnreferencedObjects(app.kit);
  expect(objects()).toBe(before + 1);
  await later();
  const [{ key }] = (
    await app.kit.pool.query(
      'SELECT key FROM stored_object o WHERE NOT EXISTS (SELECT FROM stored_file f WHERE f.object_key = o.key)',
    )
  ).rows;
  await app.kit.objects?.remove(key);
  await removeUnreferencedObjects(app.kit);
  expect(objects()).toBe(before);
  expect((await app.kit.pool.query('SELECT FROM stored_object WHERE key = $1', [key])).rowCount).toBe(0);
});
