import { EventEmitter } from 'node:events';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import type { Stop } from './kit.ts';
import { causeOf, oncePerMinute } from './monitoring/once-per-minute.ts';

/** Signals by name with their data; slices merge their own into it: `command.queued`. */
// biome-ignore lint/suspicious/noEmptyInterface: slices merge their parts into it
export interface Signals {}

type SignalName = keyof Signals;

/**
 * Signals between the processes of an installation: what a process must do at once that holds connections or caches. A
 * signal can be lost, together with NATS or with the process that sends it. Therefore anyone who depends on one also gives a
 * `reconcile`, which finds in the database what was missed; it runs every minute if there can be several processes.
 * Open pages have their own events (`live`).
 */
export type SignalBus = {
  /** Call it after the commit. */
  send<Name extends SignalName>(name: Name, data: Signals[Name]): void;
  on<Name extends SignalName>(name: Name, listener: (data: Signals[Name]) => void): () => void;
  /** The work that finds missed signals in the database. */
  reconcileBy(what: string, reconcile: () => Promise<void>): () => void;
  /** Runs all of it now. */
  reconcile(): Promise<void>;
  close: Stop;
};

const everyMs = 60_000;
/** Processes must not all ask the database at the same time. */
const spreadMs = 10_000;

export function openSignals(connection: NatsConnection | null, log: Logger): SignalBus {
  const emitter = new EventEmitter().setMaxListeners(0);
  const reconciliations = new Map<() => Promise<void>, string>();
  const subject = (name: string) => `rasid.signals.${name}`;

  async function reconcile(): Promise<void> {
    for (const [work, what] of reconciliations)
      await work().catch((error: Error) => {
        const failure = `${what} failed`;
        oncePerMinute(log).write('error', { err: error }, failure, `${failure} ${causeOf(error)}`);
      });
  }

  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const wait = () => {
    timer = setTimeout(
      () => {
        running = reconcile().then(wait);
      },
      everyMs - spreadMs / 2 + Math.random() * spreadMs,
    );
  };
  if (connection) {
    connection.subscribe(subject('>'), {
      callback: (error, message) => {
        if (!error) emitter.emit(message.subject.slice(subject('').length), message.json());
      },
    });
    wait();
  }

  return {
    send(name, data) {
      if (connection) connection.publish(subject(name), JSON.stringify(data));
      else emitter.emit(name, data);
    },
    on(name, listener) {
      emitter.on(name, listener);
      return () => void emitter.off(name, listener);
    },
    reconcileBy(what, work) {
      // A function of its own, so that one work can be registered twice.
      const own = () => work();
      reconciliations.set(own, what);
      return () => void reconciliations.delete(own);
    },
    reconcile,
    async close() {
      clearTimeout(timer);
      reconciliations.clear();
      emitter.removeAllListeners();
      await running;
      clearTimeout(timer);
    },
  };
}
