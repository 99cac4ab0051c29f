import { z } from 'zod';
import { severities } from '#core/alarms/common/alarm.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';

/** Numbers of devices by their connection. */
const connectionCounts = { online: z.number(), sleeping: z.number(), offline: z.number() };
const counts = z.record(z.enum(severities), z.number());
/** The consumption of a utility this month so far, against the same days of the month before. */
const consumed = z.object({
  utility: z.string(),
  unit: z.string(),
  meters: z.number(),
  /** The number of these whose consumption is known. */
  known: z.number(),
  amount: z.number(),
  compared: z.object({ amount: z.number(), before: z.number() }).nullable(),
});
export type Consumed = z.infer<typeof consumed>;
/** The states of a structure: its worst open alarm, `fine` without any, and `none` without devices as well. */
export const portfolioStates = ['none', 'fine', ...severities] as const;
const portfolioRow = z.object({
  id: z.number(),
  companyId: z.number(),
  company: z.object({ id: z.number(), name: z.string() }),
  name: z.string(),
  address: z.string().nullable(),
  location: z.object({ lat: z.number(), lng: z.number() }).nullable(),
  devices: z.number(),
  ...connectionCounts,
  lowBattery: z.number(),
  /** Open alarms by severity. */
  alarms: counts,
  /** The alarms among these about the state of devices. */
  statusAlarms: counts,
  /** The worst open alarm; `good` when there is none. */
  worst: z.enum(severities),
  /** When the oldest open alarm of that severity was raised. */
  since: z.string().nullable(),
  solutions: z.array(z.object({ id: z.number(), devices: z.number(), ...connectionCounts })),
  /** Empty where nothing is metered. */
  consumption: z.array(consumed),
});
export type PortfolioRow = z.infer<typeof portfolioRow>;

export const openAlarmsOfRow = ({ alarms }: Pick<PortfolioRow, 'alarms'>): number =>
  Object.values(alarms).reduce((sum, count) => sum + count, 0);
/** The one rule for filters, order, chips and colours. */
export const portfolioState = (row: Pick<PortfolioRow, 'alarms' | 'devices' | 'worst'>) =>
  openAlarmsOfRow(row) > 0 ? row.worst : row.devices > 0 ? 'fine' : 'none';

/** The structures with the devices and open alarms of an app. Handlers: `portfolioHandlers`. */
export const portfolioRoutes = (app: string) => ({
  portfolio: route.list('/analysis/structure-portfolio', {
    access: canDo(`${app}.analysis`, 'read'),
    reply: portfolioRow,
    list: {
      search: ['name'],
      filter: ['id', 'worst', 'kind', 'cityId', 'areaId', 'companyId'],
      valuesOnly: ['worst'],
      sort: ['worst', 'alarms', 'devices', 'offline', 'name', 'id'],
      defaultSort: ['worst', 'desc'],
    },
  }),
});
