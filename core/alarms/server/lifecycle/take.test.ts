import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let customer: TestPerson;
/** Somebody of the provider, who acts for the company. */
let integrator: TestPerson;
let headers: Record<string, string>;
let structureId: number;
beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  integrator = await app.signIn('integrator@rasid.test');
  const { company } = (await customer.call('GET', '/session')).body.data;
  headers = { 'customer-id': String(company.id) };
  structureId = (await customer.call('GET', '/sample/device?limit=1')).body.data[0].structure.id;
});
afterAll(() => app.close());

const [mariam, yousef] = ['Mariam Al Suwaidi', 'Yousef Najm'];
const force = async (id: number): Promise<number> =>
  (await customer.call('POST', '/rooms/api/room/force', { body: { id, name: `Room ${id}`, structureId } })).body.data
    .alarm;
const act = (id: number, action: string) => customer.call('POST', `/rooms/api/alarm/${id}/${action}`, { body: {} });
const actAsProvider = (id: number, action: string) =>
  integrator.call('POST', `/rooms/api/alarm/${id}/${action}`, { body: {}, headers });
const read = async (id: number) => (await customer.call('GET', `/rooms/api/alarm/${id}`)).body.data;

test('of two people who acknowledge the same alarms at once, each alarm has one winner, whom the loser learns', async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, (_, at) => force(100 + at)));
  const replies = await Promise.all(
    ids.flatMap((id) =>
      [act(id, 'acknowledge'), actAsProvider(id, 'acknowledge')].map(async (reply) => ({ id, reply: await reply })),
    ),
  );
  for (const id of ids) {
    const [won, lost] = replies
      .filter((one) => one.id === id)
      .map(({ reply }) => reply)
      .toSorted((a, b) => a.status - b.status);
    expect([won?.status, lost?.status, lost?.body.word]).toEqual([200, 409, 'already-taken']);
    const winner = won?.body.data.acknowledgedBy.name;
    expect([mariam, yousef]).toContain(winner);
    expect(lost?.body.detail).toMatchObject({ by: winner, at: expect.stringMatching(/^20/) });
  }
});

test('several alarms that somebody else has acknowledged are refused with the name, the own ones without', async () => {
  const [own, taken, free] = [await force(1), await force(2), await force(3)];
  await act(own, 'acknowledge');
  await actAsProvider(taken, 'acknowledge');
  const body = { ids: [own, taken, free] };
  const reply = await customer.call('POST', '/rooms/api/alarm/acknowledge', { body });
  expect(reply.body.data).toEqual([
    { id: own, refused: 'alarm-action-not-allowed' },
    { id: taken, refused: 'already-taken', taken: { by: yousef, at: expect.any(String) } },
    { id: free, refused: null },
  ]);
});

test('an action on an alarm that somebody else has closed names that person', async () => {
  const id = await force(4);
  expect((await actAsProvider(id, 'terminate')).status).toBe(200);
  const reply = await act(id, 'acknowledge');
  expect([reply.status, reply.body.word, reply.body.detail.by]).toEqual([409, 'already-taken', yousef]);
});

test('an alarm that was closed under an event of its own names the person as well', async () => {
  const id = await force(6);
  expect((await actAsProvider(id, 'stand-down')).status).toBe(200);
  const reply = await act(id, 'acknowledge');
  expect([reply.status, reply.body.word, reply.body.detail.by]).toEqual([409, 'already-taken', yousef]);
});

test('alarms whose class asks for more than the comment are not acknowledged together', async () => {
  const id = await force(7);
  const { rows } = await app.kit.pool.query(
    `INSERT INTO alarm (company_id, app, class, kind, severity, subject_type, subject_id, subject_name, structure_id, first_at, last_at)
     SELECT company_id, 'rooms', 'watch', 'offline', 'poor', 'room', 7, 'Room 7', structure_id, now(), now() FROM alarm WHERE id = $1 RETURNING id`,
    [id],
  );
  const watched = rows[0].id;
  const together = async (comment?: string) =>
    (
      await customer.call('POST', '/alarm/acknowledge', {
        body: { ids: [id, watched], ...(comment ? { comment } : {}) },
      })
    ).body.data;
  expect(await together()).toEqual([
    { id, refused: null },
    { id: watched, refused: 'alarm-form-needed' },
  ]);
  expect((await together('Battery changed'))[1]).toEqual({ id: watched, refused: null });
});

test('a person takes over an acknowledged alarm of somebody else, and the timeline names both', async () => {
  const id = await force(5);
  expect((await act(id, 'take-over')).body.word).toBe('alarm-action-not-allowed');
  await actAsProvider(id, 'acknowledge');
  expect((await read(id)).actions).toContain('take-over');
  const reply = await act(id, 'take-over');
  expect(reply.body.data).toMatchObject({ acknowledgedBy: { name: mariam } });
  expect(reply.body.data.events.at(-1)).toMatchObject({
    action: 'taken-over',
    actor: { name: mariam },
    data: { from: { name: yousef } },
  });
  expect((await act(id, 'take-over')).status).toBe(409);
  expect((await read(id)).actions).not.toContain('take-over');
});
