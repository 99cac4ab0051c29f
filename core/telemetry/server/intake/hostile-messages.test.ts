import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { startNats, type TestNats, withoutNats } from '#main/testing/test-nats.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'rasid-hostile-'));
let nats: TestNats | undefined;
beforeAll(async () => {
  if (!withoutNats) nats = await startNats(folder);
});
afterAll(async () => {
  await nats?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const telemetry = 'v1/devices/me/telemetry';
const modeId = 9003;

/** Unexpected input: texts that PostgreSQL or JSON cannot store, extreme numbers, depth and size, invalid UTF-8. */
const oddText = fc.oneof(
  fc.constantFrom(
    'a\0b',
    '\ud800',
    'x\udc00y',
    '\u202e',
    '\x1b[31m',
    '',
    ' ',
    '__proto__',
    'constructor',
    '$',
    '{',
    "'",
  ),
  fc.string({ unit: 'binary' }),
  fc.nat(600).map((length) => 'k'.repeat(length)),
);
const oddNumber = fc.constantFrom(-0, 5e-324, 1.7976931348623157e308, 2 ** 53, -1, Number.MAX_SAFE_INTEGER);
const oddValue = fc.oneof(oddText, oddNumber, fc.boolean(), fc.constant(null), fc.array(fc.nat(), { maxLength: 3 }));
const oddObject = fc.array(fc.tuple(oddText, oddValue), { maxLength: 6 }).map((pairs) => Object.fromEntries(pairs));
const oddMessage = fc.oneof(
  oddObject,
  fc.array(oddObject, { maxLength: 4 }),
  fc.record({ ts: oddValue, values: oddObject }),
  fc.record({ values: fc.record({ mode: oddValue, battery: oddValue, rssi: oddValue, tamper: oddValue }) }),
  fc.record({ ts: fc.constantFrom(Date.now() - 5000, 0, -1), values: fc.record({ mode: oddText }) }),
);
const oddPayload = fc.oneof(
  { weight: 6, arbitrary: oddMessage.map((message) => Buffer.from(JSON.stringify(message))) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(
        '{"mode":1e400}',
        '{"values":{"mode":"a\\u0000b"}}',
        '{"le\\u0000vel":1}',
        '{"firmware":"a\\u0000b"}',
        '{"x":"\\ud800"}',
        `${'['.repeat(4000)}${']'.repeat(4000)}`,
        `{"a":${'{"b":'.repeat(1000)}1${'}'.repeat(1000)}}`,
        `{"values":{${Array.from({ length: 3000 }, (_, i) => `"${i}":1`).join()}}}`,
        'a'.repeat(300_000),
        '\ufeff{"mode":"open"}',
      )
      .map((text) => Buffer.from(text)),
  },
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
);
const oddTopic = fc.constantFrom(
  telemetry,
  telemetry,
  'v1/devices/me/attributes',
  'v1/devices/me/rpc/response/1',
  'x/\u0001y',
);

describe('hostile messages in one process', () => testNeighbour(false));
describe.skipIf(withoutNats)('hostile messages through NATS', () => testNeighbour(true));

function testNeighbour(spread: boolean) {
  let app: Rasid;
  let other: TestPerson;
  let hostile: TestDevice;
  let neighbour: TestDevice;
  let client: MqttClient;

  beforeAll(async () => {
    app = await rasid({ start: true, ...(spread && nats ? { natsUrl: nats.url } : {}) });
    other = await app.signIn('other@rasid.test');
    hostile = await testDevice(app, other, 'solutionId=902');
    neighbour = await testDevice(app, await app.signIn('customer@rasid.test'), 'solutionId=903');
    client = await hostile.connect();
  });
  afterAll(async () => {
    await hostile.end();
    await neighbour.end();
    await app.close();
  });

  let time = Date.now() - 3_600_000;
  /** Publishes as the neighbour device until `work` has ended. Every message must be acknowledged and stored. */
  async function whileNeighbourPublishes(work: () => Promise<unknown>): Promise<void> {
    const first = time;
    let finished = false;
    const ended = work().finally(() => {
      finished = true;
    });
    let longestMs = 0;
    while (!finished || time - first < 50) {
      const from = performance.now();
      await neighbour.publish({ ts: time++, values: { flow: 1 } });
      longestMs = Math.max(longestMs, performance.now() - from);
    }
    await ended;
    const stored = await eventually(
      () =>
        app.kit.pool
          .query(
            'SELECT count(*)::integer AS n FROM reading WHERE device_id = $1 AND sensor_id = 21 AND time BETWEEN to_timestamp($2 / 1000.0) AND to_timestamp($3 / 1000.0)',
            [neighbour.id, first, time - 1],
          )
          .then(({ rows }) => rows[0].n as number),
      (count) => count === time - first,
    );
    expect(stored).toBe(time - first);
    expect(longestMs).toBeLessThan(3000);
  }

  test('are acknowledged whatever their bytes, and do not delay or lose messages of a device of another company', async () => {
    let sentCount = 0;
    await whileNeighbourPublishes(() =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(oddTopic, oddPayload), { minLength: 1, maxLength: 20 }),
          async (messages) => {
            sentCount += messages.length;
            await Promise.all(messages.map(([topic, payload]) => client.publishAsync(topic, payload, { qos: 1 })));
            expect(client.connected).toBe(true);
          },
        ),
        { numRuns: 40 },
      ),
    );
    expect(sentCount).toBeGreaterThan(40);
    expect((await other.call('GET', `/telemetry/dead-letter?deviceId=${hostile.id}&limit=100`)).status).toBe(200);
  });

  test('are answered with a status below 500 over HTTP, whatever their bytes', async () => {
    const authorization = `Basic ${Buffer.from(`${hostile.name}:${hostile.secret}`).toString('base64')}`;
    await whileNeighbourPublishes(() =>
      fc.assert(
        fc.asyncProperty(oddPayload, async (payload) => {
          const headers = { authorization, 'content-type': 'application/json' };
          const reply = await app.http.inject({ method: 'POST', url: '/api/v1/telemetry', headers, payload });
          expect(reply.statusCode).toBeLessThan(500);
        }),
        { numRuns: 100 },
      ),
    );
  });

  test('that only the database refuses become dead letters, and the others of their batch are stored', async () => {
    const now = Date.now();
    // Long before the points of the tests above: a stored point is not overwritten.
    const at = now - 7_200_000;
    const refused = (i: number) => ({ d: hostile.id, r: now, t: [at - i], s: [modeId], v: [null], w: [`a\0${i}`] });
    const good = (i: number) => ({ d: hostile.id, r: now, t: [at - i], s: [modeId], v: [null], w: [`good ${i}`] });
    const before = (await other.call('GET', `/telemetry/dead-letter?deviceId=${hostile.id}`)).body.totalRecords;
    await whileNeighbourPublishes(() =>
      Promise.all(
        Array.from({ length: 300 }, (_, i) => app.kit.stream.append(hostile.id, i % 3 === 0 ? good(i) : refused(i))),
      ),
    );
    const deadLetters = await eventually(
      () => other.call('GET', `/telemetry/dead-letter?deviceId=${hostile.id}&limit=1`),
      (reply) => reply.body.totalRecords === before + 200,
    );
    expect(deadLetters.body.data[0].reasons).toEqual([{ param: '', msg: 'not-stored' }]);
    const storedTexts = await app.kit.pool.query(
      "SELECT count(*)::integer AS n FROM reading WHERE device_id = $1 AND sensor_id = $2 AND word LIKE 'good %'",
      [hostile.id, modeId],
    );
    expect(storedTexts.rows[0].n).toBe(100);
  });
}

test.skipIf(withoutNats)('unknown entries in the NATS stream do not block ingestion', async () => {
  const { url: natsUrl } = nats as TestNats;
  const app = await rasid({ start: true, natsUrl });
  const device = await testDevice(app, await app.signIn('customer@rasid.test'), 'solutionId=903');
  const { connect } = await import('@nats-io/transport-node');
  const foreign = await connect({ servers: natsUrl });
  for (let i = 0; i < 100; i++) foreign.publish(`rasid.telemetry.${device.id % 8}`, i % 2 ? 'not JSON' : '[{"d":"x"}]');
  await foreign.drain();
  const ts = Date.now() - 1000;
  await device.publish({ ts, values: { flow: 7 } });
  const stored = () =>
    app.kit.pool.query('SELECT 1 FROM reading WHERE device_id = $1 AND time = to_timestamp($2 / 1000.0)', [
      device.id,
      ts,
    ]);
  expect((await eventually(stored, ({ rowCount }) => rowCount === 1)).rowCount).toBe(1);
  await device.end();
  await app.close();
});
