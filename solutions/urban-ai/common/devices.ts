import type { HardwareModel, SensorType, Solution } from '#core/devices/common/manifest.ts';
import { choice, counterSensor } from '#core/devices/common/models/sensor-types.ts';

export const solutions: readonly Solution[] = [{ id: 30, key: 'street-cameras', icon: 'device-cctv' }];

/** The sensor types of this app have the ids 1201 to 1299. The others are shared quantities. */
export const sensorTypes: readonly SensorType[] = [
  counterSensor(1201, 'vehiclesCounted', '', 0, 18_420),
  counterSensor(1202, 'peopleCounted', '', 0, 5210),
  choice(1203, 'scene', ['ok', 'moved', 'blocked', 'dark']),
];

export const hardware: readonly HardwareModel[] = [
  {
    id: 3001,
    solution: 30,
    name: { en: 'StreetEye', ar: 'عين الشارع' },
    reportEverySeconds: 60,
    sensors: ['vehiclesCounted', 'peopleCounted', 'scene', 'temperature'],
  },
];
