import type { HardwareModel, SensorType, Solution } from '#core/devices/common/manifest.ts';
import { number } from '#core/devices/common/models/sensor-types.ts';

export const solutions: readonly Solution[] = [{ id: 23, key: 'slot-occupancy', icon: 'car-garage' }];

/** The sensor types of this app have the ids 601 to 699. The others are shared quantities. */
export const sensorTypes: readonly SensorType[] = [number(601, 'magneticField', 'µT', [-2000, 2000], 0, 46)];

export const hardware: readonly HardwareModel[] = [
  {
    id: 2301,
    solution: 23,
    name: { en: 'ParkSense surface', ar: 'مستشعر موقف سطحي' },
    reportEverySeconds: 3600,
    connectivity: 'interval',
    sensors: ['occupied', 'magneticField', 'temperature', 'battery', 'rssi'],
  },
  {
    id: 2302,
    solution: 23,
    name: { en: 'ParkSense flush', ar: 'مستشعر موقف مدفون' },
    reportEverySeconds: 3600,
    connectivity: 'interval',
    sensors: ['occupied', 'magneticField', 'temperature', 'battery', 'rssi'],
  },
];
