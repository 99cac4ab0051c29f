import { z } from 'zod';
import { severities } from '#core/alarms/common/alarm.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';

/** Numbers of devices by their connection. */
const connectionCounts = { online: z.number(), sleeping: z.number(), offline: z.number() };
const counts = z.record(z.enum(severities), z.number());
const portfolioRow = z.object({
  id: z.number(),
  name: z.string(),
  address: z.string().nullable(),
  location: z.object({ lat: z.number(), lng: z.number() }).nullable(),
  devices: z.number(),
  ...connectionCounts,
  lowBattery: z.number(),
  /** Open alarms by severity. */
  alarms: counts,
  /** Of these, the alarms about the state of devices. */
  statusAlarms: counts,
  /** The worst open alarm; `good` when there is none. */
  worst: z.enum(severities),
  solutions: z.array(z.object({ id: z.number(), devices: z.number(), ...connectionCounts })),
});
export type PortfolioRow = z.infer<typeof portfolioRow>;

/** The structures with the devices and open alarms of an app. Handlers: `portfolioHandlers`. */
export const portfolioRoutes = (app: string) => ({
  portfolio: route.list('/analysis/structure-portfolio', {
    access: canDo(`${app}.analysis`, 'read'),
    reply: portfolioRow,
    list: { search: ['name'], sort: ['name', 'id'], defaultSort: ['name', 'asc'] },
  }),
});
