import type { Kit } from '#platform/server/kit.ts';
import { directoryOf } from './readings.ts';
import { type BatchListener, TelemetryWriter } from './writer.ts';

const writers = new WeakMap<Kit, TelemetryWriter>();

/** The one writer of a process. */
export function writerOf(kit: Kit): TelemetryWriter {
  let writer = writers.get(kit);
  if (!writer) {
    writer = new TelemetryWriter(kit, directoryOf(kit));
    writers.set(kit, writer);
  }
  return writer;
}

/** Lets another slice work within the transaction of each batch; `forget` is called when what it remembers of devices may be old. */
export function onBatch(kit: Kit, listener: BatchListener, forget: () => void): void {
  writerOf(kit).listen(listener);
  writerOf(kit).onForget(forget);
}

const ports = new WeakMap<Kit, number>();
export const notePort = (kit: Kit, port: number): void => void ports.set(kit, port);

/** The port that devices connect to in this process, if it is a gateway. */
export const mqttPortOf = (kit: Kit): number | undefined => ports.get(kit);
