import { z } from 'zod';
import type { AccessRule } from '#platform/common/access.ts';
import { type CompanyType, companyTypes } from '#platform/common/company-kinds.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { canDo } from '#platform/common/permission-key.ts';
import { route } from '#platform/common/route.ts';

/** The companies that serve customers: integrators, and the platform. */
export const providers: AccessRule = { or: [{ companyTypes: ['Integrator'] }, { adminTypes: ['Super Admin'] }] };
/** A company that serves nobody reads an empty list. */
export const customerAccess: AccessRule = canDo('company.company', 'read');

/** The tabs of the list of customers, by the segment in its address. */
export const customerTypes = {
  all: null,
  customer: 'Customer',
  fmc: 'FMC',
  amc: 'AMC',
  operator: 'Operator',
  authority: 'Authority',
} as const satisfies Record<string, CompanyType | null>;

/**
 * A customer with the numbers of what needs attention. Numbers are null where its contract does not let the caller
 * count.
 */
const customer = z.object({
  id: z.number(),
  name: z.string(),
  type: z.enum(companyTypes),
  contractTo: z.string().nullable(),
  contractRuns: z.boolean(),
  /** Open alarms, and of those the critical ones. */
  alarms: z.number().nullable(),
  critical: z.number().nullable(),
  devices: z.number().nullable(),
  offline: z.number().nullable(),
  /** Subscriptions that end within 30 days. */
  expiring: z.number().nullable(),
  requests: z.number(),
  tickets: z.number(),
});
export type Customer = z.infer<typeof customer>;

export const customerList = {
  search: ['name'],
  filter: ['type', 'id'],
  valuesOnly: ['type', 'id'],
  // `urgency`: critical alarms, then alarms, offline devices, tickets, requests and subscriptions that end.
  sort: ['urgency', 'name', 'alarms', 'devices', 'offline', 'expiring', 'requests', 'tickets', 'contractTo'],
  defaultSort: ['urgency', 'desc'],
} as const satisfies ListSpec;

const dashboard = z.object({
  /** How many customers there are of each kind. */
  customers: z.array(z.object({ type: z.enum(companyTypes), count: z.number() })),
  devices: z.object({ stock: z.number(), installed: z.number(), offline: z.number() }),
  expiring: z.object({ days30: z.number(), days60: z.number(), days90: z.number() }),
  requests: z.number(),
  tickets: z.object({ open: z.number(), overdue: z.number() }),
  /** The remaining units of the caller's company, by their kind. */
  units: z.array(z.object({ kind: z.string(), remaining: z.number() })),
  /** Subscriptions that began, by month (its first day). */
  activations: z.array(z.object({ month: z.string(), count: z.number() })),
});
export type Dashboard = z.infer<typeof dashboard>;

export const customerRoutes = {
  list: route.list('/customer', { access: customerAccess, reply: customer, list: customerList }),
  dashboard: route.get('/dashboard', { access: customerAccess, reply: dashboard }),
};
