import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import { sql } from 'kysely';
import type { Kit } from '../kit.ts';
import { type Db, inSystem } from '../postgres/database.ts';
import { anyOf } from '../postgres/values.ts';

/** An S3-compatible store: the address of the bucket in path style (`https://s3.example.com/bucket`). */
export type ObjectStoreSettings = { url: string; region: string; accessKeyId: string; secretAccessKey: string };

/** Stores bytes by key outside of the database. `stored_object` lists what it contains. */
export type ObjectStore = {
  /** Uploads bytes or a file; returns its key. */
  put(db: Db, content: { sha256: string; mediaType: string; from: { path: string } | Buffer }): Promise<string>;
  /** Returns the bytes from `first` to `last`, both inclusive. */
  read(key: string, first: number, last: number): Promise<Readable>;
  remove(key: string): Promise<void>;
};

const retries = 3;

export function openObjectStore({ url, ...credentials }: ObjectStoreSettings): ObjectStore {
  const client = new AwsClient({ ...credentials, service: 's3', retries });
  const ask = async (method: string, key: string, init: RequestInit, accepted: readonly number[]) => {
    const response = await client.fetch(`${url.replace(/\/+$/, '')}/${key}`, { method, ...init });
    if (accepted.includes(response.status)) return response;
    await response.body?.cancel();
    throw new Error(`the object store answered ${response.status} to ${method} ${key}`);
  };
  return {
    async put(db, { sha256, mediaType, from }) {
      const key = randomUUID();
      await inSystem(db, (tx) => tx.insertInto('storedObject').values({ key }).execute());
      const body = 'path' in from ? await openAsBlob(from.path) : new Blob([Uint8Array.from(from)]);
      await ask('PUT', key, { body, headers: { 'x-amz-content-sha256': sha256, 'content-type': mediaType } }, [200]);
      return key;
    },
    async read(key, first, last) {
      const { body } = await ask('GET', key, { headers: { range: `bytes=${first}-${last}` } }, [200, 206]);
      return Readable.from(body ?? [], { objectMode: false });
    },
    // A missing object counts as deleted.
    remove: async (key) => void (await ask('DELETE', key, {}, [200, 204, 404])),
  };
}

const atOnce = 100;

/**
 * Deletes the objects without a file: of deleted files and of rolled back transactions. A recent one may still wait for
 * its transaction. The row is deleted after the object, so that a crash leaves no unknown object.
 */
export async function removeUnreferencedObjects({ db, objects }: Pick<Kit, 'db' | 'objects'>): Promise<void> {
  if (!objects) return;
  const removeSome = () =>
    inSystem(db, async (tx) => {
      const found = await sql<{ key: string }>`
        SELECT o.key FROM stored_object o WHERE o.put_at < now() - interval '1 hour'
           AND NOT EXISTS (SELECT FROM stored_file f WHERE f.object_key = o.key) LIMIT ${atOnce} FOR UPDATE OF o SKIP LOCKED`.execute(
        tx,
      );
      const keys = found.rows.map(({ key }) => key);
      for (const key of keys) await objects.remove(key);
      await tx.deleteFrom('storedObject').where('key', '=', anyOf(keys)).execute();
      return keys.length;
    });
  while ((await removeSome()) === atOnce);
}
