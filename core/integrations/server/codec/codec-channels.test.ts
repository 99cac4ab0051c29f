import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { chirpstackEvents } from '../fixtures/chirpstack.ts';

let app: Rasid;
let customer: TestPerson;
let device: number;

beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
  const body = { serial: '0101010101010101', hardwareId: 90401 };
  device = (await customer.call('POST', '/sample/device', { body })).body.data.id;
});
afterAll(() => app.close());

test('a codec names the channel of its values, which a model without channels refuses', async () => {
  const source = `function decodeUplink(input) { return { data: [
    { channel: 'L1', values: { rssi: -70 } }, { channel: 'L2', values: { rssi: -80 } }] }; }`;
  const expected = [
    { channel: 'L1', values: { rssi: -70 } },
    { channel: 'L2', values: { rssi: -80 } },
  ];
  const samples = [{ name: 'AA', form: 'hex', payload: 'AA', fPort: 1, expected }];
  const codec = (await customer.call('POST', '/codec', { body: { name: 'Channels', source, samples } })).body.data;
  expect((await customer.call('POST', `/codec/${codec.id}/activate`, { body: { number: 1 } })).status).toBe(200);
  const body = { kind: 'chirpstack', name: 'Channels', codecId: codec.id };
  const { id, key, secret } = (await customer.call('POST', '/connector', { body })).body.data;
  const post = async (frame: number) => {
    const { up } = chirpstackEvents(new Date(Date.now() - 600_000 + frame * 1000).toISOString());
    const sent = await app.anonymous.call('POST', `/v1/connect/${key}?event=up`, {
      body: { ...up, deduplicationId: `frame ${frame}`, fCnt: frame },
      headers: { authorization: `Bearer ${secret}` },
    });
    return sent.body.data;
  };
  expect((await post(1)).refused).toBe(1);
  const [letter] = (await customer.call('GET', `/telemetry/dead-letter?connectorId=${id}`)).body.data;
  expect(letter.reasons.map(({ msg }: { msg: string }) => msg)).toEqual(['unknown-channel', 'unknown-channel']);
  await app.kit.pool.query('UPDATE device SET hardware_id = 90201, solution_id = 902 WHERE id = $1', [device]);
  app.kit.signals.send('device.changed', { id: device });
  expect((await post(2)).accepted).toBe(1);
  const stored = await app.kit.pool.query(
    'SELECT channel, value FROM device_channel WHERE device_id = $1 ORDER BY channel',
    [device],
  );
  expect(stored.rows).toEqual([
    { channel: 'L1', value: -70 },
    { channel: 'L2', value: -80 },
  ]);
});
