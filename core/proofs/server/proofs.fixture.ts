import { randomUUID } from 'node:crypto';
import sharp from 'sharp';

type Fields = Record<string, unknown>;
type Options = { body?: unknown; headers?: Record<string, string> };
type Caller<Reply> = { call(method: 'GET' | 'POST', path: string, options?: Options): Promise<Reply> };

export const scan = (more: Fields = {}) => ({
  clientId: randomUUID(),
  kind: 'scan',
  data: { code: 'TRAP-12' },
  ...more,
});

/** A JPEG of 40 by 30 pixels. */
export const photo: Buffer = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
  .jpeg()
  .toBuffer();

/** The proofs of a building of the fixture app, as a person reads and adds them. */
export function proofsAs<Reply>(person: Caller<Reply>, building: number) {
  const path = `/rooms/api/building/${building}/proof`;
  const add = (body: Fields | FormData, headers: Record<string, string> = {}) =>
    person.call('POST', path, { body, headers });
  return {
    list: () => person.call('GET', path),
    file: (id: number) => person.call('GET', `${path}/${id}/file`),
    add,
    /** Sends the fields as a browser sends a body with a file. */
    addFile(fields: Fields = {}, bytes: Buffer | string = photo, headers: Record<string, string> = {}) {
      const form = new FormData();
      for (const [name, value] of Object.entries({ clientId: randomUUID(), kind: 'photo', ...fields }))
        form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
      form.set('file', new Blob([Uint8Array.from(Buffer.from(bytes))]), 'photo.jpg');
      return add(form, headers);
    },
  };
}
