import { z } from 'zod';
import type { AccessRule } from '#platform/common/access.ts';
import { companyTypes } from '#platform/common/company-kinds.ts';
import { route } from '#platform/common/route.ts';

/** The steps from an empty company to a value that is watched, in order. */
export const startSteps = ['structure', 'app', 'device', 'connect', 'value', 'rule', 'colleague'] as const;
export type StartStep = (typeof startSteps)[number];

/** Administrators of a company; people of the platform have none of their own. */
export const startAccess: AccessRule = { companyAdmin: true, needsCompany: true, companyTypes };

const gettingStarted = z.object({
  steps: z.array(z.object({ step: z.enum(startSteps), done: z.boolean() })),
  /** The app that the next steps are about: that of the newest device, else the first with devices that the company holds. */
  app: z.string().nullable(),
  /** The newest device of the company. */
  device: z.object({ id: z.number(), solutionId: z.number() }).nullable(),
});
export type StartProgress = z.infer<typeof gettingStarted>;

export const gettingStartedRoutes = {
  read: route.get('/getting-started', { access: startAccess, reply: gettingStarted }),
};
