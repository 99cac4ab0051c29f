import { z } from 'zod';
import { requiredText } from '#platform/common/validation/validation.ts';

export const trapKinds = ['snap', 'multi-catch', 'electronic', 'monitor'] as const;
export type TrapKind = (typeof trapKinds)[number];
export const trapTargets = ['rat', 'mouse', 'both'] as const;
/** Where a trap stands: inside among food, elsewhere inside, or outside. */
export const trapZones = ['interior-food', 'interior', 'exterior'] as const;
export type TrapZone = (typeof trapZones)[number];

/** What people enter for a trap. `number` is printed on it and on plans, and unique in its structure. */
export const trapFields = z.object({
  number: z.number().int().min(1).max(9999).nullable(),
  kind: z.enum(trapKinds),
  target: z.enum(trapTargets),
  zone: z.enum(trapZones),
  lure: requiredText(80).nullable(),
  capacity: z.number().int().min(1).max(30).nullable(),
  liveCatch: z.boolean(),
});
