import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AckPolicy, jetstream, jetstreamManager, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type pg from 'pg';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { noFailures } from '#platform/server/http/batch-lane.ts';
import { openPool } from '#platform/server/postgres/database.ts';
import { openStream, type Stream } from '#platform/server/stream/stream.ts';
import { startNats, type TestNats, withoutNats } from '../testing/test-nats.ts';
import { demoDatabase } from '../testing.ts';

const log = pino({ level: 'silent' });
const folder = mkdtempSync(join(tmpdir(), 'rasid-stream-'));
let nats: TestNats;
let database: { url: string; drop(): Promise<void> };
let pool: pg.Pool;
let connection: NatsConnection;
const streams: Stream[] = [];

beforeAll(async () => {
  if (withoutNats) return;
  nats = await startNats(folder);
  database = await demoDatabase();
  pool = openPool(database.url);
});
afterAll(async () => {
  if (withoutNats) return;
  await pool.end();
  await database.drop();
  await nats.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  if (!withoutNats) connection = await connect({ servers: nats.url });
});
afterEach(async () => {
  if (withoutNats) return;
  for (const stream of streams.splice(0)) await stream.close();
  const manager = await jetstreamManager(connection);
  for await (const { config } of manager.streams.list()) await manager.streams.delete(config.name);
  await connection.close();
});

async function open(maxBytes = 2 ** 24): Promise<Stream> {
  const stream = await openStream(connection, pool, log, { replicas: 1, maxBytes });
  streams.push(stream);
  return stream;
}

/** Consumes the stream; returns what has been processed so far. */
async function consume(stream: Stream): Promise<object[]> {
  const processed: object[] = [];
  await stream.consume(async (messages) => {
    processed.push(...messages);
    return noFailures;
  });
  return processed;
}

describe.skipIf(withoutNats)('the stream in NATS', () => {
  test('keeps the order of each device, and what is processed leaves the disk', async () => {
    const stream = await open();
    const sent = Array.from({ length: 300 }, (_, n) => ({ device: n % 7, n }));
    await Promise.all(sent.map((message) => stream.append(message.device, message)));
    expect(await stream.pending()).toBeGreaterThan(0);
    const processed = await consume(stream);
    await expect.poll(() => processed.length).toBe(sent.length);
    for (let device = 0; device < 7; device++)
      expect(processed.filter((one) => 'device' in one && one.device === device)).toEqual(
        sent.filter((one) => one.device === device),
      );
    await expect.poll(() => stream.pending()).toBe(0);
  });

  test('refuses messages once it is full, keeps what it has acknowledged, and accepts again when workers catch up', async () => {
    const stream = await open(64 * 1024);
    const accepted: number[] = [];
    const text = 'x'.repeat(4000);
    for (let n = 0; n < 40; n++)
      await stream.append(n, { n, text }).then(
        () => accepted.push(n),
        () => undefined,
      );
    expect(accepted.length).toBeGreaterThan(5);
    expect(accepted.length).toBeLessThan(40);
    const processed = await consume(stream);
    await expect.poll(() => stream.pending()).toBe(0);
    expect(processed.map((one) => 'n' in one && one.n).sort((a, b) => Number(a) - Number(b))).toEqual(accepted);
    await stream.append(1, { n: 100 });
    await expect.poll(() => processed.at(-1)).toEqual({ n: 100 });
  });

  test('takes over what an earlier version has left in its own stream', async () => {
    const manager = await jetstreamManager(connection);
    await manager.streams.add({
      name: 'RASID_TELEMETRY',
      subjects: ['rasid.telemetry.*'],
      storage: StorageType.File,
      retention: RetentionPolicy.Limits,
    });
    for (const shard of [0, 1])
      await manager.consumers.add('RASID_TELEMETRY', {
        durable_name: `worker-${shard}`,
        filter_subject: `rasid.telemetry.${shard}`,
        ack_policy: AckPolicy.Explicit,
      });
    for (let n = 0; n < 5; n++)
      await jetstream(connection).publish(`rasid.telemetry.${n % 2}`, JSON.stringify([{ n }]));
    const processed = await consume(await open());
    await expect.poll(() => processed.length).toBe(5);
    const names = [];
    for await (const { config } of manager.streams.list()) names.push(config.name);
    expect(names).toEqual(['RASID_READINGS']);
  });

  test('adapts to changed limits at the next start', async () => {
    await open(2 ** 22);
    await open(2 ** 23);
    const { config } = await (await jetstreamManager(connection)).streams.info('RASID_READINGS');
    expect(config).toMatchObject({ max_bytes: 2 ** 23, discard: 'new', num_replicas: 1, retention: 'workqueue' });
  });
});
