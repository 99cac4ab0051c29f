import { beforeAll, expect, test } from 'vitest';
import { act, app, companies, force, people, withParties } from '#main/testing/test-alarms.ts';
import type { TestPerson } from '#main/testing.ts';

withParties();

let responder: TestPerson;
let responderId: number;
const escalate = (id: number, to: number | null) =>
  app.kit.pool.query("UPDATE alarm SET escalated_to = $2, disposition = 'escalated' WHERE id = $1", [id, to]);

beforeAll(async () => {
  const { rows } = await app.kit.pool.query("SELECT id FROM users WHERE email = 'operator@rasid.test'");
  responderId = rows[0].id;
  await app.kit.pool.query(
    "INSERT INTO user_app_role (user_id, company_id, app_id, role) VALUES ($1, $2, 'rooms', 'guard')",
    [responderId, companies.owner],
  );
  await app.kit.pool.query(
    `WITH g AS (INSERT INTO permission_group (company_id, app_id, name) VALUES ($1, 'rooms', 'All') RETURNING id, company_id),
          m AS (INSERT INTO permission_group_member SELECT id, $2, company_id FROM g),
          r AS (INSERT INTO permission_group_resource SELECT id, '*', company_id FROM g)
     INSERT INTO permission_group_grant SELECT id, 'access-alarm', '{read,acknowledge,comment}', company_id FROM g`,
    [companies.owner, responderId],
  );
  responder = await app.signIn('operator@rasid.test');
});

test('a person with the role sees and handles the alarms that were escalated to them, and no others', async () => {
  const [own, others] = [await force(1), await force(2)];
  await escalate(own, responderId);
  await escalate(others, people.owner);
  const list = async (path: string) =>
    (await responder.call('GET', path)).body.data.map(({ id }: { id: number }) => id);
  for (const path of ['/rooms/api/alarm', '/alarm', '/alarm/unacknowledged', '/overview/alarm'])
    expect(await list(path)).toEqual([own]);
  const status = async (id: number) => (await responder.call('GET', `/rooms/api/alarm/${id}`)).status;
  expect([await status(own), await status(others)]).toEqual([200, 404]);
  expect((await act(responder, others, 'acknowledge')).status).toBe(404);
  const bulk = await responder.call('POST', '/alarm/acknowledge', { body: { ids: [own, others] } });
  expect(bulk.body.data.map(({ refused }: { refused: string | null }) => refused)).toEqual([null, 'not-found']);
});

test('their pages get live events of these alarms only', async () => {
  const events: number[] = [];
  const stop = app.kit.live.subscribe('alarms', ({ data }) => {
    const { escalatedTo } = data as { escalatedTo: number | null };
    if (escalatedTo !== null) events.push(escalatedTo);
  });
  const id = await force(3);
  await escalate(id, responderId);
  await act(responder, id, 'acknowledge');
  stop();
  // The event names the person for whom it is.
  expect(events).toEqual([responderId]);
});

test('everybody else sees all alarms that they may read', async () => {
  const id = await force(4);
  await app.kit.pool.query('DELETE FROM user_app_role WHERE user_id = $1', [responderId]);
  const colleague = await app.signIn('operator@rasid.test');
  expect((await colleague.call('GET', `/rooms/api/alarm/${id}`)).status).toBe(200);
});
