import type { Kit } from '#platform/server/kit.ts';
import { type BatchListener, type ListenOptions, TelemetryWriter } from './intake/writer.ts';
import { directoryOf } from './known-devices.ts';

const writers = new WeakMap<Kit, TelemetryWriter>();

/** The telemetry writer of the process. */
export function writerOf(kit: Kit): TelemetryWriter {
  let writer = writers.get(kit);
  if (!writer) {
    writer = new TelemetryWriter(kit, directoryOf(kit));
    writers.set(kit, writer);
  }
  return writer;
}

/** Adds a listener to the transaction of each batch. `clearCache` is called when its cached state of devices can be outdated. */
export function onBatch(kit: Kit, listener: BatchListener, clearCache: () => void, options: ListenOptions): void {
  writerOf(kit).listen(listener, options);
  writerOf(kit).onClearCaches(clearCache);
}

const ports = new WeakMap<Kit, number>();
export const setMqttPort = (kit: Kit, port: number): void => void ports.set(kit, port);

/** The MQTT port of this process; undefined if it is not a gateway. */
export const mqttPortOf = (kit: Kit): number | undefined => ports.get(kit);
