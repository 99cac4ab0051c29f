import {
  AckPolicy,
  DeliverPolicy,
  type JsMsg,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type pg from 'pg';
import type { Logger } from 'pino';
import { BatchLane, type BatchWork } from './batch-lane.ts';
import { holdShards } from './shards.ts';

/**
 * A durable, ordered stream from receivers to workers. Messages with the same key keep their order and are processed at
 * least once, so processing must be idempotent.
 */
export type Stream = {
  /** Resolves when the message is durable: committed, or stored by JetStream. */
  append(key: number, message: object): Promise<void>;
  /**
   * Messages of one batch share a shard. Those that `work` fails are delivered again (NATS) or reject their `append`
   * (one process). `onAssigned` is called when a shard comes from another process: cached state of its devices may be
   * outdated.
   */
  consume(work: BatchWork<object>, onAssigned?: () => void): Promise<void>;
  close(): Promise<void>;
};

const shardCount = 8;
const lanes = 2;

function localStream(): Stream {
  let work: BatchWork<object> | null = null;
  const run: BatchWork<object> = (messages) => {
    if (!work) throw new Error('nothing in this process consumes the stream');
    return work(messages);
  };
  const all = Array.from({ length: lanes }, () => new BatchLane<object>(run, { maxBatch: 6000, lingerMs: 3 }));
  return {
    append: (key, message) => (all[key % lanes] as BatchLane<object>).append(message),
    consume: async (consumer) => {
      work = consumer;
    },
    close: async () => undefined,
  };
}

const streamName = 'RASID_TELEMETRY';
const subjectOf = (shard: number) => `rasid.telemetry.${shard}`;

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
  log.error({ subject: message.subject, bytes: message.data.length }, 'a message of the stream is none of ours');
}

/** A JetStream message is acknowledged when all of its messages are processed. */
async function settle(fetched: readonly Fetched[], work: BatchWork<object>, log: Logger): Promise<void> {
  const failed = (error: unknown, count: number) =>
    log.error({ err: error, count }, 'messages could not be worked on and will come again');
  try {
    const failures = await work(fetched.flatMap(({ held }) => held));
    if (failures.size > 0) failed(failures.values().next().value, failures.size);
    let position = 0;
    for (const { message, held } of fetched) {
      const whole = held.every((_, i) => !failures.has(position + i));
      position += held.length;
      if (whole) message.ack();
      else message.nak(comeAgainMs);
    }
  } catch (error) {
    failed(error, fetched.length);
    for (const { message } of fetched) message.nak(comeAgainMs);
  }
}

const comeAgainMs = 1000;

async function natsStream(connection: NatsConnection, pool: pg.Pool, log: Logger): Promise<Stream> {
  const manager = await jetstreamManager(connection);
  await manager.streams.add({
    name: streamName,
    subjects: ['rasid.telemetry.*'],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    max_age: 3 * 86_400 * 1e9,
  });
  const client = jetstream(connection);
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
      for (let shard = 0; shard < shardCount; shard++) {
        await manager.consumers.add(streamName, {
          durable_name: `worker-${shard}`,
          filter_subject: subjectOf(shard),
          ack_policy: AckPolicy.Explicit,
          deliver_policy: DeliverPolicy.All,
          ack_wait: 30 * 1e9,
          max_ack_pending: 64,
        });
      }
      held = await holdShards(pool, shardCount, log, async (shard, isHeld) => {
        onAssigned?.();
        const consumer = await client.consumers.get(streamName, `worker-${shard}`);
        while (isHeld()) {
          const batch = await consumer.fetch({ max_messages: 16, expires: 1000 });
          const fetched: Fetched[] = [];
          for await (const message of batch) {
            const held = heldBy(message);
            if (held) fetched.push({ message, held });
            else refuseForeign(message, log);
          }
          if (fetched.length > 0) await settle(fetched, work, log);
        }
      });
    },
    async close() {
      await held?.close();
    },
  };
}

export const openStream = async (connection: NatsConnection | null, pool: pg.Pool, log: Logger): Promise<Stream> =>
  connection ? natsStream(connection, pool, log) : localStream();
