import { describe, expect, test } from 'vitest';
import {
  act,
  app,
  customer,
  history,
  live,
  other,
  raiseTankAlarm,
  tank,
  viewer,
  withTank,
} from '#main/testing/test-tank.ts';

withTank();

describe('handling alarms', () => {
  test('an alarm can be acknowledged once, independently of its condition', async () => {
    const { id } = await raiseTankAlarm();
    const reply = await act(id, 'acknowledge', { comment: 'On my way' });
    expect(reply.body.data).toMatchObject({
      acknowledged: true,
      condition: 'active',
      disposition: 'open',
      acknowledgedBy: { name: 'Mariam Al Suwaidi' },
    });
    const again = await act(id, 'acknowledge');
    expect([again.status, again.body.word]).toEqual([409, 'alarm-action-not-allowed']);
  });

  test.each([
    ['acknowledge', {}],
    ['comment', { comment: 'On my way' }],
    ['terminate', {}],
    ['reject', { comment: 'Test of the pump' }],
  ])('a repeated %s with the same key gets the first reply and changes nothing more', async (action, body) => {
    const { id } = await raiseTankAlarm();
    const headers = { 'idempotency-key': `${action}-${id}` };
    const send = () => customer.call('POST', `/sample/alarm/operational/${id}/${action}`, { body, headers });
    const [first, again] = [await send(), await send()];
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    const { events } = (await customer.call('GET', `/sample/alarm/operational/${id}`)).body.data;
    expect(events).toEqual(first.body.data.events);
  });

  test('the timeline has every step with its person and comment', async () => {
    const { id } = await raiseTankAlarm();
    await act(id, 'acknowledge');
    await act(id, 'comment', { comment: 'Pump stopped' });
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
      ['commented', 'Pump stopped', 'Mariam Al Suwaidi'],
      ['terminated', 'Done', 'Mariam Al Suwaidi'],
    ]);
  });

  test('the timeline names the person and company of a provider who acted for the client', async () => {
    const { id } = await raiseTankAlarm();
    const integrator = await app.signIn('integrator@rasid.test');
    const { company } = (await customer.call('GET', '/session')).body.data;
    const headers = { 'customer-id': String(company.id) };
    const reply = await integrator.call('POST', `/sample/alarm/operational/${id}/acknowledge`, { body: {}, headers });
    expect(reply.status).toBe(200);
    const { events } = (await customer.call('GET', `/sample/alarm/operational/${id}`)).body.data;
    expect(events.at(-1)).toMatchObject({
      action: 'acknowledged',
      actor: { name: 'Yousef Najm' },
      actedFor: { company: 'Najm Integration', client: company.name },
    });
    expect(events[0].actedFor).toBeNull();
  });

  test('timeline events cannot be changed, not even by the system', async () => {
    const refused = app.kit.pool
      .query('BEGIN; SET LOCAL ROLE rasid_all; UPDATE alarm_event SET text = null; COMMIT')
      .finally(() => app.kit.pool.query('ROLLBACK'));
    await expect(refused).rejects.toThrow(/permission denied/);
  });

  test.each(['terminate', 'reject'])(
    '%s moves an alarm to the history, where it accepts comments only',
    async (action) => {
      const { id } = await raiseTankAlarm();
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

  test('the next hit after an alarm was closed raises a new alarm', async () => {
    const { id } = await raiseTankAlarm();
    await act(id, 'terminate');
    await tank.publish({ level: 3.9 });
    const [next] = await live();
    expect(next?.id).not.toBe(id);
    expect(next?.count).toBe(1);
  });

  test('an escalated alarm names the person, mails them the comment and stays open', async () => {
    const { id } = await raiseTankAlarm();
    const people = await customer.call('GET', '/sample/alarm/operational/responders');
    const person = people.body.data.find((person: { name: string }) => person.name !== 'Mariam Al Suwaidi');
    const reply = await act(id, 'escalate-user', { userId: person.id, comment: 'Please look' });
    expect(reply.body.data).toMatchObject({ disposition: 'escalated', escalatedTo: { id: person.id } });
    expect((await live()).map((alarm) => alarm.id)).toContain(id);
    const mail = await app.kit.pool.query('SELECT subject, text FROM mail_outbox ORDER BY id DESC LIMIT 1');
    expect(mail.rows[0].text).toContain('Please look');
  });

  test('an alarm cannot be escalated to a person of another company', async () => {
    const { id } = await raiseTankAlarm();
    const stranger = await app.kit.pool.query("SELECT id FROM users WHERE email = 'other@rasid.test'");
    const reply = await act(id, 'escalate-user', { userId: stranger.rows[0].id });
    expect([reply.status, reply.body.word]).toEqual([409, 'user-not-found']);
  });

  test('status alarms can be neither rejected nor escalated', async () => {
    await tank.publish({ battery: 10 });
    const [alarm] = await live('status');
    expect(alarm?.actions).toEqual(['acknowledge', 'comment', 'terminate']);
    expect((await act(alarm?.id ?? 0, 'reject', { comment: 'x' }, 'status')).status).toBe(404);
    await tank.publish({ battery: 90 });
  });

  test('an empty comment is refused', async () => {
    const { id } = await raiseTankAlarm();
    const reply = await act(id, 'comment', { comment: '  ' });
    expect([reply.status, reply.body.errors]).toEqual([418, [{ param: 'comment', msg: 'Required' }]]);
  });

  test('a viewer cannot handle an alarm, and another company does not find it', async () => {
    const { id } = await raiseTankAlarm();
    expect((await act(id, 'acknowledge', {}, 'operational', viewer)).status).toBe(403);
    expect((await act(id, 'acknowledge', {}, 'operational', other)).status).toBe(404);
    expect((await other.call('GET', `/sample/alarm/operational/${id}`)).status).toBe(404);
  });

  test('of two people who acknowledge at the same time one is refused', async () => {
    const { id } = await raiseTankAlarm();
    const replies = await Promise.all([act(id, 'acknowledge'), act(id, 'acknowledge')]);
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409]);
  });
});
