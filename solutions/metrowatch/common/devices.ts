import type { HardwareModel, SensorType, Solution } from '#core/devices/common/manifest.ts';
import { boolean, choice, counter, number } from '#core/devices/common/sensor-types.ts';

/** Source: decisions.md, "Apps". */
export const solutions: readonly Solution[] = [
  { id: 11, key: 'smart-lock', icon: 'lock', offline: 'problem' },
  { id: 12, key: 'padlock', icon: 'lock-square-rounded', offline: 'problem' },
  { id: 13, key: 'cold-storage', icon: 'snowflake', offline: 'problem' },
  { id: 14, key: 'asset-tracking', icon: 'package', page: 'devices/asset-tracker/{id}' },
  { id: 15, key: 'external-tracking', icon: 'satellite', page: 'devices/external-tracking/{id}' },
  { id: 16, key: 'personal-tracking', icon: 'walk', page: 'devices/personal-tracking/{id}' },
  { id: 19, key: 'device-lock', icon: 'lock-bolt', offline: 'problem' },
  { id: 20, key: 'parking-occupancy', icon: 'parking' },
];

/** The sensor types of this app have the ids 301 to 399. The others are shared quantities. */
export const sensorTypes: readonly SensorType[] = [
  boolean(301, 'fall'),
  boolean(302, 'worn'),
  number(303, 'heartRate', 'bpm', [20, 250], 0, 72),
  counter(304, 'stepCount', '', 0, 5240),
  boolean(305, 'defrost'),
  boolean(306, 'compressor'),
  number(307, 'setpoint', '°C', [-100, 50], 1, -18),
  number(308, 'slotField', 'µT', [-2000, 2000], 0, 46),
  counter(309, 'lockCycles', '', 0, 318),
  choice(310, 'lockState', ['locked', 'unlocked', 'locking', 'unlocking', 'jammed']),
];

export const hardware: readonly HardwareModel[] = [
  {
    id: 1101,
    solution: 11,
    name: { en: 'LeverLock', ar: 'قفل ذكي بمقبض' },
    reportEverySeconds: 300,
    sensors: ['lockState', 'door', 'lockCycles', 'battery', 'rssi'],
  },
  {
    id: 1201,
    positions: {},
    solution: 12,
    name: { en: 'E-Padlock', ar: 'قفل إلكتروني معلّق' },
    reportEverySeconds: 3600,
    connectivity: 'interval',
    sensors: ['lockState', 'shock', 'coverOpen', 'lockCycles', 'battery', 'rssi'],
  },
  {
    id: 1301,
    solution: 13,
    name: { en: 'ColdLog 2', ar: 'مسجّل التبريد 2' },
    reportEverySeconds: 300,
    connectivity: 'interval',
    sensors: [
      'temperature',
      'humidity',
      'setpoint',
      'door',
      'compressor',
      'defrost',
      'externalPower',
      'battery',
      'rssi',
    ],
  },
  {
    id: 1401,
    positions: {},
    solution: 14,
    name: { en: 'AssetTag GPS', ar: 'متعقّب الأصول' },
    reportEverySeconds: 3600,
    connectivity: 'interval',
    sensors: ['motion', 'temperature', 'batteryVoltage', 'battery', 'rssi'],
  },
  {
    id: 1501,
    positions: {},
    solution: 15,
    name: { en: 'TopTrack Solar', ar: 'متعقّب خارجي شمسي' },
    reportEverySeconds: 1800,
    connectivity: 'interval',
    sensors: ['motion', 'charging', 'batteryVoltage', 'battery', 'rssi'],
  },
  {
    id: 1601,
    positions: {},
    solution: 16,
    name: { en: 'SafeWalk', ar: 'متعقّب شخصي' },
    reportEverySeconds: 300,
    sensors: ['sos', 'fall', 'worn', 'heartRate', 'stepCount', 'battery', 'rssi'],
  },
  {
    id: 1901,
    solution: 19,
    name: { en: 'DeviceLock', ar: 'قفل الأجهزة' },
    reportEverySeconds: 300,
    sensors: ['lockState', 'door', 'lockCycles', 'battery', 'rssi'],
  },
  {
    id: 2001,
    solution: 20,
    name: { en: 'ParkSense S1', ar: 'مستشعر موقف S1' },
    reportEverySeconds: 3600,
    connectivity: 'interval',
    sensors: ['occupied', 'slotField', 'temperature', 'battery', 'rssi'],
  },
];
