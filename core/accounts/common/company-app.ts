import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { id } from '#platform/common/validation/validation.ts';

const trial = z.object({
  startedAt: z.string(),
  startedBy: z.string().nullable(),
  expiresAt: z.string(),
  /** The number of devices that may get a subscription, and of those that have one. */
  devices: z.number(),
  used: z.number(),
});

/** An app that a company holds or can get. */
const companyApp = z.object({
  id: z.string(),
  held: z.boolean(),
  /** The trial that the company has started; it stays here after its end. */
  trial: trial.nullable(),
  /** Whether the company may start a trial now. */
  trialOffered: z.boolean(),
  /** The open request to the administrators of the platform. */
  request: z.object({ at: z.string(), by: z.string().nullable() }).nullable(),
});
export type CompanyApp = z.infer<typeof companyApp>;

const params = z.object({ id: id(), app: z.string().max(40, 'tooLong') });

export const companyAppRoutes = {
  list: route.get('/company/{id}/app', {
    access: canDo('company.app', 'read'),
    reply: z.object({
      /** What a trial includes; null if the installation offers none. */
      trial: z.object({ devices: z.number(), days: z.number() }).nullable(),
      apps: z.array(companyApp),
    }),
  }),
  /** Once per app and company; idempotent. */
  startTrial: route.put('/company/{id}/app/{app}/trial', {
    access: canDo('company.app', 'try'),
    params,
    reply: companyApp,
  }),
  /** Requests an app from the administrators of the platform; idempotent. */
  request: route.put('/company/{id}/app/{app}/request', {
    access: canDo('company.app', 'request'),
    params,
    reply: companyApp,
  }),
};
