import { describe, expect, test } from 'vitest';
import { addInstalled, app, connect, customer, letters, post, withConnectors } from '#main/testing/test-connectors.ts';

withConnectors();

describe('a connector receives', () => {
  test('what a kind of connectors that an app declares reads, with a log line of a kind of the app', async () => {
    const tank = await addInstalled('70B3D5AC00000777', 90101);
    const connector = await connect('gauge');
    expect((await post(connector, '70B3D5AC00000777 2.4 cleaned')).body.data).toMatchObject({ accepted: 1 });
    const levels = await app.kit.pool.query('SELECT value FROM reading WHERE device_id = $1 AND sensor_id = 9001', [
      tank,
    ]);
    expect(levels.rows).toEqual([{ value: 2.4 }]);
    const log = await customer.call('GET', `/sample/device/${tank}/log?kind=cleaned`);
    expect(log.body.data).toMatchObject([{ kind: 'cleaned', data: { level: '2.4' } }]);

    const refused = await customer.call('POST', '/connector', { body: { kind: 'gone', name: 'Gone' } });
    expect([refused.status, refused.body.errors[0].param]).toEqual([418, 'kind']);
    expect(refused.body.errors[0].known).toEqual(expect.arrayContaining(['chirpstack', 'gauge']));
  });

  test('nothing of a kind that no app declares any more, and keeps it aside', async () => {
    const connector = await connect('gauge');
    await app.kit.pool.query("UPDATE connector SET kind = 'gone' WHERE id = $1", [connector.id]);
    app.kit.signals.send('connectors.changed', {});
    await expect
      .poll(async () => (await post(connector, `70B3D5AC00000777 ${Math.random()}`)).body.data)
      .toMatchObject({ refused: 1 });
    expect((await letters(connector))[0]).toMatchObject({ reasons: [{ param: 'gone', msg: 'unknown-message' }] });
    expect((await customer.call('GET', `/connector/${connector.id}`)).body.data.kind).toBe('gone');
  });
});
