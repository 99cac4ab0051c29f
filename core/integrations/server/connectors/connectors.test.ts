import { describe, expect, test } from 'vitest';
import {
  addDevice,
  app,
  connect,
  customer,
  letters,
  type MadeConnector,
  other,
  post,
  readings,
  time,
  twoMinutesAgo,
  withConnectors,
} from '#main/testing/test-connectors.ts';
import { chirpstackEvents } from '../fixtures/chirpstack.ts';

withConnectors();

describe('a connector admits', () => {
  test('only its secret, and the previous one for another day, and answers an unknown key with 404', async () => {
    const connector = await connect('http');
    const send = (key: string, secret: string) => post({ key, secret }, { id: 'X' });
    const wrong = await send(connector.key, 'wrong');
    expect([wrong.status, wrong.body.code]).toEqual([401, '01050401']);
    expect((await send('unknown', connector.secret)).status).toBe(404);
    const renewed = (await customer.call('POST', `/connector/${connector.id}/secret`)).body.data as MadeConnector;
    expect(renewed.formerSecretUntil).not.toBeNull();
    expect((await send(connector.key, renewed.secret)).status).toBe(200);
    expect((await send(connector.key, connector.secret)).status).toBe(200);
    await app.kit.pool.query(
      'UPDATE connector_secret SET valid_until = now() WHERE connector_id = $1 AND valid_until IS NOT NULL',
      [connector.id],
    );
    await customer.call('PATCH', `/connector/${connector.id}`, { body: { rate: 100 } });
    expect((await send(connector.key, connector.secret)).status).toBe(401);
    const stored = await app.kit.pool.query('SELECT row_to_json(s)::text AS row FROM connector_secret s');
    expect(stored.rows.map(({ row }) => row).join()).not.toContain(renewed.secret);
  });

  test('only addresses of its list, at its pace, with bodies of at most 256 kB, and only while it is on', async () => {
    const connector = await connect('http', { networks: ['203.0.113.0/24'] });
    const send = (body: unknown = { id: 'X' }) => post(connector, body);
    expect((await send()).status).toBe(401);
    await customer.call('PATCH', `/connector/${connector.id}`, { body: { networks: ['127.0.0.0/8'], rate: 1 } });
    expect((await send(JSON.stringify({ id: 'x'.repeat(262_144) }))).status).toBe(413);
    const answers = await Promise.all([send(), send(), send(), send()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429]);
    expect(answers.find(({ status }) => status === 429)?.headers['retry-after']).toBe('1');
    await customer.call('PATCH', `/connector/${connector.id}`, { body: { enabled: false } });
    expect((await send()).status).toBe(404);
  });

  test('no message for a device of another company, regardless of its id', async () => {
    const foreign = await addDevice('0202020202020202', 90401);
    const connector = await connect(
      'http',
      {
        autoCreate: 'inventory',
        pointers: { device: '/id' },
      },
      other,
    );
    const chirp = await connect(
      'chirpstack',
      { autoCreate: 'inventory', profiles: [{ profile: 'Test device-profile', app: 'sample', hardwareId: 90401 }] },
      other,
    );
    const { up } = chirpstackEvents(time);
    const message = {
      ...up,
      deviceInfo: { ...up.deviceInfo, devEui: '0202020202020202' },
      object: { temperature: 66 },
    };
    expect((await post(connector, { id: '0202020202020202', temperature: 66 })).body.data.refused).toBe(1);
    expect((await post(connector, { id: String(foreign), temperature: 66 })).body.data.refused).toBe(1);
    // An unproven serial number may exist in several companies: this one gets a separate device.
    expect((await post(chirp, message, '?event=up')).body.data.refused).toBe(0);
    expect(await readings(foreign, 'temperature')).toEqual([]);
    expect(await letters(chirp)).toEqual([]);
    expect(await letters(chirp, other)).toEqual([]);
    const created = await app.kit.pool.query(
      "SELECT d.company_id FROM device d WHERE d.serial = '0202020202020202' AND d.id <> $1",
      [foreign],
    );
    const { id: own } = (await other.call('GET', '/session')).body.data.company;
    expect(created.rows).toEqual([{ company_id: own }]);
    expect((await customer.call('GET', `/connector/${chirp.id}`)).status).toBe(404);
  });
});

describe('an unknown device', () => {
  test('is grouped with its signal and profile, and its messages are read again once it is adopted', async () => {
    const connector = await connect('chirpstack');
    const { up } = chirpstackEvents(time);
    const message = (fCnt: number) => ({
      ...up,
      deduplicationId: `d${fCnt}`,
      fCnt,
      time: new Date(twoMinutesAgo + fCnt * 1000).toISOString(),
      deviceInfo: { ...up.deviceInfo, devEui: '0303030303030303' },
      object: { temperature: 20 + fCnt },
    });
    for (let fCnt = 0; fCnt < 3; fCnt++) await post(connector, message(fCnt), '?event=up');
    expect((await customer.call('GET', `/connector/${connector.id}/unknown`)).body.data).toMatchObject([
      { externalId: '0303030303030303', profile: 'Test device-profile', signal: -36, count: 3 },
    ]);
    expect((await customer.call('GET', `/connector/${connector.id}`)).body.data.unknown).toBe(1);
    const adopted = await customer.call('POST', `/connector/${connector.id}/unknown`, {
      body: { externalId: '0303030303030303', app: 'sample', hardwareId: 90401 },
    });
    expect(adopted.body.data).toMatchObject({ replayed: 3, refused: 0 });
    expect((await readings(adopted.body.data.deviceId, 'temperature')).map(({ value }) => value)).toEqual([20, 21, 22]);
  });

  test('is added to the inventory automatically if the connector is set to and knows the model of its profile', async () => {
    const profiles = [{ profile: 'Test device-profile', app: 'sample', hardwareId: 90401 }];
    const connector = await connect('chirpstack', { autoCreate: 'inventory', profiles });
    const { up } = chirpstackEvents(time);
    const message = {
      ...up,
      deviceInfo: { ...up.deviceInfo, devEui: '0404040404040404' },
      object: { temperature: 20 },
    };
    expect((await post(connector, message, '?event=up')).body.data.accepted).toBe(1);
    const found = await customer.call('GET', '/sample/device?search=0404040404040404');
    expect(found.body.data).toMatchObject([{ serial: '0404040404040404', state: 'inventory' }]);
  });
});

test('connectors and codecs of a client are changed by its provider only while that client is selected', async () => {
  const integrator = await app.signIn('integrator@rasid.test');
  const connector = await connect('http');
  const { id } = (await customer.call('POST', '/codec', { body: { name: 'Of the client', source: 'var a' } })).body
    .data;
  const one = `/connector/${connector.id}`;
  const changes = (headers: Record<string, string> = {}) => [
    () => integrator.call('PATCH', one, { body: { rate: 5 }, headers }),
    () => integrator.call('POST', `${one}/secret`, { headers }),
    () => integrator.call('PATCH', `/codec/${id}`, { body: { description: 'Changed' }, headers }),
    () => integrator.call('POST', `/codec/${id}/version`, { body: { source: 'var b' }, headers }),
    () => integrator.call('DELETE', `/codec/${id}`, { headers }),
    () => integrator.call('DELETE', one, { headers }),
  ];
  for (const change of changes()) expect((await change()).body.word).toBe('select-a-customer');
  for (const change of changes({ 'customer-id': String(connector.companyId) }))
    expect((await change()).status).toBeLessThan(300);
});
