import {
  AckPolicy,
  type Consumer,
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  type JsMsg,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type pg from 'pg';
import type { Logger } from 'pino';
import { BatchLane, openLanes } from '../http/batch-lane.ts';
import { holdShards } from './shards.ts';
import type { Stream } from './stream.ts';

export type StreamSettings = {
  /** On how many nats-servers of a cluster each message is stored: 1, 3 or 5. */
  replicas: number;
  /** The size of the stream on disk beyond which messages are refused, so that devices keep them. */
  maxBytes: number;
};

/**
 * Devices are spread over logical shards, which are assigned to workers: many more than workers, so that every number of
 * workers gets even shares.
 */
export const shardCount = 64;
const streamName = 'RASID_READINGS';
const subjectOf = (shard: number) => `rasid.readings.${shard}`;
const consumerOf = (shard: number) => `worker-${shard}`;

// The default message limit of nats-server.
const usualPayload = 1024 * 1024;

/** Splits a batch that exceeds the message limit of NATS, which would fail all of it. */
export function portions(messages: readonly object[], maxBytes: number): { first: number; texts: string[] }[] {
  const all: { first: number; texts: string[] }[] = [];
  // Headers and brackets count as well.
  let room = 0;
  for (const [at, message] of messages.entries()) {
    const text = JSON.stringify(message);
    const size = Buffer.byteLength(text) + 1;
    if (size > room) {
      all.push({ first: at, texts: [] });
      room = maxBytes - 1024;
    }
    room -= size;
    all.at(-1)?.texts.push(text);
  }
  return all;
}

type Fetched = { message: JsMsg; held: object[] };

/** The messages of a batch; null if something else was published under the subject. */
function heldBy(message: JsMsg): object[] | null {
  try {
    const held = message.json<unknown>();
    return Array.isArray(held) && held.every((one) => typeof one === 'object' && one !== null) ? held : null;
  } catch {
    return null;
  }
}

// It can never be parsed; redelivery would only delay other messages.
function refuseForeign(message: JsMsg, log: Logger): void {
  message.term('not a batch of messages');
  log.error(
    { subject: message.subject, bytes: message.data.length },
    'a message of the stream is not a batch of messages',
  );
}

const comeAgainMs = 1000;
const fetchMs = 1000;

/** A JetStream message is acknowledged when all of its messages are processed. */
async function settle(fetched: readonly Fetched[], lane: BatchLane<object>, log: Logger): Promise<void> {
  await Promise.all(
    fetched.map(async ({ message, held }) => {
      const results = await Promise.allSettled(held.map((one) => lane.append(one)));
      const failed = results.filter((result) => result.status === 'rejected');
      if (failed.length === 0) return message.ack();
      const [{ reason: err } = { reason: null }] = failed;
      log.error({ err, count: failed.length }, 'messages could not be processed and will be delivered again');
      message.nak(comeAgainMs);
    }),
  );
}

async function fetchHeld(consumer: Consumer, log: Logger): Promise<Fetched[]> {
  const fetched: Fetched[] = [];
  for await (const message of await consumer.fetch({ max_messages: 16, expires: fetchMs })) {
    const held = heldBy(message);
    if (held) fetched.push({ message, held });
    else refuseForeign(message, log);
  }
  return fetched;
}

const isMissing = (error: unknown) => error instanceof JetStreamApiError && error.status === 404;

/** Creates the stream, or adapts the one of an earlier start to the settings. */
async function ensureStream(manager: JetStreamManager, { replicas, maxBytes }: StreamSettings): Promise<void> {
  const limits = { max_bytes: maxBytes, discard: DiscardPolicy.New, num_replicas: replicas };
  const exists = await manager.streams.info(streamName).then(
    () => true,
    (error: unknown) => {
      if (isMissing(error)) return false;
      throw error;
    },
  );
  if (exists) await manager.streams.update(streamName, limits);
  else
    await manager.streams.add({
      name: streamName,
      subjects: ['rasid.readings.*'],
      storage: StorageType.File,
      // Acknowledged messages are deleted from disk.
      retention: RetentionPolicy.Workqueue,
      ...limits,
    });
}

/** Moves messages that an earlier version has left in its stream to this one, and deletes that stream. */
async function moveEarlier(manager: JetStreamManager, client: JetStreamClient, log: Logger): Promise<void> {
  const earlier = 'RASID_TELEMETRY';
  const consumers = await manager.consumers
    .list(earlier)
    .next()
    .catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
  if (!consumers) return;
  for (const { name, config } of consumers) {
    const consumer = await client.consumers.get(earlier, name);
    const shard = Number(config.filter_subject?.split('.').at(-1));
    for (let left = true; left; ) {
      for await (const message of await consumer.fetch({ max_messages: 100, expires: fetchMs })) {
        await client.publish(subjectOf(shard), message.data);
        await message.ackAck();
      }
      const { num_pending, num_ack_pending } = await consumer.info();
      left = num_pending + num_ack_pending > 0;
    }
  }
  await manager.streams.delete(earlier);
  log.info('the messages of an earlier version were taken over');
}

const moveLock = 7_274_334;

/** Runs `work` in one process at a time. */
async function alone(pool: pg.Pool, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [moveLock]);
    await work();
  } finally {
    // Its lock ends with the connection.
    client.release(true);
  }
}

export async function natsStream(
  connection: NatsConnection,
  pool: pg.Pool,
  log: Logger,
  settings: StreamSettings,
): Promise<Stream> {
  const manager = await jetstreamManager(connection);
  const client = jetstream(connection);
  await ensureStream(manager, settings);
  // A batch is one JetStream message: one acknowledgement for many.
  const publish = (shard: number) => async (messages: object[]) => {
    const failures = new Map<number, unknown>();
    for (const { first, texts } of portions(messages, connection.info?.max_payload ?? usualPayload)) {
      try {
        await client.publish(subjectOf(shard), `[${texts.join()}]`, { timeout: 10_000, retries: 3 });
      } catch (error) {
        for (const at of texts.keys()) failures.set(first + at, error);
      }
    }
    return failures;
  };
  const out = Array.from(
    { length: shardCount },
    (_, shard) => new BatchLane<object>(publish(shard), { maxBatch: 500, lingerMs: 3 }),
  );
  let held: { close(): Promise<void> } | null = null;
  return {
    append: (key, message) => (out[key % shardCount] as BatchLane<object>).append(message),
    async consume(work, onAssigned) {
      await Promise.all(Array.from({ length: shardCount }, (_, shard) => addConsumer(manager, shard)));
      const laneOf = openLanes(work);
      held = await holdShards(pool, shardCount, log, async (shard, isHeld) => {
        onAssigned?.();
        const consumer = await client.consumers.get(streamName, consumerOf(shard));
        while (isHeld()) {
          const fetched = await fetchHeld(consumer, log);
          if (fetched.length > 0) await settle(fetched, laneOf(shard), log);
        }
      });
      await alone(pool, () => moveEarlier(manager, client, log));
    },
    async pending() {
      const { state } = await manager.streams.info(streamName);
      return state.messages;
    },
    async close() {
      await held?.close();
    },
  };
}

const addConsumer = (manager: JetStreamManager, shard: number) =>
  manager.consumers.add(streamName, {
    durable_name: consumerOf(shard),
    filter_subject: subjectOf(shard),
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    ack_wait: 30 * 1e9,
    max_ack_pending: 64,
  });
