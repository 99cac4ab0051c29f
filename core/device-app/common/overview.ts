import { z } from 'zod';
import { severities } from '#core/alarms/common/alarm.ts';
import type { AccessRule } from '#platform/common/access.ts';
import { providerTypes } from '#platform/common/company-kinds.ts';
import { route } from '#platform/common/route.ts';

const connections = { online: z.number(), sleeping: z.number(), offline: z.number() };
const bySeverity = z.record(z.enum(severities), z.number());
const alarms = {
  /** Open alarms by severity. */
  alarms: bySeverity,
  unacknowledged: z.number(),
  /** The worst open alarm; `good` when there is none. */
  worst: z.enum(severities),
  /** When the oldest open alarm of that severity was raised. */
  since: z.string().nullable(),
};

const headline = z.object({
  sites: z.number(),
  devices: z.number(),
  ...connections,
  lowBattery: z.number(),
  ...alarms,
  /** Alarms raised in the last 24 hours, and in the 24 hours before. */
  raised: z.object({ today: z.number(), before: z.number() }),
});
export type Headline = z.infer<typeof headline>;

/** A structure with the state of its devices in all apps that the caller may see. */
export const siteState = z.object({
  id: z.number(),
  companyId: z.number(),
  name: z.string(),
  address: z.string().nullable(),
  /** The apps with devices there. */
  apps: z.array(z.string()),
  devices: z.number(),
  ...connections,
  lowBattery: z.number(),
  ...alarms,
});
export type SiteState = z.infer<typeof siteState>;

const sitePoint = z.object({
  id: z.number(),
  name: z.string(),
  lat: z.number(),
  lng: z.number(),
  worst: z.enum(severities),
  alarms: z.record(z.enum(severities), z.number()),
  devices: z.number(),
  offline: z.number(),
});
export type SitePoint = z.infer<typeof sitePoint>;

const customerHealth = z.object({
  id: z.number(),
  name: z.string(),
  ...alarms,
  devices: z.number(),
  offline: z.number(),
  contractTo: z.string().nullable(),
  contractRuns: z.boolean(),
  /** Its contract names abilities: the state is known only while the customer is selected. */
  limited: z.boolean(),
});
export type CustomerHealth = z.infer<typeof customerHealth>;

/** Providers and people of the platform. */
export const customersAccess: AccessRule = { or: [{ companyTypes: providerTypes }, { adminTypes: ['Super Admin'] }] };

export const overviewRoutes = {
  headline: route.get('/overview/headline', { access: 'signed-in', reply: headline }),
  /** Sites with open alarms or offline devices, the worst first. */
  sites: route.list('/overview/site', { access: 'signed-in', reply: siteState, list: {} }),
  /** Sites with a location. */
  map: route.get('/overview/map', { access: 'signed-in', reply: z.array(sitePoint) }),
  /** The fifty customers with the worst state, the worst first; while acting for one, only that one. */
  customers: route.get('/overview/customer', { access: customersAccess, reply: z.array(customerHealth) }),
};
