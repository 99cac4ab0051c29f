import type { HardwareModel, SensorType, Solution } from '#core/devices/common/manifest.ts';
import { number } from '#core/devices/common/models/sensor-types.ts';

export const solutions: readonly Solution[] = [
  { id: 25, key: 'indoor', icon: 'building-warehouse' },
  { id: 26, key: 'outdoor', icon: 'map-pin' },
];

/** The sensor types of this app have the ids 801 to 899. The others are shared quantities. */
export const sensorTypes: readonly SensorType[] = [number(801, 'tagsHeard', '', [0, 10_000], 0, 42)];

export const hardware: readonly HardwareModel[] = [
  {
    id: 2501,
    solution: 25,
    name: { en: 'BeaconTag', ar: 'بطاقة تتبّع' },
    reportEverySeconds: 600,
    connectivity: 'interval',
    sensors: ['motion', 'temperature', 'battery', 'rssi'],
  },
  {
    id: 2502,
    solution: 25,
    name: { en: 'Anchor', ar: 'نقطة التقاط' },
    reportEverySeconds: 300,
    sensors: ['tagsHeard', 'externalPower', 'rssi'],
  },
  {
    id: 2601,
    solution: 26,
    name: { en: 'FieldTrack Solar', ar: 'متعقّب ميداني شمسي' },
    reportEverySeconds: 1800,
    connectivity: 'interval',
    sensors: ['motion', 'temperature', 'tilt', 'charging', 'battery', 'rssi'],
  },
];
