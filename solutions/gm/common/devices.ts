import type { HardwareModel, SensorType, Solution } from '#core/devices/common/manifest.ts';
import { choice } from '#core/devices/common/models/sensor-types.ts';

export const solutions: readonly Solution[] = [{ id: 27, key: 'rental-vehicles', icon: 'scooter' }];

/** The sensor types of this app have the ids 901 to 999. The others are shared quantities. */
export const sensorTypes: readonly SensorType[] = [
  choice(901, 'lockState', ['locked', 'unlocked', 'locking', 'unlocking', 'jammed']),
];

export const hardware: readonly HardwareModel[] = [
  {
    id: 2701,
    solution: 27,
    name: { en: 'ScootBox', ar: 'وحدة السكوتر' },
    reportEverySeconds: 60,
    sensors: ['lockState', 'tilt', 'charging', 'odometer', 'batteryVoltage', 'battery', 'rssi'],
  },
];
