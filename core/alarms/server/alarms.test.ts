import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, type TestDevice, testDevice } from '#main/test-device.ts';
import { type Person, type Rasid, rasid } from '#main/testing.ts';

let app: Rasid;
let customer: Person;
let viewer: Person;
let other: Person;
let tank: TestDevice;

beforeAll(async () => {
  app = await rasid({ start: true });
  [customer, viewer, other] = await Promise.all(
    ['customer', 'viewer', 'other'].map((name) => app.signIn(`${name}@rasid.test`)) as [
      Promise<Person>,
      Promise<Person>,
      Promise<Person>,
    ],
  );
  tank = await testDevice(app, customer, 'solutionId=2');
});
afterAll(async () => {
  await tank.end();
  await app.close();
});

type Alarm = {
  id: number;
  kind: string;
  count: number;
  condition: string;
  disposition: string;
  acknowledged: boolean;
  actions: string[];
  events?: { action: string; text: string | null; actor: { name: string } | null }[];
};
const live = async (kind = 'operational', person = customer): Promise<Alarm[]> =>
  (await person.call('GET', `/swam/alarm/${kind}?deviceId=${tank.id}`)).body.data;
const history = async (kind = 'operational'): Promise<Alarm[]> =>
  (await customer.call('GET', `/swam/alarm/${kind}/history?deviceId=${tank.id}`)).body.data;
const act = (id: number, action: string, body: object = {}, kind = 'operational', person = customer) =>
  person.call('POST', `/swam/alarm/${kind}/${id}/${action}`, { body });

/** An open alarm of this device, freshly raised. */
async function raised(): Promise<Alarm> {
  for (const alarm of await live()) await act(alarm.id, 'terminate');
  await tank.publish({ level: 1 });
  await tank.publish({ level: 3.4 });
  const [alarm] = await live();
  return alarm as Alarm;
}

describe('raising', () => {
  test('an alarm stands in the list when the message is acknowledged', async () => {
    expect(await raised()).toMatchObject({
      kind: 'level-high',
      severity: 'problem',
      condition: 'active',
      acknowledged: false,
      disposition: 'open',
      count: 1,
      sensor: 'level',
      value: 3.4,
    });
  });

  test('a second hit raises its count and last-seen time, not a second alarm', async () => {
    const { id } = await raised();
    await tank.publish({ level: 3.6 });
    const alarms = await live();
    expect(alarms).toHaveLength(1);
    expect(alarms[0]).toMatchObject({ id, count: 2, value: 3.6 });
  });

  test('a repeated message is no second hit', async () => {
    await raised();
    const message = { ts: Date.now(), values: { level: 3.7 } };
    await tank.publish(message);
    await tank.publish(message);
    expect((await live())[0]?.count).toBe(2);
  });

  test('an operational alarm whose condition clears waits for a person', async () => {
    await raised();
    await tank.publish({ level: 2 });
    expect((await live())[0]).toMatchObject({ condition: 'cleared', disposition: 'open' });
  });

  test('a status alarm whose condition clears terminates itself', async () => {
    await tank.publish({ battery: 12 });
    expect(await live('status')).toMatchObject([{ kind: 'battery-low', severity: 'poor', condition: 'active' }]);
    await tank.publish({ battery: 23 });
    expect(await live('status')).toHaveLength(1);
    await tank.publish({ battery: 90 });
    expect(await live('status')).toEqual([]);
    expect((await history('status'))[0]).toMatchObject({
      kind: 'battery-low',
      condition: 'cleared',
      disposition: 'terminated',
    });
  });

  test('a device that is silent for three intervals is offline, and back with its next message', async () => {
    await tank.publish({ level: 1 });
    await app.kit.pool.query(
      "UPDATE device_state SET silent_until = now() - interval '1 second' WHERE device_id = $1",
      [tank.id],
    );
    await eventually(
      () => live('status'),
      (alarms) => alarms.some((alarm) => alarm.kind === 'offline'),
    );
    expect((await customer.call('GET', `/swam/device/${tank.id}`)).body.data.online).toBe(false);
    await eventually(
      async () => {
        await tank.publish({ level: 1.1 });
        return live('status');
      },
      (alarms) => alarms.length === 0,
    );
  });

  test('a duration is kept by the database: it raises when it is due, whoever looks', async () => {
    const riser = await testDevice(app, customer, 'solutionId=3');
    await riser.publish({ flow: 90 });
    const timer = await app.kit.pool.query('SELECT due_at - since AS wait FROM alarm_timer WHERE device_id = $1', [
      riser.id,
    ]);
    expect(timer.rows[0].wait).toMatchObject({ minutes: 2 });
    await app.kit.pool.query("UPDATE alarm_timer SET due_at = now() - interval '1 second' WHERE device_id = $1", [
      riser.id,
    ]);
    await eventually(
      async () => (await customer.call('GET', `/swam/alarm/operational?deviceId=${riser.id}`)).body.data as Alarm[],
      (alarms) => alarms[0]?.kind === 'flow-high',
    );
    await riser.publish({ flow: 20 });
    expect((await customer.call('GET', `/swam/alarm/operational?deviceId=${riser.id}`)).body.data[0].condition).toBe(
      'cleared',
    );
    await riser.end();
  });

  test('a no-data rule raises for a device that has said nothing for as long as it allows', async () => {
    await app.kit.pool.query(
      `INSERT INTO alarm_rule (company_id, app, class, kind, severity, device_id, trigger) SELECT company_id, app, 'operational', 'no-reading', 'poor', id, '{"type":"no-data","seconds":30}' FROM device WHERE id = $1`,
      [tank.id],
    );
    await app.kit.pool.query(
      "UPDATE device_state SET last_message_at = now() - interval '40 seconds' WHERE device_id = $1",
      [tank.id],
    );
    const alarms = await eventually(
      () => live(),
      (all) => all.some((alarm) => alarm.kind === 'no-reading'),
    ).catch(() => live());
    expect(alarms.map((alarm) => alarm.kind)).toContain('no-reading');
  }, 40_000);
});

describe('handling', () => {
  test('acknowledging is independent of the condition and happens once', async () => {
    const { id } = await raised();
    const done = await act(id, 'acknowledge', { comment: 'On my way' });
    expect(done.body.data).toMatchObject({
      acknowledged: true,
      condition: 'active',
      disposition: 'open',
      acknowledgedBy: { name: 'Mariam Al Suwaidi' },
    });
    const again = await act(id, 'acknowledge');
    expect([again.status, again.body.word]).toEqual([409, 'alarm-action-not-allowed']);
  });

  test('every step is in the timeline, with who and what they said', async () => {
    const { id } = await raised();
    await act(id, 'acknowledge');
    await act(id, 'comment', { comment: 'Valve closed' });
    const { body } = await act(id, 'terminate', { comment: 'Done' });
    expect(
      body.data.events.map((event: { action: string; text: string | null; actor: { name: string } | null }) => [
        event.action,
        event.text,
        event.actor?.name ?? null,
      ]),
    ).toEqual([
      ['raised', null, null],
      ['acknowledged', null, 'Mariam Al Suwaidi'],
      ['commented', 'Valve closed', 'Mariam Al Suwaidi'],
      ['terminated', 'Done', 'Mariam Al Suwaidi'],
    ]);
  });

  test('the timeline says whose person acted for whom, to those whose eyes the other company is hidden from', async () => {
    const { id } = await raised();
    const integrator = await app.signIn('integrator@rasid.test');
    const { company } = (await customer.call('GET', '/session')).body.data;
    const headers = { 'customer-id': String(company.id) };
    const done = await integrator.call('POST', `/swam/alarm/operational/${id}/acknowledge`, { body: {}, headers });
    expect(done.status).toBe(200);
    const { events } = (await customer.call('GET', `/swam/alarm/operational/${id}`)).body.data;
    expect(events.at(-1)).toMatchObject({
      action: 'acknowledged',
      actor: { name: 'Yousef Najm' },
      actedFor: { company: 'Najm Integration', client: company.name },
    });
    expect(events[0].actedFor).toBeNull();
  });

  test('the timeline cannot be changed, not even by the system', async () => {
    const refused = app.kit.pool
      .query('BEGIN; SET LOCAL ROLE rasid_all; UPDATE alarm_event SET text = null; COMMIT')
      .finally(() => app.kit.pool.query('ROLLBACK'));
    await expect(refused).rejects.toThrow(/permission denied/);
  });

  test.each(['terminate', 'reject'])(
    '%s closes it: it leaves the live list for the history and takes only comments',
    async (action) => {
      const { id } = await raised();
      await act(id, action, { comment: 'Test of the pump' });
      expect((await live()).map((alarm) => alarm.id)).not.toContain(id);
      expect((await history()).find((alarm) => alarm.id === id)).toMatchObject({
        disposition: action === 'reject' ? 'rejected' : 'terminated',
        actions: ['comment'],
      });
      expect((await act(id, 'acknowledge')).status).toBe(409);
      expect((await act(id, 'comment', { comment: 'Later note' })).status).toBe(201);
    },
  );

  test('a closed alarm whose condition holds is raised anew by the next hit', async () => {
    const { id } = await raised();
    await act(id, 'terminate');
    await tank.publish({ level: 3.9 });
    const [next] = await live();
    expect(next?.id).not.toBe(id);
    expect(next?.count).toBe(1);
  });

  test('escalating to a user names them, mails them in their language and stays open', async () => {
    const { id } = await raised();
    const people = await customer.call('GET', '/swam/alarm/operational/responders');
    const person = people.body.data.find((one: { name: string }) => one.name !== 'Mariam Al Suwaidi');
    const done = await act(id, 'escalate-user', { userId: person.id, comment: 'Please look' });
    expect(done.body.data).toMatchObject({ disposition: 'escalated', escalatedTo: { id: person.id } });
    expect((await live()).map((alarm) => alarm.id)).toContain(id);
    const mail = await app.kit.pool.query('SELECT subject, text FROM mail_outbox ORDER BY id DESC LIMIT 1');
    expect(mail.rows[0].text).toContain('Please look');
  });

  test('a person of another company cannot be escalated to', async () => {
    const { id } = await raised();
    const stranger = await app.kit.pool.query("SELECT id FROM users WHERE email = 'other@rasid.test'");
    const reply = await act(id, 'escalate-user', { userId: stranger.rows[0].id });
    expect([reply.status, reply.body.word]).toEqual([409, 'user-not-found']);
  });

  test('status alarms are neither rejected nor escalated', async () => {
    await tank.publish({ battery: 10 });
    const [alarm] = await live('status');
    expect(alarm?.actions).toEqual(['acknowledge', 'comment', 'terminate']);
    expect((await act(alarm?.id ?? 0, 'reject', { comment: 'x' }, 'status')).status).toBe(404);
    await tank.publish({ battery: 90 });
  });

  test('a comment must say something', async () => {
    const { id } = await raised();
    const reply = await act(id, 'comment', { comment: '  ' });
    expect([reply.status, reply.body.errors]).toEqual([418, [{ param: 'comment', msg: 'Required' }]]);
  });

  test('a viewer reads but does not handle; a foreign company does not even see it', async () => {
    const { id } = await raised();
    expect((await act(id, 'acknowledge', {}, 'operational', viewer)).status).toBe(403);
    expect((await act(id, 'acknowledge', {}, 'operational', other)).status).toBe(404);
    expect((await other.call('GET', `/swam/alarm/operational/${id}`)).status).toBe(404);
  });

  test('two people who acknowledge at once: one does, the other is told', async () => {
    const { id } = await raised();
    const replies = await Promise.all([act(id, 'acknowledge'), act(id, 'acknowledge')]);
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409]);
  });
});
