import { z } from 'zod';
import type { AccessRule } from '#platform/common/access.ts';
import { lifecycleOf } from '#platform/common/lifecycle/lifecycle.ts';
import { route } from '#platform/common/route.ts';
import { day, id, instant, requiredText } from '#platform/common/validation/validation.ts';

const named = z.object({ id: z.number(), name: z.string() });

export const materialUnits = ['g', 'ml', 'piece'] as const;
const materialFields = {
  clientId: z.uuid('invalid'),
  /** The trap where it was put; null for the site. */
  deviceId: id().nullable(),
  at: instant(),
  product: requiredText(120),
  registration: requiredText(40).nullable(),
  batch: requiredText(40).nullable(),
  /** 0: what was there was taken away. */
  amount: z.number('enterANumber').min(0, 'outOfRange').max(100_000, 'outOfRange').multipleOf(0.001, 'invalid'),
  unit: z.enum(materialUnits, 'invalid'),
  toxic: z.boolean(),
};
export const newMaterial = z.strictObject(materialFields).superRefine(({ toxic, registration, batch }, context) => {
  // Auditors look for both first.
  if (toxic && !registration) context.addIssue({ code: 'custom', path: ['registration'], message: 'Required' });
  if (toxic && !batch) context.addIssue({ code: 'custom', path: ['batch'], message: 'Required' });
});
export type NewMaterial = z.infer<typeof newMaterial>;
export const material = z.object({ ...materialFields, id: z.number(), person: named.nullable() });
export type Material = z.infer<typeof material>;

export const recommendationStates = ['open', 'done', 'rejected'] as const;
const recommendationFields = {
  clientId: z.uuid('invalid'),
  text: requiredText(300),
  severity: z.enum(['ok', 'poor', 'problem'], 'invalid'),
  dueOn: day(),
  /** Who is to do it. */
  ownerId: id().nullable(),
};
export const newRecommendation = z.strictObject(recommendationFields);
export type NewRecommendation = z.infer<typeof newRecommendation>;
export const recommendation = z.object({
  ...recommendationFields,
  id: z.number(),
  state: z.enum(recommendationStates),
  overdue: z.boolean(),
  owner: named.nullable(),
});
export type Recommendation = z.infer<typeof recommendation>;

export const recommendationLifecycle = lifecycleOf(recommendationStates, ['staff'])({
  table: 'rodent_recommendation',
  column: 'state',
  steps: {
    done: { from: ['open'], to: 'done', by: ['staff'] },
    reject: { from: ['open'], to: 'rejected', by: ['staff'] },
  },
});

/** The calls of what a visit recommends: the customer does it, or says why not. */
export const recommendationSteps = (access: AccessRule) => {
  const step = <Name extends string, Body>(name: Name, body: z.ZodType<Body>) =>
    route.post(`/visit/{id}/recommendation/{recommendationId}/${name}`, {
      access,
      body,
      reply: recommendation,
      status: 200,
    });
  return {
    recommendationDone: step('done', z.strictObject({ note: requiredText(300).optional() })),
    recommendationRejected: step('reject', z.strictObject({ reason: requiredText(300) })),
  };
};
