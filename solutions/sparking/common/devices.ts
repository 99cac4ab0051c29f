import { z } from 'zod';
import type { HardwareModel, SensorType, Solution } from '#core/devices/common/manifest.ts';
import { boolean, counterSensor, number } from '#core/devices/common/models/sensor-types.ts';
import { boschParkingCodec, startCauses, usages } from './bosch-parking-codec.ts';
import { counterEvents } from './counter.ts';

export const solutions: readonly Solution[] = [{ id: 23, key: 'slot-occupancy', icon: 'car-garage' }];

/** The sensor types of this app have the ids 601 to 699. The others are shared quantities. */
export const sensorTypes: readonly SensorType[] = [
  number(601, 'magneticField', 'µT', [-2000, 2000], 0, 46),
  { ...counterSensor(602, 'passIn', '', 0, 10_231), max: 2 ** 32 - 1 },
  { ...counterSensor(603, 'passOut', '', 0, 9987), max: 2 ** 32 - 1 },
  boolean(604, 'signOfLife'),
  boolean(605, 'calibrating'),
];

/** Sensors in the ground report changes at once, and otherwise only once a day that they are alive. */
const once = { reportEverySeconds: 86_400, connectivity: 'interval' } as const;
/** The magnetic field wavers while a car manoeuvres; radar sees whether one stands there. */
const reported = { heartbeat: 'signOfLife', unsure: 'calibrating' };
const magnetometer = { occupied: { confirmSeconds: 20, ...reported } };
const radar = { occupied: { confirmSeconds: 0, ...reported } };

export const hardware: readonly HardwareModel[] = [
  {
    id: 2301,
    solution: 23,
    name: { en: 'ParkSense surface', ar: 'مستشعر موقف سطحي' },
    ...once,
    sensors: ['occupied', 'signOfLife', 'calibrating', 'magneticField', 'temperature', 'battery', 'rssi'],
    states: magnetometer,
  },
  {
    id: 2302,
    solution: 23,
    name: { en: 'ParkSense flush', ar: 'مستشعر موقف مدفون' },
    ...once,
    sensors: ['occupied', 'signOfLife', 'calibrating', 'distance', 'magneticField', 'temperature', 'battery', 'rssi'],
    states: radar,
  },
  {
    id: 2303,
    solution: 23,
    name: { en: 'ParkLoop controller', ar: 'وحدة حلقات المواقف' },
    reportEverySeconds: 900,
    sensors: ['occupied', 'charging', 'temperature'],
    // A charge point reports through the channel of its bay.
    channels: ['occupied', 'charging'],
    states: { occupied: {}, charging: {} },
  },
  {
    id: 2304,
    solution: 23,
    name: { en: 'ParkGate counter', ar: 'عدّاد بوابة المواقف' },
    reportEverySeconds: 900,
    sensors: ['passIn', 'passOut', 'temperature'],
    events: counterEvents,
  },
  {
    id: 2305,
    solution: 23,
    name: { en: 'Bosch parking lot sensor', ar: 'مستشعر بوش للمواقف' },
    ...once,
    sensors: ['occupied', 'signOfLife', 'calibrating', 'temperature', 'rssi', 'snr'],
    states: radar,
    codec: boschParkingCodec,
    events: {
      started: z.object({ firmware: z.string(), cause: z.enum(startCauses) }),
      usage: z.object({ of: z.enum(usages), value: z.number() }),
      debug: z.object({ code: z.number() }),
    },
  },
];
