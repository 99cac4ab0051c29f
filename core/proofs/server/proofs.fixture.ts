import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { blobOf } from '#main/testing/test-files.ts';
import { rasid, type TestPerson } from '#main/testing.ts';

type Fields = Record<string, unknown>;
type Sending = { id?: number; who?: TestPerson; headers?: Record<string, string> };

export const scan = (more: Fields = {}) => ({
  clientId: randomUUID(),
  kind: 'scan',
  data: { code: 'TRAP-12' },
  ...more,
});
export const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** Two buildings of a company whose inspections are proved through the fixture app. */
export async function buildingsWithProofs() {
  const app = await rasid();
  const customer = await app.signIn('customer@rasid.test');
  const stranger = await app.signIn('other@rasid.test');
  const company: number = (await customer.call('GET', '/session')).body.data.company.id;
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  const [building, other] = ((await customer.call('GET', '/rooms/api/building')).body.data as { id: number }[]).map(
    ({ id }) => id,
  );
  if (!building || !other) throw new Error('the demo has too few structures');

  const path = (id: number = building) => `/rooms/api/building/${id}/proof`;
  const add = (body: Fields | FormData, { id = building, who = customer, headers = {} }: Sending = {}) =>
    who.call('POST', path(id), { body, headers });
  /** Sends the fields as a browser sends a body with a file. */
  function addFile(fields: Fields, bytes: Buffer | string = photo, sending: Sending = {}) {
    const form = new FormData();
    for (const [name, value] of Object.entries({ clientId: randomUUID(), kind: 'photo', ...fields }))
      form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
    form.set('file', blobOf(bytes), 'photo.jpg');
    return add(form, sending);
  }
  const rows = async (query: string, values: unknown[] = []) => (await app.kit.pool.query(query, values)).rows;
  const countFiles = async () => Number((await rows('SELECT count(*) AS n FROM stored_file'))[0]?.n);
  return { app, customer, stranger, company, building, other, photo, path, add, addFile, rows, countFiles };
}
