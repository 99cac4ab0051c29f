import { z } from 'zod';
import { analysisQuery } from '#core/access/common/lock-analysis.ts';
import { severities } from '#core/alarms/common/severity.ts';
import { connections } from '#core/devices/common/connection.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { numberWithin } from '#platform/common/validation/validation.ts';

const named = z.object({ id: z.number(), name: z.string() });
const connectionCounts = { devices: z.number(), online: z.number(), sleeping: z.number(), offline: z.number() };
const share = numberWithin(0, 1);

const deviceCount = z.object({
  solutionId: z.number(),
  connection: z.enum(connections),
  /** Null for devices that are not locks, and for locks that have not reported. */
  lockState: z.string().nullable(),
  count: z.number(),
});
const deviceInfo = z.object({
  solutionId: z.number(),
  ...connectionCounts,
  lowBattery: z.number(),
  /** Their batteries will be empty within 30 days. */
  replaceSoon: z.number(),
  jammed: z.number(),
  unlocked: z.number(),
});
const alarmGroup = z.object({
  kind: z.string(),
  class: z.string(),
  severity: z.enum(severities),
  structure: named.nullable(),
  count: z.number(),
});
const customerStructure = z.object({
  company: named,
  structure: named,
  ...connectionCounts,
  openAlarms: z.number(),
  /** Granted openings of the last 30 days. */
  openings: z.number(),
});

/** How long the subscriptions of installed devices still run. */
export const validities = ['none', 'not-activated', 'expired', '30-days', '90-days', '365-days', 'longer'] as const;
const validity = z.object({ validity: z.enum(validities), count: z.number() });

const siDevice = z.object({
  customer: named,
  solutionId: z.number(),
  inventory: z.number(),
  installed: z.number(),
  offline: z.number(),
  /** Subscriptions that end within 30 days. */
  due: z.number(),
});
const assetCounts = z.object({
  tracked: z.number(),
  moving: z.number(),
  stopped: z.number(),
  sleeping: z.number(),
  offline: z.number(),
  /** They have left a geofence and not come back. */
  outside: z.number(),
  /** The mean of the days that their batteries will last; null while none has a forecast. */
  meanBatteryDays: z.number().nullable(),
});
const occupancy = z.object({
  zone: z.string(),
  slots: z.number(),
  /** The share of the known time; null while nothing is known. Offline time is not known. */
  occupied: share.nullable(),
  /** Stays of at least a minute. */
  sessions: z.number(),
  /** Stays of a slot in a day. */
  turnover: z.number().nullable(),
  meanStay: z.number().nullable(),
  medianStay: z.number().nullable(),
  /** The share by weekday, Saturday first, and hour; null where nothing is known. */
  hours: z.array(z.array(share.nullable())),
});

export const enumReply = z.object({
  types: z.array(z.object({ id: z.number(), key: z.string(), en: z.string(), ar: z.string() })),
  modes: z.array(z.string()),
  methods: z.array(z.string()),
  reasons: z.array(z.string()),
  actions: z.array(z.string()),
});

const devices = { access: canDo('metrowatch.device', 'read') } as const;
const analysis = { access: canDo('metrowatch.analysis', 'read') } as const;

export const solutionOverviewRoutes = {
  count: route.get('/device/count', { ...devices, reply: z.array(deviceCount) }),
  info: route.get('/dashboard/device-info', { ...devices, reply: z.array(deviceInfo) }),
  /** Open alarms by kind, severity and structure. */
  alarmGroups: route.get('/alarm/groups', { ...devices, reply: z.array(alarmGroup) }),
  enums: route.get('/enums', { ...devices, reply: enumReply }),
};

export const analysisRoutes = {
  customerStructures: route.get('/analysis/customer-structures', { ...analysis, reply: z.array(customerStructure) }),
  deviceValidity: route.get('/analysis/device-validity', { ...analysis, reply: z.array(validity) }),
  /** The devices of an integrator's customers. */
  siDevices: route.get('/analysis/si-devices', {
    access: { ...analysis.access, companyTypes: ['Integrator'] },
    reply: z.array(siDevice),
  }),
  assets: route.get('/analysis/assets', { ...analysis, reply: assetCounts }),
  occupancyTiming: route.get('/analysis/parking/occupancy-timing', {
    ...analysis,
    query: analysisQuery,
    reply: occupancy,
  }),
};
