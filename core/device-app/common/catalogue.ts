import { z } from 'zod';
import { batterySpec } from '#core/devices/common/battery-forecast.ts';
import { connectivities } from '#core/devices/common/connection.ts';
import { modelSetting, reportInterval } from '#core/devices/common/models/model-settings.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';

export const sensorType = z.object({
  id: z.number(),
  name: z.string(),
  unit: z.string(),
  kind: z.string(),
  solutionIds: z.array(z.number()),
});
export const hardwareModel = z.object({
  id: z.number(),
  solutionId: z.number(),
  name: z.object({ en: z.string(), ar: z.string() }),
  sensors: z.array(z.object({ name: z.string() })),
  /** The sensors that each channel of its devices has; null for models without channels. */
  channels: z.array(z.object({ name: z.string() })).nullable(),
  /** The interval while nothing is known of the motion of a device. */
  reportEverySeconds: z.number(),
  /** Null for models with one interval. */
  reporting: z
    .object({ movingSeconds: z.number(), parkedSeconds: z.number(), heartbeatSeconds: z.number().optional() })
    .nullable(),
  connectivity: z.enum(connectivities),
  /** The reporting intervals that can be set; null for a fixed one. */
  interval: reportInterval.nullable(),
  settings: z.record(z.string(), modelSetting),
  /** Null where nothing is known of its battery. */
  battery: batterySpec.nullable(),
});
export const solutionCount = z.object({ id: z.number(), key: z.string(), devices: z.number() });
/** Numbers of devices by their connection. */
const connectionCounts = { online: z.number(), sleeping: z.number(), offline: z.number() };
const structureDevices = z.object({
  id: z.number(),
  name: z.string(),
  devices: z.number(),
  ...connectionCounts,
  solutions: z.array(z.object({ id: z.number(), devices: z.number(), ...connectionCounts })),
});

/** The calls for an app's solutions, hardware models and sensor types, and for structures with its devices. */
export function catalogueRoutes(app: string) {
  const access = canDo(`${app}.device`, 'read');
  return {
    /**
     * Solutions with devices that the caller can see, lowest id first. A device list without a solution uses the first.
     */
    userSolutions: route.list('/user-solutions', { access, reply: solutionCount, list: {}, allClients: true }),
    solutions: route.list('/solution', {
      access,
      reply: z.object({ id: z.number(), key: z.string(), icon: z.string() }),
      list: {},
    }),
    hardware: route.list('/hardware', { access, reply: hardwareModel, list: {} }),
    /** The sensor types of the app's hardware models. */
    sensorTypes: route.list('/sensor-type', { access, reply: sensorType, list: {} }),
    /** Structures with their number of devices for each solution. */
    structures: route.list('/structure/devices-info', { access, reply: structureDevices, list: { search: ['name'] } }),
  };
}
