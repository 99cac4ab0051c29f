import { accessEvent } from '#core/access/common/access-log.ts';
import type { LockModel } from '#core/access/common/manifest.ts';
import type { HardwareModel, SensorType, Solution } from '#core/devices/common/manifest.ts';
import type { ModelSetting } from '#core/devices/common/models/model-settings.ts';
import { usualInterval } from '#core/devices/common/models/reporting.ts';
import { boolean, counterSensor, number } from '#core/devices/common/models/sensor-types.ts';

export const solutions: readonly Solution[] = [
  { id: 11, key: 'smart-lock', icon: 'lock', offline: 'problem', page: 'devices/device-lock/{id}' },
  { id: 12, key: 'padlock', icon: 'lock-square-rounded', offline: 'problem', page: 'devices/device-lock/{id}' },
  { id: 13, key: 'cold-storage', icon: 'snowflake', page: 'devices/cold-storage/{id}', offline: 'problem' },
  { id: 14, key: 'asset-tracking', icon: 'package', page: 'devices/asset-tracker/{id}' },
  { id: 15, key: 'external-tracking', icon: 'satellite', page: 'devices/external-tracking/{id}' },
  { id: 16, key: 'personal-tracking', icon: 'walk', page: 'devices/personal-tracking/{id}' },
  { id: 19, key: 'device-lock', icon: 'lock-bolt', offline: 'problem', page: 'devices/device-lock/{id}' },
  { id: 20, key: 'parking-occupancy', icon: 'parking', page: 'devices/parking-occupancy/device/{id}' },
];

/** The sensor types of this app have the ids 301 to 399. The others are shared quantities. */
export const sensorTypes: readonly SensorType[] = [
  boolean(301, 'fall'),
  boolean(302, 'worn'),
  number(303, 'heartRate', 'bpm', [20, 250], 0, 72),
  counterSensor(304, 'stepCount', '', 0, 5240),
  boolean(305, 'defrost'),
  boolean(306, 'compressor'),
  number(307, 'setpoint', '°C', [-100, 50], 1, -18),
  number(308, 'slotField', 'µT', [-2000, 2000], 0, 46),
  counterSensor(309, 'lockCycles', '', 0, 318),
];

export const elock = 1201;
export const topfly = 1202;
/** The solution of devices that other platforms track. */
export const externalTracking = 15;
/** The solutions whose devices are locks. */
export const lockSolutions = [11, 12, 19];
const [doorGuard, cabinetLock] = [1101, 1901];

/**
 * What the locks can do in addition to locking. The padlocks have one shared password, hence no codes of their own, and
 * take their cards as one list by `setCards`.
 */
export const locks: Readonly<Record<number, LockModel>> = {
  [doorGuard]: { keypad: { slots: 250, digits: [4, 9] }, cards: 100, offlineCodes: true },
  [elock]: {},
  [topfly]: {},
  [cabinetLock]: { pulse: { setting: 'pulseSeconds', initial: 5 } },
};
export const keypads = [doorGuard];
export const withCards = [doorGuard];
export const withPassword = [doorGuard, elock];

const events = { access: accessEvent };
const lockSensors = ['lockState', 'lockCycles', 'battery', 'rssi'];
const onOff: ModelSetting = { kind: 'boolean', default: true };
const range = (unit: string, min: number, max: number, initial: number): ModelSetting => ({
  kind: 'number',
  unit,
  min,
  max,
  default: initial,
});

export const hardware: readonly HardwareModel[] = [
  {
    id: doorGuard,
    solution: 11,
    name: { en: 'DoorGuard P2', ar: 'حارس الباب P2' },
    reportEverySeconds: 300,
    battery: { capacity: 10_400, sleep: 180, message: 12 },
    events,
    settings: {
      autoRelockSeconds: range('s', 0, 600, 5),
      wrongTries: range('', 3, 10, 5),
      lockoutSeconds: range('s', 30, 3600, 300),
      volume: range('', 0, 3, 2),
    },
    sensors: [...lockSensors, 'door', 'motorFault', 'wrongCodeTries', 'codeSlotsUsed', 'duress'],
  },
  {
    id: elock,
    // Trucks wait at traffic lights and ramps without having arrived.
    positions: { stopSeconds: 300 },
    solution: 12,
    name: { en: 'SealLock E1', ar: 'قفل الأختام E1' },
    reportEverySeconds: 1800,
    battery: { capacity: 15_000, sleep: 90, message: 220, fix: 160 },
    connectivity: 'interval',
    interval: { min: 30, max: 86_400 },
    events,
    settings: {
      sleepAfterSeconds: range('s', 30, 600, 60),
      vibrationLevel: range('', 0, 5, 3),
      openByCard: onOff,
      openByPassword: onOff,
      openByRemote: onOff,
      openByGprs: onOff,
    },
    sensors: [...lockSensors, 'cableInserted', 'motorFault', 'wrongCodeTries', 'coverOpen', 'shock'],
  },
  {
    id: topfly,
    // Trucks wait at traffic lights and ramps without having arrived.
    positions: { stopSeconds: 300 },
    solution: 12,
    name: { en: 'SolarLock T2', ar: 'القفل الشمسي T2' },
    reportEverySeconds: 3600,
    connectivity: 'interval',
    interval: { min: 30, max: 86_400 },
    events,
    settings: {
      movingSeconds: range('s', 10, 3600, 60),
      parkedSeconds: range('s', 60, 86_400, 3600),
      heartbeatSeconds: range('s', 60, 86_400, 3600),
      sensitivity: range('', 0, 5, 3),
      autoLock: onOff,
    },
    sensors: [...lockSensors, 'cableInserted', 'motorFault', 'coverOpen', 'shock', 'charging'],
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
    states: { door: {}, defrost: {} },
  },
  {
    id: 1401,
    positions: {},
    solution: 14,
    name: { en: 'AssetTag GPS', ar: 'متعقّب الأصول' },
    reportEverySeconds: 3600,
    battery: { capacity: 7800, sleep: 35, message: 210, fix: 150 },
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
    positions: { person: { sos: 'sos' } },
    solution: 16,
    name: { en: 'SafeWalk', ar: 'متعقّب شخصي' },
    reportEverySeconds: 300,
    battery: { capacity: 1800, sleep: 900, message: 120, fix: 90 },
    sensors: ['sos', 'fall', 'worn', 'motion', 'heartRate', 'stepCount', 'battery', 'rssi'],
  },
  {
    id: cabinetLock,
    solution: 19,
    name: { en: 'CabinetLock R1', ar: 'قفل الخزائن R1' },
    reportEverySeconds: 300,
    events,
    settings: { pulseSeconds: range('s', 0, 60, 5) },
    sensors: [...lockSensors, 'door', 'motorFault'],
  },
  {
    id: 2001,
    solution: 20,
    name: { en: 'ParkSense S1', ar: 'مستشعر موقف S1' },
    reportEverySeconds: 3600,
    battery: { capacity: 8500, sleep: 45, message: 60 },
    connectivity: 'interval',
    sensors: ['occupied', 'slotField', 'temperature', 'battery', 'rssi'],
    states: { occupied: {} },
  },
];

/** The reporting interval of a model in seconds; that of an unknown one is `otherwise`. */
export function intervalOfModel(hardwareId: number, otherwise: number): number {
  const model = hardware.find(({ id }) => id === hardwareId);
  return model ? usualInterval(model) : otherwise;
}
