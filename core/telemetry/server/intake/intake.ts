import type { CachedDevice, DeviceDirectory } from '#core/devices/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Fault } from '../../common/ingest.ts';
import { storeDeadLetter } from '../dead-letters/dead-letter-store.ts';
import { sizeOf } from '../measured-points.ts';
import { assertClock } from '../server-clock.ts';
import { type Decoded, decode } from './decode.ts';
import { decodeEvents } from './decode-events.ts';
import { eventTopic } from './topics.ts';

/** Accepts telemetry and events of devices from any gateway. */
export type TelemetryIntake = {
  directory: DeviceDirectory;
  /** Accepts the valid points; the others become a dead letter. Resolves once both are durable. */
  accept(device: CachedDevice, topic: string, payload: Buffer | string): Promise<void>;
  /** Accepts the valid points and events that a connector has made of a message that arrived at `receivedAt`. */
  acceptEntries(
    device: CachedDevice,
    made: { entries: readonly object[]; events: readonly object[] },
    receivedAt: number,
    store: boolean,
  ): Promise<{ stored: number; faults: Fault[] }>;
  /** Accepts the message only without any fault. Resolves with the number of points when they cannot be lost. */
  acceptWhole(
    device: CachedDevice,
    topic: string,
    payload: Buffer | string,
  ): Promise<{ stored: number; faults: Fault[] }>;
};

/** Decodes a message by its topic: events, or values and positions. Times after `now` are in the future. */
export const decodeMessage = (
  device: CachedDevice,
  topic: string,
  payload: Buffer | string,
  receivedAt: number,
  now = receivedAt,
): Decoded =>
  topic === eventTopic ? decodeEvents(device, payload, receivedAt, now) : decode(device, payload, receivedAt, now);

export function openIntake(kit: Kit, directory: DeviceDirectory): TelemetryIntake {
  return {
    directory,
    async accept(device, topic, payload) {
      const { measured, faults } = decodeMessage(device, topic, payload, Date.now());
      assertClock(kit, device, measured, faults);
      if (faults.length === 0) return kit.stream.append(device.id, measured);
      const stored = storeDeadLetter(kit, device, topic, payload, faults);
      return sizeOf(measured) === 0
        ? stored
        : Promise.all([stored, kit.stream.append(device.id, measured)]).then(() => undefined);
    },
    async acceptEntries(device, { entries, events }, receivedAt, store) {
      // A message that is read again later is not in the future because it arrived when the clock was wrong.
      const now = Math.max(receivedAt, Date.now());
      const values = entries.length > 0 ? decode(device, JSON.stringify(entries), receivedAt, now) : null;
      const happened = events.length > 0 ? decodeEvents(device, JSON.stringify(events), receivedAt, now) : null;
      const measured = { ...happened?.measured, ...values?.measured } as Decoded['measured'];
      const faults = [...(values?.faults ?? []), ...(happened?.faults ?? [])];
      if (!values && !happened) return { stored: 0, faults };
      if (store) assertClock(kit, device, measured, faults);
      if (store && sizeOf(measured) > 0) await kit.stream.append(device.id, measured);
      return { stored: sizeOf(measured), faults };
    },
    async acceptWhole(device, topic, payload) {
      const { measured, faults } = decodeMessage(device, topic, payload, Date.now());
      assertClock(kit, device, measured, faults);
      if (faults.length > 0) return { stored: 0, faults };
      await kit.stream.append(device.id, measured);
      return { stored: sizeOf(measured), faults };
    },
  };
}
