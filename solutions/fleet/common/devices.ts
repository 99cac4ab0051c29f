import { z } from 'zod';
import type { HardwareModel, SensorType, Solution } from '#core/devices/common/manifest.ts';
import { counterSensor, number } from '#core/devices/common/models/sensor-types.ts';

export const solutions: readonly Solution[] = [{ id: 22, key: 'vehicle-tracking', icon: 'truck' }];

/** The sensor types of this app have the ids 501 to 599. The others are shared quantities. */
export const sensorTypes: readonly SensorType[] = [
  number(501, 'fuel', '%', [0, 100], 0, 64),
  counterSensor(502, 'engineHours', 'h', 1, 2418.5),
  number(503, 'engineSpeed', 'rpm', [0, 10_000], 0, 1850),
  number(504, 'coolantTemperature', '°C', [-40, 150], 0, 88),
  { id: 505, key: 'driverTag', unit: '', kind: 'text', example: '04A2B19C' },
];

/** A vehicle that waits at traffic lights or in a jam has not arrived. */
const positions = { maxSpeed: 250, stopSeconds: 300, leastTripMetres: 300 } as const;
const reporting = { movingSeconds: 10, parkedSeconds: 3600 } as const;
const movement = { ignition: 'ignition', odometer: 'odometer' } as const;

const nothing = z.object({});
/** How hard, in m/s²; some trackers report only that it was. */
const force = z.object({ force: z.number().min(0).max(500).optional() });
/** What trackers notice by themselves. */
const events = {
  'harsh-braking': force,
  'harsh-acceleration': force,
  'harsh-cornering': force,
  crash: force,
  sos: nothing,
  jamming: nothing,
};

export const hardware: readonly HardwareModel[] = [
  {
    id: 2201,
    solution: 22,
    name: { en: 'RoadLink 4G', ar: 'متعقّب المركبات 4G' },
    reporting,
    positions,
    movement,
    events,
    sensors: ['ignition', 'odometer', 'engineHours', 'fuel', 'externalVoltage', 'driverTag', 'battery', 'rssi'],
  },
  {
    id: 2202,
    solution: 22,
    name: { en: 'RoadLink OBD', ar: 'متعقّب OBD' },
    reporting,
    positions,
    movement,
    sensors: ['ignition', 'odometer', 'engineSpeed', 'coolantTemperature', 'fuel', 'externalVoltage', 'rssi'],
  },
];
