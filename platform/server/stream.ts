import {
  AckPolicy,
  DeliverPolicy,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type pg from 'pg';
import type { Logger } from 'pino';
import { BatchLane } from './batch-lane.ts';
import { holdShards } from './shards.ts';

/**
 * A durable, ordered way from who receives messages to who works on them. Messages with the same key keep their
 * order; each is worked on at least once, so the work must be idempotent.
 */
export type Stream = {
  /** Resolves when the message cannot be lost any more: committed, or kept by JetStream. */
  append(key: number, message: object): Promise<void>;
  /**
   * Messages of one batch share a shard. Throwing makes them come again (NATS) or fails their `append` (one process).
   * `taken` is called when a shard comes from another process: what is remembered of its devices may be old. */
  consume(work: (messages: object[]) => Promise<void>, taken?: () => void): Promise<void>;
  close(): Promise<void>;
};

const shardCount = 8;
const lanes = 2;

function localStream(): Stream {
  let work: ((messages: object[]) => Promise<void>) | null = null;
  const run = (messages: object[]) => {
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
  // The array of one batch is one message of JetStream: one acknowledgement for many.
  const publish = (shard: number) => async (messages: object[]) => {
    await client.publish(subjectOf(shard), JSON.stringify(messages), { timeout: 10_000, retries: 3 });
  };
  const out = Array.from(
    { length: shardCount },
    (_, shard) => new BatchLane<object>(publish(shard), { maxBatch: 500, lingerMs: 3 }),
  );
  let held: { close(): Promise<void> } | null = null;
  return {
    append: (key, message) => (out[key % shardCount] as BatchLane<object>).append(message),
    async consume(work, taken) {
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
        taken?.();
        const consumer = await client.consumers.get(streamName, `worker-${shard}`);
        while (isHeld()) {
          const batch = await consumer.fetch({ max_messages: 16, expires: 1000 });
          const fetched = [];
          for await (const message of batch) fetched.push(message);
          if (fetched.length === 0) continue;
          try {
            await work(fetched.flatMap((message) => message.json<object[]>()));
            for (const message of fetched) message.ack();
          } catch (error) {
            log.error({ err: error, shard }, 'a batch failed and will come again');
            for (const message of fetched) message.nak(1000);
          }
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
