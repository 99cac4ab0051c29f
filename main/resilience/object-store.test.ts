import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyFile } from '#platform/server/files/copy-file.ts';
import { openObjectStore, removeUnreferencedObjects } from '#platform/server/files/object-store.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { blobOf, pdf } from '../testing/test-files.ts';
import { type TestObjectStore, testObjectStore } from '../testing/test-object-store.ts';
import { type Rasid, rasid, type TestPerson } from '../testing.ts';

let store: TestObjectStore;
let app: Rasid;
let customer: TestPerson;
let path: string;

beforeAll(async () => {
  store = await testObjectStore();
  app = await rasid({ objectStore: store.settings });
  customer = await app.signIn('customer@rasid.test');
  const company = (await customer.call('GET', '/session')).body.data.company.id;
  const assets = `/company/${company}/asset`;
  const asset = (await customer.call('POST', assets, { body: { name: 'Pump', type: 'pump' } })).body.data.id;
  path = `${assets}/${asset}/attachment`;
});
afterAll(async () => {
  await app.close();
  await store.close();
});

const objects = () => store.objects.size;
const later = () => app.kit.pool.query("UPDATE stored_object SET put_at = put_at - interval '2 hours'");
const add = (bytes: string, name: string) => {
  const form = new FormData();
  form.set('file', blobOf(bytes), name);
  return customer.call('POST', path, { body: form });
};

test('a file is stored in the object store only and read from there, also by range', async () => {
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

test('an object is removed after the commit that deletes its file, not before', async () => {
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

test('the object of a file that was copied is removed with the last of both', async () => {
  const before = objects();
  const { id } = (await add('copied\n', 'plan.txt')).body.data;
  const { rows } = await app.kit.pool.query('SELECT max(id) AS id FROM stored_file');
  const copy = await inSystem(app.kit.db, (tx) => copyFile(tx, rows[0].id));
  expect(objects()).toBe(before + 1);
  await later();
  await customer.call('DELETE', `${path}/${id}`);
  await removeUnreferencedObjects(app.kit);
  expect(objects()).toBe(before + 1);
  await app.kit.pool.query('DELETE FROM stored_file WHERE id = $1', [copy]);
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

test('the store refuses a request that is signed with another secret', async () => {
  const other = openObjectStore({ ...store.settings, secretAccessKey: 'another' });
  const before = objects();
  const file = {
    sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    mediaType: 'text/plain',
    from: Buffer.of(),
  };
  await expect(other.put(app.kit.db, file)).rejects.toThrow('the object store answered 403');
  expect(objects()).toBe(before);
});
