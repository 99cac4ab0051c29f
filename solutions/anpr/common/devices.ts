import type { HardwareModel, SensorType, Solution } from '#core/devices/common/manifest.ts';
import { choice, counterSensor } from '#core/devices/common/models/sensor-types.ts';

export const solutions: readonly Solution[] = [{ id: 29, key: 'plate-recognition', icon: 'scan' }];

/** The sensor types of this app have the ids 1101 to 1199. The others are shared quantities. */
export const sensorTypes: readonly SensorType[] = [
  counterSensor(1101, 'platesRead', '', 0, 8420),
  counterSensor(1102, 'loopCount1', '', 0, 1240),
  counterSensor(1103, 'loopCount2', '', 0, 1240),
  counterSensor(1104, 'loopCount3', '', 0, 1240),
  counterSensor(1105, 'loopCount4', '', 0, 1240),
  choice(1106, 'gate', ['closed', 'open', 'opening', 'closing']),
];

export const hardware: readonly HardwareModel[] = [
  {
    id: 2901,
    solution: 29,
    name: { en: 'PlateCam 4MP', ar: 'كاميرا اللوحات' },
    reportEverySeconds: 60,
    sensors: ['platesRead', 'temperature'],
  },
  {
    id: 2902,
    solution: 29,
    name: { en: 'EdgeBox 4', ar: 'صندوق الحافة 4' },
    reportEverySeconds: 60,
    sensors: ['loopCount1', 'loopCount2', 'loopCount3', 'loopCount4', 'gate', 'temperature', 'externalPower'],
  },
];
