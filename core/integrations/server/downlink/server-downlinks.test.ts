import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { app, connect, customer, other } from '#main/testing/test-connectors.ts';
import { eventually } from '#main/testing/test-device.ts';
import {
  addSwitch,
  closeAtEnd,
  codecId,
  commandOf,
  downlinksOf,
  given,
  link,
  reaches,
  send,
  withDownlinks,
} from '#main/testing/test-downlinks.ts';
import { startVirtualServer } from '../virtual/virtual-server.ts';

withDownlinks();

describe('through a server of the company', () => {
  test('a command is posted by the template with a signature, again under the same id, and follows what the server reports', async () => {
    const connector = await connect('http');
    const server = await startVirtualServer(() => ({ status: 200 }));
    closeAtEnd(server);
    const device = await addSwitch();
    await app.anonymous.call('POST', `/v1/connect/${connector.key}`, {
      body: { id: device.serial, mode: 'day' },
      headers: { authorization: `Bearer ${connector.secret}` },
    });
    const template =
      '{"to":"{{device}}","do":"{{method}}","port":"{{params.port}}","name":"cmd {{id}}","callback":"{{callback}}"}';
    const saved = await link(connector, { url: server.url, template });
    const { secret } = saved.body.data as { secret: string };
    server.fates.push('busy');
    const command = await send(device, 'ping', { port: 3 });
    await given(connector);
    const [first, second] = server.calls;
    expect(first?.headers['webhook-id']).toBe(second?.headers['webhook-id']);
    const body = new Webhook(secret).verify(second?.body ?? '', second?.headers as Record<string, string>) as Record<
      string,
      string
    >;
    expect(body).toMatchObject({
      to: device.serial,
      do: 'ping',
      port: 3,
      name: `cmd ${second?.headers['webhook-id']}`,
    });
    const report = (state: string, from = connector) =>
      app.anonymous.call('POST', new URL(body.callback ?? '').pathname.replace('/api', ''), {
        body: { state },
        headers: { authorization: `Bearer ${from.secret}` },
      });
    expect((await report('sent', await connect('http'))).status).toBe(401);
    expect((await report('delivered')).status).toBe(200);
    await reaches(device, command, 'delivered');
    expect([(await report('delivered')).status, (await report('sent')).status]).toEqual([200, 200]);
    expect((await commandOf(device, command)).state).toBe('delivered');
  });
});

describe('the link of a connector', () => {
  test('never shows its key, does not send it to another server, and belongs only to its company', async () => {
    const connector = await connect('chirpstack');
    const saved = await link(connector, { url: 'https://lns.example.test', key: 'very secret' });
    expect(saved.body.data.link).toMatchObject({ url: 'https://lns.example.test', hasKey: true });
    const path = `/connector/${connector.id}/link`;
    const shown = await customer.call('GET', path);
    const history = await customer.call('GET', `/connector/${connector.id}/history`);
    const rows = await app.kit.pool.query('SELECT row_to_json(l)::text AS row FROM connector_link l');
    for (const text of [shown.body, saved.body, history.body, rows.rows])
      expect(JSON.stringify(text)).not.toContain('very secret');
    expect((await link(connector, { url: 'https://lns.example.test/api' })).body.data.link.hasKey).toBe(true);
    expect((await link(connector, { url: 'https://other.example.test' })).body.data.link.hasKey).toBe(false);
    expect((await other.call('GET', path)).status).toBe(404);
    expect((await link(connector, { url: 'https://mine.example.test' }, other)).status).toBe(404);
    const viewer = await app.signIn('viewer@rasid.test');
    expect((await viewer.call('GET', path)).status).toBe(403);
    expect((await customer.call('DELETE', path)).status).toBe(204);
    expect((await customer.call('GET', path)).body.data.link).toBeNull();
  });

  test.each(['link', 'connector'])('ends the commands that wait for it when the %s is removed', async (removed) => {
    const connector = await connect('tts');
    await link(connector, { url: 'https://lns.example.test', key: 'any' });
    const device = await addSwitch();
    await app.kit.pool.query(
      'INSERT INTO connector_device (device_id, connector_id, company_id, external_id, last_at) SELECT $1, c.id, c.company_id, $3, now() FROM connector c WHERE c.id = $2',
      [device.id, connector.id, device.serial],
    );
    // No message has contained the address for it yet.
    const command = await send(device);
    expect((await downlinksOf(connector)).map(({ state }) => state)).toEqual(['waiting']);
    const path = removed === 'link' ? `/connector/${connector.id}/link` : `/connector/${connector.id}`;
    expect((await customer.call('DELETE', path)).status).toBe(204);
    expect(await commandOf(device, command)).toMatchObject({ state: 'failed', reason: 'link-removed' });
    expect((await send(device)).state).toBe('queued');
  });

  test('is refused for a kind without links, without TLS, and with a template that is not JSON', async () => {
    const faultOf = async (kind: Parameters<typeof connect>[0], body: object) =>
      (await link(await connect(kind), body)).body.errors;
    expect(await faultOf('osmand', { url: 'https://a.test' })).toEqual([{ param: 'way', msg: 'invalid' }]);
    expect(await faultOf('tts', { url: 'mqtts://a.test', way: 'mqtt' })).toEqual([{ param: 'way', msg: 'invalid' }]);
    expect(await faultOf('http', { url: 'https://a.test', template: '{' })).toEqual([
      { param: 'template', msg: 'noJson' },
    ]);
    const { settings } = app.kit;
    Object.assign(app.kit, { settings: { ...settings, privateCalls: false } });
    try {
      expect(await faultOf('tts', { url: 'http://a.test' })).toEqual([{ param: 'url', msg: 'httpsAddress' }]);
      expect(await faultOf('chirpstack', { url: 'mqtt://a.test', way: 'mqtt' })).toEqual([
        { param: 'url', msg: 'brokerAddress' },
      ]);
    } finally {
      Object.assign(app.kit, { settings });
    }
  });
});

test('a command whose call cannot even be made is retried with pauses, fails after the last one, and frees its lane', async () => {
  const connector = await connect('traccar', { codecId });
  await link(connector, { way: 'http', url: 'https://traccar.example.com', key: 'token' });
  const device = await addSwitch();
  await app.kit.pool.query(
    "INSERT INTO connector_device (device_id, connector_id, company_id, external_id, route, last_at) VALUES ($1, $2, $3, $4, '7', now())",
    [device.id, connector.id, connector.companyId, device.serial],
  );
  await app.kit.pool.query("UPDATE connector_link SET sealed = '\\x00' WHERE connector_id = $1", [connector.id]);
  await send(device);
  const [tried] = await eventually(
    () => downlinksOf(connector),
    ([newest]) => (newest?.attempts ?? 0) > 1,
    60_000,
  );
  expect(tried?.state).toBe('waiting');
  await app.kit.pool.query(
    'UPDATE connector_downlink SET attempts = 50, next_attempt_at = now() WHERE connector_id = $1',
    [connector.id],
  );
  await given(connector, 'failed');
});
