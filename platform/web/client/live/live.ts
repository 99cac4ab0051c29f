import type { QueryKey } from '@tanstack/react-query';
import { createParser } from 'eventsource-parser';
import { useEffect, useRef } from 'react';
import { tokens, transport } from '../connection.ts';
import { queryClient } from '../query-client.ts';
import { isAbort } from '../request-error.ts';
import { createStore, useStore } from '../store.ts';
import type { Transport } from '../transport.ts';
import { expireHidden, oldestRequest, refetchQueries, watchRequests } from './live-queries.ts';
import { type ReadData, waitingData } from './live-waiting.ts';

export type LiveEvent = {
  topic: string;
  type: string;
  data: unknown;
  /** The echo of a request of this page, which already shows the result. */
  own?: true;
};
/** `idle`: no component of the page subscribes. */
export type LiveState = 'idle' | 'connecting' | 'live' | 'reconnecting' | 'offline';
type Handler = (event: LiveEvent) => void;

const gatherMs = 50;
const minRetryMs = 1000;
const maxRetryMs = 30_000;
/** If a stream took longer to open, changes before it opened may have been missed. In milliseconds. */
const maxOpeningMs = 1000;

type Deps = {
  open: Transport['open'];
  online(): boolean;
  signedIn(): boolean;
  onRestored(): void;
  onFault(error: unknown): void;
};

/**
 * The delay of the next attempt in ms, with jitter so that clients do not reconnect to a restarted server at the same
 * time.
 */
function retryDelay(failures: number): number {
  const wait = Math.min(maxRetryMs, minRetryMs * 2 ** (failures - 1));
  return wait / 2 + Math.random() * (wait / 2);
}

/** Reads server-sent events until the stream ends. */
async function readEvents(response: Response, onEvent: (data: string) => void): Promise<void> {
  if (!response.body) throw new Error('The live stream has no body');
  const parser = createParser({ onEvent: (message) => onEvent(message.data) });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) parser.feed(part.value);
}

const missedIn = (data: unknown): readonly string[] => (data as { missed: string[] }).missed;

/** Passes an event on. A fault of one subscriber does not end the connection: the others and the stream continue. */
function deliver(
  handlers: ReadonlyMap<string, ReadonlySet<Handler>>,
  event: LiveEvent,
  onFault: Deps['onFault'],
): void {
  for (const handler of [...(handlers.get(event.topic) ?? [])]) {
    try {
      handler(event);
    } catch (error) {
      onFault(error);
    }
  }
}

/**
 * One stream for all topics of the page. It reconnects with exponential backoff; when the topics change, the new stream
 * opens before the old one ends.
 */
export function createLive({ open, online, signedIn, onRestored, onFault }: Deps) {
  const state = createStore<LiveState>('idle');
  const handlers = new Map<string, Set<Handler>>();
  const waiting = waitingData();
  let current: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  async function connect(): Promise<void> {
    const before = current;
    const controller = new AbortController();
    current = controller;
    if (handlers.size === 0 || !signedIn()) {
      before?.abort();
      state.set('idle');
      return;
    }
    if (failures === 0) state.set(state.get() === 'live' ? 'live' : 'connecting');
    try {
      const topics = [...handlers.keys()].sort();
      const askedAt = Date.now();
      const response = await open({
        method: 'GET',
        path: '/events',
        query: new URLSearchParams({ topics: topics.join(','), ...waiting.ageOf(topics, askedAt) }),
        signal: controller.signal,
        headers: { accept: 'text/event-stream' },
      });
      before?.abort();
      state.set('live');
      const late = Date.now() - askedAt > maxOpeningMs;
      if (failures > 0) {
        waiting.forget(topics);
        onRestored();
      }
      failures = 0;
      await readEvents(response, (text) => {
        const event = JSON.parse(text) as LiveEvent;
        if (event.type === 'opened') waiting.opened(topics, late ? topics : missedIn(event.data));
        else deliver(handlers, event, onFault);
      });
      throw new Error('The live stream ended');
    } catch (error) {
      before?.abort();
      if (controller.signal.aborted || current !== controller) return;
      if (!isAbort(error)) console.info('Live events:', error instanceof Error ? error.message : error);
      failures += 1;
      state.set(online() ? 'reconnecting' : 'offline');
      schedule(retryDelay(failures));
    }
  }

  function schedule(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void connect(), ms);
  }

  return {
    state,
    /** Subscribes to the topic; returns the function that unsubscribes. */
    subscribe(topic: string, handler: Handler, data?: ReadData): () => void {
      const subscribers = handlers.get(topic) ?? new Set();
      if (!handlers.has(topic)) schedule(gatherMs);
      handlers.set(topic, subscribers.add(handler));
      // An active topic has missed nothing.
      const isNew = subscribers.size === 1 || waiting.has(topic);
      if (data && isNew) waiting.add(topic, data);
      return () => {
        subscribers.delete(handler);
        if (data) waiting.remove(topic, data);
        if (subscribers.size > 0) return;
        handlers.delete(topic);
        waiting.forget([topic]);
        schedule(gatherMs);
      };
    },
    /** Reconnects at once: the network is back. */
    wake(): void {
      if (state.get() === 'reconnecting' || state.get() === 'offline') schedule(0);
    },
    sleep(): void {
      if (state.get() !== 'idle') state.set('offline');
    },
  };
}

export const live = createLive({
  onFault: (error) => reportError(error),
  open: transport.open,
  online: () => navigator.onLine,
  signedIn: () => tokens.pair() !== undefined,
  // Events were missed while the stream was down.
  onRestored: () => refetchQueries(queryClient, []),
});

watchRequests(queryClient);
if (typeof window !== 'undefined') {
  window.addEventListener('online', live.wake);
  window.addEventListener('offline', live.sleep);
}

/**
 * Calls the handler for every event of the topics while the component is mounted. Topics: `device:<id>`,
 * `structure:<id>` and `floor:<id>` (of all devices there), `devices`, `alarms`. The queries of `reads` are refetched
 * when the subscription becomes active if they may have changed before.
 */
export function useLive(topics: readonly string[], handler: Handler, reads?: QueryKey): void {
  const latest = useRef({ handler, reads });
  useEffect(() => {
    latest.current = { handler, reads };
  });
  const joined = topics.join(',');
  useEffect(() => {
    const data: ReadData = {
      requestedAt: () => (latest.current.reads ? oldestRequest(queryClient, latest.current.reads) : Infinity),
      onSubscribed(changed) {
        const queryKey = latest.current.reads;
        if (!queryKey) return;
        if (changed) refetchQueries(queryClient, queryKey);
        else expireHidden(queryClient, queryKey);
      },
    };
    const unsubscribes = joined
      .split(',')
      .filter(Boolean)
      .map((topic) => live.subscribe(topic, (event) => latest.current.handler(event), data));
    return () => {
      for (const end of unsubscribes) end();
    };
  }, [joined]);
}

export const useLiveState = (): LiveState => useStore(live.state);
