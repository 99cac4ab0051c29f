import { z } from 'zod';
import { anyAccount } from '#platform/common/access.ts';
import { adminTypes, companyTypes, roles } from '#platform/common/company-kinds.ts';
import { route } from '#platform/common/route.ts';
import { userInfo } from './user.ts';

const companyRef = z.object({ id: z.number(), name: z.string(), type: z.enum(companyTypes) });

/** All data that the browser needs to check access and render the shell, in one reply. */
export const sessionReply = z.object({
  user: userInfo,
  session: z.object({
    user: z.object({
      id: z.number(),
      kind: z.enum(['staff', 'guest']),
      companyId: z.number().nullable(),
      companyType: z.enum(companyTypes).nullable(),
      adminType: z.enum(adminTypes).nullable(),
      isAdmin: z.boolean(),
      role: z.enum(roles),
      fleetRole: z.string().nullable(),
      appRoles: z.record(z.string(), z.string()),
      providerTypes: z.array(z.enum(companyTypes)).readonly(),
    }),
    apps: z.array(z.string()),
    mask: z.string(),
    abilities: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.array(z.string())))),
    actingFor: z.number().nullable(),
  }),
  /**
   * Engaged clients (at most 50 by name; search the company list for more). Empty for people who act only for their own
   * company.
   */
  customers: z.array(companyRef),
  /** The current company (the person's own or the selected customer) with its providers by running contracts. */
  company: companyRef.extend({ timeZone: z.string(), providers: z.array(companyRef) }).nullable(),
  /** Whether the session is impersonated. */
  asOwner: z.boolean(),
});

export const sessionRoutes = {
  current: route.get('/session', { access: anyAccount, reply: sessionReply }),
};
