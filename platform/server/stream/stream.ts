import type { NatsConnection } from '@nats-io/transport-node';
import type pg from 'pg';
import type { Logger } from 'pino';
import { type BatchWork, openLanes } from '../http/batch-lane.ts';
import { natsStream, type StreamSettings } from './nats-stream.ts';

/**
 * A durable, ordered stream from receivers to workers. Messages with the same key keep their order and are processed at
 * least once, so processing must be idempotent.
 */
export type Stream = {
  /** Resolves when the message is durable: committed, or stored by JetStream. */
  append(key: number, message: object): Promise<void>;
  /**
   * Messages of one batch share a lane. Those that `work` fails are delivered again (NATS) or reject their `append`
   * (one process). `onAssigned` is called when a shard comes from another process: cached state of its devices may be
   * outdated.
   */
  consume(work: BatchWork<object>, onAssigned?: () => void): Promise<void>;
  /** How many batches of messages wait for a worker; null without NATS, where none does. */
  pending(): Promise<number | null>;
  close(): Promise<void>;
};

function localStream(): Stream {
  let work: BatchWork<object> | null = null;
  const laneOf = openLanes((messages) => {
    if (!work) throw new Error('nothing in this process consumes the stream');
    return work(messages);
  });
  return {
    append: (key, message) => laneOf(key).append(message),
    consume: async (consumer) => {
      work = consumer;
    },
    pending: async () => null,
    close: async () => undefined,
  };
}

export const openStream = async (
  connection: NatsConnection | null,
  pool: pg.Pool,
  log: Logger,
  settings: StreamSettings,
): Promise<Stream> => (connection ? natsStream(connection, pool, log, settings) : localStream());
