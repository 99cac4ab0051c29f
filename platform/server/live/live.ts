import { EventEmitter } from 'node:events';
import type { NatsConnection } from '@nats-io/transport-node';
import { recentTopics } from './recent-topics.ts';

/** An event for open pages. `companyId` limits its recipients; null is for a topic that names its device. */
export type LiveEvent = {
  topic: string;
  type: string;
  companyId: number | null;
  data: unknown;
  /** The companies whose people receive it, instead of `companyId`; people of the platform receive it as well. */
  audience?: readonly number[] | undefined;
  /** The page whose request caused it (`openPageId`). Streams do not send it; they send `own` to that page. */
  by?: string | undefined;
};

/** The id of an open page of a session: the browser sends an id for each page that it loads. */
export const openPageId = (sessionId: string, headers: Record<string, unknown>): string | undefined =>
  typeof headers['page-id'] === 'string' ? `${sessionId} ${headers['page-id']}` : undefined;

/** Events for open pages: at most once, in order per topic, not stored. */
export type Live = {
  publish(event: LiveEvent): void;
  subscribe(topic: string, listener: (event: LiveEvent) => void): () => void;
  /** False when nobody in this process subscribes and there is no other process: the event need not be built. */
  wanted(topic: string): boolean;
  /**
   * Whether the topic may have had events of these companies since `time` (ms since 1970). True for long ago, and always
   * with several processes, because a process does not receive the events that nobody in it follows.
   */
  hasChanged(topic: string, companies: 'all' | readonly number[], time: number): boolean;
  close(): Promise<void>;
};

function localLive(): Live {
  const emitter = new EventEmitter().setMaxListeners(0);
  const recent = recentTopics();
  return {
    publish(event) {
      recent.add(event.topic, event.companyId);
      emitter.emit(event.topic, event);
    },
    subscribe(topic, listener) {
      emitter.on(topic, listener);
      return () => emitter.off(topic, listener);
    },
    wanted(topic) {
      if (emitter.listenerCount(topic) > 0) return true;
      // There was a change, although no event will be published.
      recent.add(topic, null);
      return false;
    },
    hasChanged: recent.hasChanged,
    close: async () => void emitter.removeAllListeners(),
  };
}

/** Uses core NATS, so that a page of one process receives the events of another one. */
function natsLive(connection: NatsConnection): Live {
  const subject = (topic: string) => `rasid.live.${topic.replace(':', '.')}`;
  const local = localLive();
  const open = new Map<string, { count: number; close: () => void }>();
  return {
    publish: (event) => connection.publish(subject(event.topic), JSON.stringify(event)),
    subscribe(topic, listener) {
      const entry = open.get(topic) ?? { count: 0, close: () => undefined };
      if (entry.count === 0) {
        const subscription = connection.subscribe(subject(topic), {
          callback: (error, message) => {
            if (!error) local.publish(message.json<LiveEvent>());
          },
        });
        entry.close = () => subscription.unsubscribe();
        open.set(topic, entry);
      }
      entry.count += 1;
      const stop = local.subscribe(topic, listener);
      return () => {
        stop();
        entry.count -= 1;
        if (entry.count === 0) {
          entry.close();
          open.delete(topic);
        }
      };
    },
    wanted: () => true,
    hasChanged: () => true,
    close: local.close,
  };
}

export const openLive = (connection: NatsConnection | null): Live => (connection ? natsLive(connection) : localLive());
