import { expect, test } from 'vitest';
import {
  act,
  app,
  asSystem,
  companies,
  force,
  hq,
  monitor,
  owner,
  people,
  read,
  withParties,
} from '#main/testing/test-alarms.ts';
import type { TestPerson } from '#main/testing.ts';
import { endParty } from '../parties/end-parties.ts';

withParties();

const pdf = (text = 'Isolation') => `%PDF-1.4\n% ${text}\n%%EOF\n`;
type Sent = { comment?: string; mark?: string; audience?: string; files?: readonly string[] };
function form({ comment = 'See the picture', mark, audience, files = [pdf()] }: Sent = {}): FormData {
  const body = new FormData();
  body.set('comment', comment);
  if (mark) body.set('mark', mark);
  if (audience) body.set('audience', audience);
  for (const [at, file] of files.entries()) body.append('files', new Blob([file]), `door ${at}.pdf`);
  return body;
}
const send = (person: TestPerson, id: number, body: FormData | object, key?: string) =>
  person.call('POST', `/rooms/api/alarm/${id}/comment`, {
    body,
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  });
const file = (person: TestPerson, id: number, fileId: number, path = '/rooms/api/alarm') =>
  person.call('GET', `${path}/${id}/file/${fileId}`);

test('a comment takes files and a mark, also when the alarm is closed', async () => {
  const id = await force(1);
  await act(owner, id, 'terminate');
  const sent = await send(owner, id, form({ mark: 'on-site', files: [pdf('one'), pdf('two')] }));
  expect(sent.status).toBe(201);
  const event = sent.body.data.events.at(-1);
  expect(event).toMatchObject({
    action: 'commented',
    text: 'See the picture',
    data: { mark: 'on-site' },
    files: [{ name: 'door 0.pdf', mediaType: 'application/pdf' }, { name: 'door 1.pdf' }],
  });
  for (const path of ['/rooms/api/alarm', '/alarm'])
    expect((await file(owner, id, event.files[0].id, path)).status).toBe(200);
  const [raised] = sent.body.data.events;
  expect(raised.files).toEqual([]);
});

test('a comment without files is JSON as before, and its mark is one of the class', async () => {
  const id = await force(2);
  const sent = await send(owner, id, { comment: 'Nothing to see', mark: 'all-clear' });
  expect(sent.body.data.events.at(-1)).toMatchObject({
    text: 'Nothing to see',
    data: { mark: 'all-clear' },
    files: [],
  });
  const refused = await send(owner, id, { comment: 'Nothing to see', mark: 'gone' });
  expect([refused.status, refused.body.errors]).toEqual([418, [{ param: 'mark', msg: 'invalid' }]]);
  expect((await send(owner, id, form({ files: ['no pdf at all'] }))).status).toBe(418);
  expect((await send(owner, id, form({ files: Array.from({ length: 6 }, () => pdf()) }))).status).toBe(413);
});

test('a repeated form gets the first reply; another one with the same key is refused', async () => {
  const id = await force(3);
  const first = await send(owner, id, form(), 'form-3');
  const again = await send(owner, id, form(), 'form-3');
  expect([again.status, again.body]).toEqual([first.status, first.body]);
  for (const other of [form({ comment: 'Another one' }), form({ files: [pdf('another')] })]) {
    const refused = await send(owner, id, other, 'form-3');
    expect([refused.status, refused.body.word]).toEqual([409, 'idempotency-key-reused']);
  }
  expect(
    (await read(owner, id)).events.filter(({ action }: { action: string }) => action === 'commented'),
  ).toHaveLength(1);
});

test('the companies of an alarm see the files of each other, and nobody else does', async () => {
  const id = await force(4, { parties: ['hq'] });
  const sent = await send(hq, id, form());
  const fileId = sent.body.data.events.at(-1).files[0].id;
  expect((await file(owner, id, fileId)).status).toBe(200);
  expect((await file(hq, id, fileId)).status).toBe(200);
  expect((await file(monitor, id, fileId)).status).toBe(404);
  const other = await force(5);
  expect((await file(owner, other, fileId)).status).toBe(404);
  await asSystem((context) => endParty(context, [id], companies.hq, { reason: 'quiet', readsOn: false }));
  expect((await file(hq, id, fileId)).status).toBe(404);
});

test('a colleague of another site gets no file', async () => {
  const id = await force(6);
  const fileId = (await send(owner, id, form())).body.data.events.at(-1).files[0].id;
  await app.kit.pool.query("UPDATE users SET role = 'Operator' WHERE id = $1", [people.owner]);
  const colleague = await app.signIn('customer@rasid.test');
  expect((await file(colleague, id, fileId)).status).toBe(403);
  await app.kit.pool.query(
    `WITH g AS (INSERT INTO permission_group (company_id, app_id, name) VALUES ($1, 'rooms', 'Site') RETURNING id, company_id),
          m AS (INSERT INTO permission_group_member SELECT id, $2, company_id FROM g),
          r AS (INSERT INTO permission_group_resource SELECT id, '999999', company_id FROM g)
     INSERT INTO permission_group_grant SELECT id, 'access-alarm', '{read}', company_id FROM g`,
    [companies.owner, people.owner],
  );
  expect((await file(await app.signIn('customer@rasid.test'), id, fileId)).status).toBe(404);
  await app.kit.pool.query("UPDATE users SET role = 'Admin' WHERE id = $1", [people.owner]);
});

test('files count for the quota of the owner, and go with the alarm', async () => {
  const id = await force(7);
  const files = async () =>
    (await app.kit.pool.query('SELECT company_id FROM stored_file ORDER BY id DESC')).rows as { company_id: number }[];
  const before = (await files()).length;
  await send(hq, id, form());
  expect((await files())[0]?.company_id).toBe(companies.owner);
  await app.kit.pool.query('DELETE FROM alarm WHERE id = $1', [id]);
  expect(await files()).toHaveLength(before);
});

test('an internal comment and its files are read by the company of its author alone, in the timeline and in the overview', async () => {
  const id = await force(8);
  const sent = await send(monitor, id, form({ comment: 'Our guard knows the house', audience: 'company' }));
  const event = sent.body.data.events.at(-1);
  expect(event).toMatchObject({ text: 'Our guard knows the house', internal: true });
  await send(owner, id, { comment: 'We are on holiday', audience: 'company' });
  const comments = async (person: TestPerson) =>
    (await read(person, id)).events.flatMap(({ text }: { text: string | null }) => text ?? []);
  expect([await comments(owner), await comments(monitor), await comments(hq)]).toEqual([
    ['We are on holiday'],
    ['Our guard knows the house'],
    [],
  ]);
  expect((await file(monitor, id, event.files[0].id)).status).toBe(200);
  for (const other of [owner, hq]) expect((await file(other, id, event.files[0].id)).status).toBe(404);
  const newest = async (person: TestPerson) =>
    (await person.call('GET', '/overview/alarm-event?limit=100')).body.data.filter(
      (row: { action: string; alarm: { id: number } }) => row.action === 'commented' && row.alarm.id === id,
    ).length;
  expect([await newest(owner), await newest(monitor), await newest(hq)]).toEqual([1, 1, 0]);
});
