import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';

export const comPackageKinds = ['sms', 'calling', 'communication'] as const;
export type ComPackageKind = (typeof comPackageKinds)[number];

const balance = z.object({
  id: z.number(),
  kind: z.enum(comPackageKinds),
  /** One of the ten communication icons. */
  icon: z.number().int().min(1).max(10),
  total: z.number(),
  remaining: z.number(),
});
export type ComPackage = z.infer<typeof balance>;

const path = '/company/{id}/com-package' as const;
export const comPackageRoutes = {
  /** The units of each kind that a company has bought or received, and the remaining ones. */
  list: route.get(path, { access: canDo('company.com-package', 'read'), reply: z.array(balance) }),
  /** Passes units on to a client. */
  transfer: route.patch(path, {
    access: canDo('company.com-package', 'transfer'),
    body: z.object({
      packageId: z.number('enterANumber').int().positive('pleaseInputIDRight'),
      companyId: z.number('enterANumber').int().positive('pleaseInputIDRight'),
      units: z.number('enterANumber').int('enterANumber').positive('positiveNumber').max(1_000_000_000, 'outOfRange'),
    }),
    reply: z.array(balance),
    idempotent: true,
  }),
};
