import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';

const sensorType = z.object({
  id: z.number(),
  name: z.string(),
  unit: z.string(),
  kind: z.string(),
  solutionIds: z.array(z.number()),
});
const hardwareModel = z.object({
  id: z.number(),
  solutionId: z.number(),
  name: z.object({ en: z.string(), ar: z.string() }),
  sensors: z.array(z.object({ name: z.string() })),
  reportEverySeconds: z.number(),
});
const solutionCount = z.object({ id: z.number(), key: z.string(), devices: z.number() });
const structureDevices = z.object({
  id: z.number(),
  name: z.string(),
  devices: z.number(),
  online: z.number(),
  solutions: z.array(z.object({ id: z.number(), devices: z.number(), online: z.number() })),
});

/** What an app offers and where it has devices. */
export function catalogueRoutes(app: string) {
  const access = canDo(`${app}.device`, 'read');
  return {
    /** Solutions of which the caller can see devices, lowest id first: what a list opened without one falls back to. */
    userSolutions: route.list('/user-solutions', { access, reply: solutionCount, list: {}, allClients: true }),
    solutions: route.list('/solution', {
      access,
      reply: z.object({ id: z.number(), key: z.string(), icon: z.string() }),
      list: {},
    }),
    hardware: route.list('/hardware', { access, reply: hardwareModel, list: {} }),
    /** Those that the app's models name. */
    sensorTypes: route.list('/sensor-type', { access, reply: sensorType, list: {} }),
    /** Structures with how many devices of each solution they have. */
    structures: route.list('/structure/devices-info', { access, reply: structureDevices, list: { search: ['name'] } }),
  };
}
