import type { DeviceDirectory, KnownDevice } from '#core/devices/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Fault } from '../common/ingest.ts';
import { storeDeadLetter } from './dead-letter-store.ts';
import { decode } from './decode.ts';

/** What every gateway does with a device's message, whatever it came by. */
export type Intake = {
  directory: DeviceDirectory;
  /** Resolves once the good points cannot be lost and the others are kept aside with their reasons. */
  take(device: KnownDevice, topic: string, payload: Buffer | string): Promise<void>;
  /** Resolves with the count of points once they cannot be lost; with any fault nothing is stored. */
  takeWhole(device: KnownDevice, payload: Buffer | string): Promise<{ stored: number; faults: Fault[] }>;
};

export function openIntake(kit: Kit, directory: DeviceDirectory): Intake {
  return {
    directory,
    take(device, topic, payload) {
      const { measured, faults } = decode(device, payload, Date.now());
      if (faults.length === 0) return kit.stream.append(device.id, measured);
      const aside = storeDeadLetter(kit, device, topic, payload, faults);
      return measured.t.length === 0
        ? aside
        : Promise.all([aside, kit.stream.append(device.id, measured)]).then(() => undefined);
    },
    async takeWhole(device, payload) {
      const { measured, faults } = decode(device, payload, Date.now());
      if (faults.length > 0) return { stored: 0, faults };
      await kit.stream.append(device.id, measured);
      return { stored: measured.t.length, faults };
    },
  };
}
