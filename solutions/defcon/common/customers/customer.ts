import { z } from 'zod';
import type { AccessRule } from '#platform/common/access.ts';
import { canDo } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { premisesFile } from '../premises/premises-file.ts';

const named = z.object({ id: z.number(), name: z.string() });

/** A customer of a security company, with what needs attention. The contract itself is one of the core. */
const customer = z.object({
  /** That of the contract. */
  id: z.number(),
  customer: named,
  /** The security company. */
  provider: named,
  contractFrom: z.string().nullable(),
  contractTo: z.string().nullable(),
  contractStatus: z.enum(['Active', 'Inactive']),
  contractRuns: z.boolean(),
  /** The panels that are watched now. */
  panels: z.number(),
  /** Open incidents of these panels. */
  incidents: z.number(),
  /** Panels whose subscription has ended, or ends within `lapsingDays`. */
  lapsing: z.number(),
});
export type SecurityCustomer = z.infer<typeof customer>;

/** From so many days before its end a subscription lapses. */
export const lapsingDays = 30;

const person = z.object({ position: z.number(), name: z.string(), phone: z.string(), language: z.enum(['en', 'ar']) });
const watchedSite = z.object({
  /** Null: the panels without a site. */
  site: z.string().nullable(),
  panels: z.array(named),
  /** The call list of the site, in its order. */
  contacts: z.array(person),
});
export type WatchedSite = z.infer<typeof watchedSite>;

export const customerList = {
  search: ['name'],
  sort: ['name', 'panels', 'incidents', 'lapsing', 'contractTo'],
  defaultSort: ['name', 'asc'],
} as const satisfies ListSpec;

/** Security companies, and the platform. */
const read = canDo('defcon.customer', 'read');
export const seesCustomers: AccessRule = {
  or: [
    { ...read, companyTypes: ['Security Company'] },
    { ...read, adminTypes: ['Super Admin'] },
  ],
};

export const customerRoutes = {
  /** A company that watches nothing for anybody reads an empty list. */
  list: route.list('/security-company/customer', { access: read, reply: customer, list: customerList }),
  /** Where panels of a customer are watched, and whom to call there. */
  sites: route.get('/security-company/customer/{id}/site', {
    access: { and: [read, premisesFile.can('read')] },
    reply: z.array(watchedSite),
  }),
};
