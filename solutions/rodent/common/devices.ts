import type { HardwareModel, SensorType, Solution } from '#core/devices/common/manifest.ts';
import { boolean, choice, counterSensor, number } from '#core/devices/common/models/sensor-types.ts';
import { trapEvents } from './hit.ts';
import { trapSenseCodec } from './trap-sense-codec.ts';

export const solutions: readonly Solution[] = [{ id: 28, key: 'rodent-monitoring', icon: 'paw' }];

/** The sensor types of this app have the ids 1001 to 1099. The others are shared quantities. */
export const sensorTypes: readonly SensorType[] = [
  counterSensor(1001, 'hits', '', 0, 45),
  choice(1002, 'trapState', ['armed', 'sprung']),
  boolean(1003, 'bodyFound'),
  number(1004, 'baitLevel', '%', [0, 100], 0, 70),
  boolean(1005, 'displaced'),
];

/** How often traps give a sign of life, and how easily they react, can be set. */
const settable = {
  interval: { min: 3600, max: 86_400 },
  settings: { sensitivity: { kind: 'number', unit: '', min: 1, max: 5, default: 3 } },
} as const satisfies Partial<HardwareModel>;

export const hardware: readonly HardwareModel[] = [
  {
    id: 2801,
    solution: 28,
    name: { en: 'TrapSense', ar: 'مستشعر المصيدة' },
    reportEverySeconds: 21600,
    connectivity: 'interval',
    ...settable,
    events: trapEvents,
    codec: trapSenseCodec,
    sensors: ['hits', 'trapState', 'bodyFound', 'displaced', 'coverOpen', 'temperature', 'battery', 'rssi'],
  },
  {
    id: 2802,
    solution: 28,
    name: { en: 'BaitGuard', ar: 'محطة الطُّعم الذكية' },
    reportEverySeconds: 21600,
    connectivity: 'interval',
    ...settable,
    events: trapEvents,
    sensors: ['hits', 'baitLevel', 'coverOpen', 'temperature', 'battery', 'rssi'],
  },
];
