import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';

/** The solution of sensors in parking slots. */
export const parkingOccupancy = 20;
/** A shorter occupation does not count as parking. */
export const leastSessionSeconds = 60;

const span = z.object({ from: z.number(), to: z.number() });
const today = z.object({
  /** Since when it has been occupied, within the last week; null if it is free or not known. */
  occupiedSince: z.string().nullable(),
  /** The day of the site, in ms since 1970. */
  day: span,
  /** The sessions of the day, in ms since 1970; the last one may go on. */
  sessions: z.array(span),
});

export const parkingRoutes = {
  /** Refuses with 477 if nothing can be shown: no active token. */
  today: route.get('/device/{id}/parking', {
    access: canDo('metrowatch.device', 'read'),
    reply: today,
    allClients: true,
  }),
};
