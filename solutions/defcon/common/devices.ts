import type { HardwareModel, SensorType, Solution } from '#core/devices/common/manifest.ts';
import { boolean, choice, number } from '#core/devices/common/models/sensor-types.ts';
import { intrusionEvent } from './codes/intrusion-event.ts';

export const solutions: readonly Solution[] = [{ id: 21, key: 'intrusion', icon: 'shield-lock' }];

/** The sensor types of this app have the ids 401 to 499. The others are shared quantities. */
export const sensorTypes: readonly SensorType[] = [
  choice(401, 'armState', ['disarmed', 'armed-away', 'armed-stay']),
  number(402, 'openZones', '', [0, 32], 0, 0),
  boolean(403, 'sounding'),
];

/** What panels report besides values. */
const panelEvents = { intrusion: intrusionEvent };

export const hardware: readonly HardwareModel[] = [
  {
    id: 2101,
    solution: 21,
    name: { en: 'GuardPanel 32', ar: 'لوحة الحراسة 32' },
    reportEverySeconds: 180,
    events: panelEvents,
    sensors: ['armState', 'openZones', 'externalPower', 'battery', 'rssi'],
  },
  {
    id: 2102,
    solution: 21,
    name: { en: 'GuardPanel 8', ar: 'لوحة الحراسة 8' },
    reportEverySeconds: 180,
    events: panelEvents,
    sensors: ['armState', 'openZones', 'externalPower', 'battery', 'rssi'],
  },
  {
    id: 2103,
    solution: 21,
    name: { en: 'Motion detector', ar: 'كاشف حركة' },
    reportEverySeconds: 3600,
    connectivity: 'interval',
    sensors: ['motion', 'temperature', 'battery', 'rssi'],
  },
  {
    id: 2104,
    solution: 21,
    name: { en: 'Door contact', ar: 'حساس باب' },
    reportEverySeconds: 3600,
    connectivity: 'interval',
    sensors: ['door', 'battery', 'rssi'],
  },
  {
    id: 2105,
    solution: 21,
    name: { en: 'Siren', ar: 'صفارة إنذار' },
    reportEverySeconds: 3600,
    sensors: ['sounding', 'battery', 'rssi'],
  },
  {
    id: 2106,
    solution: 21,
    name: { en: 'Keypad', ar: 'لوحة مفاتيح' },
    reportEverySeconds: 3600,
    connectivity: 'interval',
    sensors: ['motion', 'battery', 'rssi'],
  },
];
