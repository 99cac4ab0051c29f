import type { HardwareModel, SensorType, Solution } from '#core/devices/common/manifest.ts';
import { number } from '#core/devices/common/models/sensor-types.ts';

export const solutions: readonly Solution[] = [{ id: 24, key: 'bookable-spaces', icon: 'door' }];

/** The sensor types of this app have the ids 701 to 799. The others are shared quantities. */
export const sensorTypes: readonly SensorType[] = [number(701, 'peopleCount', '', [0, 10_000], 0, 4)];

export const hardware: readonly HardwareModel[] = [
  {
    id: 2401,
    solution: 24,
    name: { en: 'RoomPanel 10', ar: 'شاشة القاعة 10' },
    reportEverySeconds: 60,
    sensors: ['occupied', 'peopleCount', 'temperature', 'co2', 'noise', 'externalPower'],
  },
  {
    id: 2402,
    solution: 24,
    name: { en: 'DeskSense', ar: 'مستشعر المكتب' },
    reportEverySeconds: 600,
    connectivity: 'interval',
    sensors: ['occupied', 'temperature', 'battery', 'rssi'],
  },
];
