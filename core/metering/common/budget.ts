import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { numberWithin } from '#platform/common/validation/validation.ts';

export const budgetFields = z.object({
  /** The amount that the meter may count in a month, in the unit of its counter; null for no budget. */
  amount: numberWithin(0.001, 1e9).nullable(),
});
const budget = budgetFields.extend({
  /** The amount of this month; null while unknown. */
  used: z.number().nullable(),
  unit: z.string(),
});

/** The monthly budget of a meter. */
export function budgetRoutes(app: string) {
  return {
    read: route.get('/device/{id}/budget', { access: canDo(`${app}.device`, 'read'), reply: budget, allClients: true }),
    set: route.put('/device/{id}/budget', {
      access: canDo(`${app}.device`, 'update'),
      body: budgetFields,
      reply: budget,
    }),
  };
}
