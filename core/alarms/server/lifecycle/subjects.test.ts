import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let customer: TestPerson;
let viewer: TestPerson;
let other: TestPerson;
let structureId: number;

beforeAll(async () => {
  app = await rasid({ start: true });
  [customer, viewer, other] = await Promise.all([
    app.signIn('customer@rasid.test'),
    app.signIn('viewer@rasid.test'),
    app.signIn('other@rasid.test'),
  ]);
  structureId = (await customer.call('GET', '/sample/device?limit=1')).body.data[0].structure.id;
});
afterAll(() => app.close());

const force = async (id: number, name = `Room ${id}`, person = customer) =>
  (await person.call('POST', '/rooms/api/room/force', { body: { id, name, structureId } })).body.data.alarm as number;
const read = async (id: number) => (await customer.call('GET', `/rooms/api/alarm/${id}`)).body.data;

test('an alarm about a room has the room as its subject, without a device', async () => {
  const id = await force(1);
  expect(await read(id)).toMatchObject({
    class: 'access',
    kind: 'forced-door',
    subject: { type: 'room', id: 1, name: 'Room 1' },
    device: null,
    structure: { id: structureId },
    actions: ['acknowledge', 'comment', 'terminate', 'stand-down', 'call-guard'],
    events: [{ action: 'raised' }],
  });
});

test('a second alarm of the same kind and room increases the count of the open one', async () => {
  const [first, second] = [await force(2), await force(2)];
  expect(second).toBe(first);
  expect(await read(first)).toMatchObject({ count: 2 });
  expect(await force(3)).not.toBe(first);
});

test('an alarm about a room is cleared by its condition and terminated by a person', async () => {
  const id = await force(4);
  await customer.call('POST', '/rooms/api/room/close', { body: { id: 4, name: 'Room 4', structureId } });
  expect(await read(id)).toMatchObject({ condition: 'cleared', disposition: 'open' });
  expect((await customer.call('POST', `/rooms/api/alarm/${id}/terminate`, { body: {} })).body.data.disposition).toBe(
    'terminated',
  );
});

test('an action of the app requires its own ability and is recorded in the timeline', async () => {
  const id = await force(5);
  const body = { comment: 'Send somebody', station: 'north' };
  expect((await viewer.call('POST', `/rooms/api/alarm/${id}/call-guard`, { body })).status).toBe(403);
  const done = await customer.call('POST', `/rooms/api/alarm/${id}/call-guard`, { body });
  expect(done.body.data).toMatchObject({ disposition: 'escalated' });
  expect(done.body.data.events.at(-1)).toMatchObject({
    action: 'guard-called',
    text: 'Send somebody',
    data: { station: 'north' },
  });
});

test('an action states only what its class declares', async () => {
  const id = await force(20);
  const call = (body: object) => customer.call('POST', `/rooms/api/alarm/${id}/call-guard`, { body });
  for (const body of [{}, { station: 'west' }, { station: 'north', wing: 2 }])
    expect((await call(body)).status).toBe(418);
  expect((await read(id)).events.map(({ action }: { action: string }) => action)).toEqual(['raised']);
});

test('an outcome may need a comment', async () => {
  const id = await force(23);
  const close = (body: object) =>
    customer.call('POST', `/rooms/api/alarm/${id}/terminate`, { body: { verdict: 'theft', ...body } });
  for (const body of [{}, { comment: ' ' }]) {
    const { status, body: answer } = await close(body);
    expect([status, answer.errors]).toEqual([418, [{ param: 'comment', msg: 'Required' }]]);
  }
  expect((await close({ comment: 'A laptop is gone' })).body.data).toMatchObject({ outcome: { verdict: 'theft' } });
});

test('the outcome that the closing action states is stored, listed and found', async () => {
  const [genuine, drill] = [await force(21), await force(22)];
  const close = (id: number, verdict: string) =>
    customer.call('POST', `/rooms/api/alarm/${id}/terminate`, { body: { verdict } });
  expect((await close(genuine, 'unsure')).status).toBe(418);
  const closed = await close(genuine, 'genuine');
  expect(closed.body.data).toMatchObject({ disposition: 'terminated', outcome: { verdict: 'genuine' } });
  expect(closed.body.data.events.at(-1)).toMatchObject({ action: 'terminated', data: { verdict: 'genuine' } });
  await close(drill, 'test');
  for (const path of ['/rooms/api/alarm/history', '/alarm/history']) {
    const found = await customer.call('GET', `${path}?outcome=verdict:genuine`);
    expect(found.body.data).toMatchObject([{ id: genuine, outcome: { verdict: 'genuine' } }]);
    expect((await customer.call('GET', `${path}?outcome=verdict`)).body.data).toEqual([]);
  }
});

test('an outcome of numbers and truth values is found as well', async () => {
  const id = await force(23);
  const body = { visits: 2, checked: true };
  const closed = await customer.call('POST', `/rooms/api/alarm/${id}/stand-down`, { body });
  expect(closed.body.data).toMatchObject({ disposition: 'rejected', outcome: body });
  const found = async (outcome: string) =>
    (await customer.call('GET', `/rooms/api/alarm/history?outcome=${outcome}`)).body.data.map(
      (alarm: { id: number }) => alarm.id,
    );
  expect([await found('visits:2'), await found('checked:true')]).toEqual([[id], [id]]);
  expect([await found('visits:3'), await found('checked:false'), await found('visits:')]).toEqual([[], [], []]);
});

test('an action that the class does not have is not found', async () => {
  const id = await force(6);
  const reply = await customer.call('POST', `/rooms/api/alarm/${id}/reject`, { body: { comment: 'x' } });
  expect(reply.status).toBe(404);
});

test('another company with the app can neither read nor acknowledge the alarm', async () => {
  const id = await force(7);
  expect((await other.call('GET', `/rooms/api/alarm/${id}`)).status).toBe(404);
  expect((await other.call('POST', `/rooms/api/alarm/${id}/acknowledge`, { body: {} })).status).toBe(404);
  const many = await other.call('POST', '/rooms/api/alarm/acknowledge', { body: { ids: [id] } });
  expect(many.body.data).toEqual([{ id, refused: 'not-found' }]);
  expect((await read(id)).acknowledged).toBe(false);
});

test('several alarms are acknowledged in one call, each with its own result', async () => {
  const [first, second] = [await force(8), await force(9)];
  await customer.call('POST', `/rooms/api/alarm/${first}/acknowledge`, { body: {} });
  const reply = await customer.call('POST', '/rooms/api/alarm/acknowledge', {
    body: { ids: [first, second, 999_999] },
  });
  expect(reply.body.data).toEqual([
    { id: first, refused: 'alarm-action-not-allowed' },
    { id: second, refused: null },
    { id: 999_999, refused: 'not-found' },
  ]);
  expect((await read(second)).events.at(-1)).toMatchObject({
    action: 'acknowledged',
    actor: { name: 'Mariam Al Suwaidi' },
  });
});

test('the bell lists alarms about rooms with their subject', async () => {
  const id = await force(10);
  const bell = await customer.call('GET', '/alarm/unacknowledged?limit=100');
  expect(bell.body.data.find((alarm: { id: number }) => alarm.id === id)).toMatchObject({
    app: 'rooms',
    subject: { name: 'Room 10' },
  });
});

test('a search finds alarms by the name of the room', async () => {
  const id = await force(11, 'Boiler room');
  const reply = await customer.call('GET', '/rooms/api/alarm?search=boiler');
  expect(reply.body.data.map((alarm: { id: number }) => alarm.id)).toEqual([id]);
});

test('the mail about an alarm names the room and links to the page of the manifest', async () => {
  const { id: user } = (await customer.call('GET', '/session')).body.data.session.user;
  await app.kit.pool.query(
    `WITH made AS (INSERT INTO notification_group (company_id, app_id, name, notifications)
       SELECT company_id, 'rooms', 'Guards', '{"access": {"email": ["forced-door"]}}' FROM users WHERE id = $1 RETURNING id, company_id),
     member AS (INSERT INTO notification_group_member (group_id, company_id, user_id) SELECT id, company_id, $1 FROM made)
     INSERT INTO notification_group_resource (group_id, company_id, resource) SELECT id, company_id, '*' FROM made`,
    [user],
  );
  const id = await force(12, 'Vault');
  const mail = await eventually(
    async () =>
      (await app.kit.pool.query("SELECT subject, text FROM mail_outbox WHERE subject LIKE '%Vault%'")).rows[0] as
        | { subject: string; text: string }
        | undefined,
    Boolean,
  );
  expect(mail?.subject).toContain('\u2068Forced door\u2069 – \u2068Vault\u2069');
  expect(mail?.text).toContain(`http://localhost/rooms/alarms/live?alarm=${id}`);
});

test('a notification group with a class of another app is refused', async () => {
  const reply = await customer.call('POST', '/sample/notifications-group', {
    body: { name: 'Wrong', notifications: { access: { email: ['forced-door'] } } },
  });
  expect(reply.status).toBe(418);
  expect(reply.body.errors).toContainEqual({ param: 'notifications.access.email.forced-door', msg: 'invalid' });
});
