import { z } from 'zod';
import { route } from '#platform/common/route.ts';
import { slotUses } from '../counts.ts';
import { slot, slotStates } from '../slot.ts';

/** A bay as a plan shows it. */
export const planSlot = z.object({
  id: z.number(),
  number: z.string(),
  floorId: z.number().nullable(),
  use: z.enum(slotUses),
  state: z.enum(slotStates),
  /** Whether it is reserved for somebody now. */
  reserved: z.boolean(),
});
export type PlanSlot = z.infer<typeof planSlot>;

export const planRoutes = {
  /** All bays of a location with their state now, for its plans. */
  slots: route.get('/location/{id}/slot', { access: slot.can('read'), reply: z.array(planSlot) }),
};
