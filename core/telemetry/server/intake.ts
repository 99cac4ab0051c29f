import type { DeviceDirectory, KnownDevice } from '#core/devices/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Fault } from '../common/ingest.ts';
import { storeDeadLetter } from './dead-letter-store.ts';
import { decode } from './decode.ts';
import { sizeOf } from './tables.ts';

/** Accepts telemetry messages of devices from any gateway. */
export type TelemetryIntake = {
  directory: DeviceDirectory;
  /** Accepts the valid points; the others become a dead letter. Resolves when neither can be lost. */
  accept(device: KnownDevice, topic: string, payload: Buffer | string): Promise<void>;
  /** Accepts the message only without any fault. Resolves with the number of points when they cannot be lost. */
  acceptWhole(device: KnownDevice, payload: Buffer | string): Promise<{ stored: number; faults: Fault[] }>;
};

export function openIntake(kit: Kit, directory: DeviceDirectory): TelemetryIntake {
  return {
    directory,
    accept(device, topic, payload) {
      const { measured, faults } = decode(device, payload, Date.now());
      if (faults.length === 0) return kit.stream.append(device.id, measured);
      const stored = storeDeadLetter(kit, device, topic, payload, faults);
      return sizeOf(measured) === 0
        ? stored
        : Promise.all([stored, kit.stream.append(device.id, measured)]).then(() => undefined);
    },
    async acceptWhole(device, payload) {
      const { measured, faults } = decode(device, payload, Date.now());
      if (faults.length > 0) return { stored: 0, faults };
      await kit.stream.append(device.id, measured);
      return { stored: sizeOf(measured), faults };
    },
  };
}
