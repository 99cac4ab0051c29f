import { z } from 'zod';
import { severities } from '#core/alarms/common/alarm.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';

const readDevices = canDo('swam.device', 'read');

const sensorType = z.object({
  id: z.number(),
  name: z.string(),
  unit: z.string(),
  kind: z.string(),
  solutionIds: z.array(z.number()),
});
const hardwareOffer = z.object({
  id: z.number(),
  solutionId: z.number(),
  name: z.object({ en: z.string(), ar: z.string() }),
  sensors: z.array(z.object({ name: z.string() })),
  reportEverySeconds: z.number(),
});
export const solutionCount = z.object({ id: z.number(), key: z.string(), devices: z.number() });

export const catalogueRoutes = {
  /** Solutions of which the caller can see devices, lowest id first: what a list opened without one falls back to. */
  userSolutions: route.list('/user-solutions', {
    access: readDevices,
    reply: solutionCount,
    list: {},
    allClients: true,
  }),
  solutions: route.list('/solution', {
    access: readDevices,
    reply: z.object({ id: z.number(), key: z.string(), icon: z.string() }),
    list: {},
  }),
  hardware: route.list('/hardware', { access: readDevices, reply: hardwareOffer, list: {} }),
  sensorTypes: route.list('/sensor-type', { access: readDevices, reply: sensorType, list: {} }),
};

const counts = z.record(z.enum(severities), z.number());
export const portfolioRow = z.object({
  id: z.number(),
  name: z.string(),
  address: z.string().nullable(),
  location: z.object({ lat: z.number(), lng: z.number() }).nullable(),
  devices: z.number(),
  online: z.number(),
  offline: z.number(),
  lowBattery: z.number(),
  /** Open alarms by severity. */
  alarms: counts,
  /** Those of them that are about the devices themselves. */
  statusAlarms: counts,
  /** The worst open alarm; `good` when there is none. */
  worst: z.enum(severities),
  solutions: z.array(z.object({ id: z.number(), devices: z.number(), online: z.number() })),
});
export type PortfolioRow = z.infer<typeof portfolioRow>;

export const analysisRoutes = {
  portfolio: route.list('/analysis/structure-portfolio', {
    access: canDo('swam.analysis', 'read'),
    reply: portfolioRow,
    list: { search: ['name'], sort: ['name', 'id'], defaultSort: ['name', 'asc'] },
  }),
  devicesInfo: route.list('/structure/devices-info', {
    access: readDevices,
    reply: portfolioRow.pick({ id: true, name: true, devices: true, online: true, solutions: true }),
    list: { search: ['name'] },
  }),
};
