import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addDevice,
  app,
  connect,
  customer,
  type MadeConnector,
  other,
  post,
  withConnectors,
} from '#main/testing/test-connectors.ts';
import { eventually } from '#main/testing/test-device.ts';
import type { TestPerson } from '#main/testing.ts';
import { storeCounts } from '../not-admitted.ts';
import { updateConnectorStates } from './connector-states.ts';

withConnectors();

const serial = '0101010101010102';
let connector: MadeConnector;
let sent = 0;

beforeAll(() => addDevice(serial, 90401));
beforeEach(async () => {
  connector = await connect('http');
});

const accepted = () => post(connector, { id: serial, temperature: 20 + (sent++ % 50) / 10, key: sent });
const wrong = () => post({ ...connector, secret: 'wrong' }, { id: serial });
const refusedOne = () => post(connector, { id: serial, temperature: 5000, key: sent++ });
const query = (text: string, ...given: unknown[]) => app.kit.pool.query(text, [connector.id, ...given]);
/** Lets time pass for the connector by moving its stored times back. */
const passes = async (time: string) => {
  await query(
    `UPDATE connector_state SET accepted_at = accepted_at - $2::interval, resumed_at = resumed_at - $2::interval,
            not_admitted_at = not_admitted_at - $2::interval, not_admitted_since = not_admitted_since - $2::interval WHERE connector_id = $1`,
    time,
  );
  await query('UPDATE connector_message SET received_at = received_at - $2::interval WHERE connector_id = $1', time);
};
const updateStates = () => updateConnectorStates(app.kit);
type Row = { kind: string; severity: string; condition: string; disposition: string; id: number };
const alarms = async (list = '', person: TestPerson = customer): Promise<Row[]> =>
  (await person.call('GET', `/connector-alarm${list}?subjectType=connector&subjectId=${connector.id}`)).body.data;
const kinds = async () => (await alarms()).map(({ kind }) => kind);
const read = async () => (await customer.call('GET', `/connector/${connector.id}`)).body.data;

describe('a connector is silent', () => {
  test('when it has delivered nothing for longer than the configured time, until a message is accepted again', async () => {
    await customer.call('PATCH', `/connector/${connector.id}`, { body: { silentAfter: 60 } });
    await accepted();
    await passes('59 minutes');
    await updateStates();
    expect(await kinds()).toEqual([]);
    await passes('2 minutes');
    await updateStates();
    await updateStates();
    const [alarm] = await alarms();
    expect(alarm).toMatchObject({
      kind: 'connector-silent',
      severity: 'poor',
      count: 1,
      subject: { type: 'connector', id: connector.id, name: connector.name },
      device: null,
    });
    expect(await read()).toMatchObject({ silent: true });
    await refusedOne();
    await updateStates();
    expect(await kinds()).toEqual(['connector-silent']);
    await accepted();
    await updateStates();
    expect(await kinds()).toEqual([]);
    expect(await read()).toMatchObject({ silent: false });
    expect(await alarms('/history')).toMatchObject([{ id: alarm?.id, condition: 'cleared', closedBySystem: true }]);
  });

  test('automatically after three of its usual pauses, but not within half an hour', async () => {
    await accepted();
    await passes('2 hours');
    await accepted();
    await passes('5 hours');
    await updateStates();
    expect(await kinds()).toEqual([]);
    await passes('2 hours');
    await updateStates();
    expect(await kinds()).toEqual(['connector-silent']);
  });

  test('never before its first message, when that is switched off, or while it is paused', async () => {
    await passes('90 days');
    await updateStates();
    expect(await kinds()).toEqual([]);
    await accepted();
    await customer.call('PATCH', `/connector/${connector.id}`, { body: { silentAfter: 0 } });
    await passes('90 days');
    await updateStates();
    expect(await kinds()).toEqual([]);
    await customer.call('PATCH', `/connector/${connector.id}`, { body: { silentAfter: 60, enabled: false } });
    await updateStates();
    expect(await kinds()).toEqual([]);
    // Its time starts over when it is resumed.
    await customer.call('PATCH', `/connector/${connector.id}`, { body: { enabled: true } });
    await updateStates();
    expect(await kinds()).toEqual([]);
  });

  test('no longer when a person has closed the alarm, which is not raised again for the same silence', async () => {
    await accepted();
    await passes('2 days');
    await updateStates();
    const [alarm] = await alarms();
    expect((await customer.call('POST', `/connector-alarm/${alarm?.id}/terminate`, { body: {} })).status).toBe(200);
    await updateStates();
    expect(await kinds()).toEqual([]);
    expect(await read()).toMatchObject({ silent: true });
  });
});

describe('a connector fails', () => {
  test('when many messages come with a wrong secret and none is accepted, until one is', async () => {
    for (let n = 0; n < 19; n++) expect((await wrong()).status).toBe(401);
    await storeCounts(app.kit);
    await updateStates();
    expect(await kinds()).toEqual([]);
    await wrong();
    await storeCounts(app.kit);
    await updateStates();
    const [alarm] = await alarms();
    expect(alarm).toMatchObject({ kind: 'connector-failing', severity: 'problem' });
    const detail = (await customer.call('GET', `/connector-alarm/${alarm?.id}`)).body.data;
    expect(detail.events[0].data).toMatchObject({ reason: 'not-admitted' });
    expect(detail.guidance).toContain('secret');
    await accepted();
    await updateStates();
    expect(await kinds()).toEqual([]);
  });

  test('when its messages have been accepted for long and come with a wrong secret from then on', async () => {
    await accepted();
    await passes('1 hour');
    for (let n = 0; n < 20; n++) await wrong();
    await storeCounts(app.kit);
    await updateStates();
    expect(await read()).toMatchObject({ fault: 'not-admitted' });
  });

  test('not for strangers who guess while its messages are accepted', async () => {
    for (let n = 0; n < 25; n++) await wrong();
    await storeCounts(app.kit);
    await accepted();
    await updateStates();
    expect(await kinds()).toEqual([]);
  });

  test('when half of its latest messages are refused, until at most a quarter is', async () => {
    for (let n = 0; n < 11; n++) await accepted();
    for (let n = 0; n < 9; n++) await refusedOne();
    await updateStates();
    expect(await kinds()).toEqual([]);
    for (let n = 0; n < 3; n++) await refusedOne();
    await updateStates();
    expect(await alarms()).toMatchObject([{ kind: 'connector-failing', severity: 'poor' }]);
    expect(await read()).toMatchObject({ fault: 'many-refused' });
    for (let n = 0; n < 60; n++) await accepted();
    await updateStates();
    expect(await kinds()).toEqual([]);
  });

  test('more severely when its sender is not even admitted any more, which is notified again', async () => {
    for (let n = 0; n < 20; n++) await refusedOne();
    await updateStates();
    for (let n = 0; n < 20; n++) await wrong();
    await storeCounts(app.kit);
    await updateStates();
    const [alarm, ...others] = await alarms();
    expect([alarm?.severity, others]).toEqual(['problem', []]);
    const { events } = (await customer.call('GET', `/connector-alarm/${alarm?.id}`)).body.data;
    expect(events.map(({ action }: { action: string }) => action)).toEqual(['raised', 'severity-raised']);
  });

  test('not for devices that nobody has adopted yet', async () => {
    for (let n = 0; n < 40; n++) await post(connector, { id: `70B3D5000000${1000 + n}`, temperature: 20 });
    await updateStates();
    expect(await kinds()).toEqual([]);
  });

  test('when its broker has refused the connection for minutes', async () => {
    const { rows } = await query(
      `INSERT INTO connector_link (connector_id, company_id, way, url, user_name, template, sealed)
       SELECT id, company_id, 'mqtt', 'mqtt://127.0.0.1:1', '', '', '' FROM connector WHERE id = $1 RETURNING id, company_id`,
    );
    await app.kit.pool.query(
      `INSERT INTO connector_broker (link_id, company_id, holder, held_until, fault, failed_since) VALUES ($1, $2, gen_random_uuid(), now() + interval '1 day', 'wrong-credentials', now() - interval '4 minutes')
       ON CONFLICT (link_id) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until, fault = excluded.fault, failed_since = excluded.failed_since`,
      [rows[0].id, rows[0].company_id],
    );
    await updateStates();
    expect(await kinds()).toEqual([]);
    const later = "UPDATE connector_broker SET failed_since = now() - interval '6 minutes' WHERE link_id = $1";
    await app.kit.pool.query(later, [rows[0].id]);
    await updateStates();
    expect(await alarms()).toMatchObject([{ kind: 'connector-failing', severity: 'problem' }]);
  });
});

describe('the alarms about a connector', () => {
  const silence = async () => {
    await accepted();
    await passes('2 days');
    await updateStates();
    expect(await kinds()).toEqual(['connector-silent']);
  };

  test('end when it is paused and when it is deleted, with that reason', async () => {
    await silence();
    await customer.call('PATCH', `/connector/${connector.id}`, { body: { enabled: false } });
    expect(await kinds()).toEqual([]);
    connector = await connect('http');
    await silence();
    await customer.call('DELETE', `/connector/${connector.id}`);
    const [closed] = await alarms('/history');
    const { events } = (await customer.call('GET', `/connector-alarm/${closed?.id}`)).body.data;
    expect(events.at(-1)).toMatchObject({ action: 'terminated', data: { reason: 'connector-deleted' } });
  });

  test('are read by administrators of the company, and by nobody else', async () => {
    await silence();
    const [alarm] = await alarms();
    const viewer = await app.signIn('viewer@rasid.test');
    expect((await viewer.call('GET', `/connector-alarm/${alarm?.id}`)).status).toBe(403);
    expect((await other.call('GET', `/connector-alarm/${alarm?.id}`)).status).toBe(404);
    expect(await alarms('', other)).toEqual([]);
    const bell = await viewer.call('GET', '/alarm/unacknowledged?limit=100');
    expect(bell.body.data.some(({ app: of }: { app: string }) => of === 'integrations')).toBe(false);
    const own = await customer.call('GET', '/alarm/unacknowledged?limit=100');
    expect(own.body.data.map(({ id }: Row) => id)).toContain(alarm?.id);
  });

  test('are mailed to the administrators of a notification group, with a link to the connector', async () => {
    const { id: user } = (await customer.call('GET', '/session')).body.data.session.user;
    const viewer = await app.signIn('viewer@rasid.test');
    const { id: stranger } = (await viewer.call('GET', '/session')).body.data.session.user;
    const body = {
      name: 'Connectors',
      users: [user, stranger],
      resources: ['*'],
      notifications: { connector: { email: ['connector-silent', 'connector-failing'] } },
    };
    const group = await customer.call('POST', '/notifications-group', { body });
    expect(group.status, JSON.stringify(group.body)).toBe(201);
    await silence();
    const [alarm] = await alarms();
    const stateEvents = await eventually(
      async () => (await customer.call('GET', `/connector-alarm/${alarm?.id}/notification`)).body.data,
      (all) => all.length === 2 && all.every(({ state }: { state: string }) => state !== 'queued'),
    );
    expect(stateEvents.map(({ state, reason }: { state: string; reason: string }) => [state, reason]).sort()).toEqual([
      ['sent', null],
      ['skipped', 'no-permission'],
    ]);
    const { rows } = await app.kit.pool.query("SELECT text FROM mail_outbox WHERE subject LIKE '%' || $1 || '%'", [
      connector.name,
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0].text).toContain(`http://localhost/core/connectors/alarms?alarm=${alarm?.id}`);
    expect(rows[0].text).toContain(`http://localhost/core/connectors/${connector.id}`);
    for (let n = 0; n < 20; n++) await wrong();
    await storeCounts(app.kit);
    await updateStates();
    const failing = await eventually(
      async () =>
        (await app.kit.pool.query('SELECT text FROM mail_outbox WHERE text LIKE $1', ['%wrong secret%'])).rows,
      (mails) => mails.length > 0,
    );
    expect(failing[0].text).toContain(connector.name);
    await customer.call('DELETE', `/notifications-group/${group.body.data.id}`);
  });
});
