import { z } from 'zod';
import { companyTypes, roles } from '#platform/common/company-kinds.ts';
import { pageSizes } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { periodPresets } from '#platform/common/time/time.ts';

const solution = z.object({ id: z.number(), key: z.string(), icon: z.string() });

/** The apps and constants of the installation, for clients. */
export const meta = z.object({
  apps: z.array(
    z.object({ id: z.string(), brand: z.string(), web: z.string(), api: z.string(), solutions: z.array(solution) }),
  ),
  companyTypes: z.array(z.enum(companyTypes)),
  roles: z.array(z.enum(roles)),
  /** The United Arab Emirates. */
  defaultCountryId: z.number(),
  batteryProblemPercent: z.number(),
  pageSizes: z.object({ initial: z.number(), options: z.array(z.number()) }),
  periodPresets: z.array(z.object({ value: z.number(), name: z.string() })),
});

export const metaRoutes = { read: route.get('/meta', { access: 'signed-in', reply: meta }) };

/** The parts that are equal in all installations. */
export const constants = {
  companyTypes: [...companyTypes],
  roles: [...roles],
  defaultCountryId: 233,
  batteryProblemPercent: 20,
  pageSizes: { initial: pageSizes.limitOffset.initial, options: [...pageSizes.limitOffset.options] },
  periodPresets: [...periodPresets],
} satisfies Omit<z.infer<typeof meta>, 'apps'>;
