import { z } from 'zod';
import { isTime, minutesOf } from '#platform/common/time/time-fields.ts';
import { id, location, numberWithin, requiredText } from '#platform/common/validation/validation.ts';

export const leastStops = 2;
export const mostStops = 50;
export const longestService = 480;

export const clockTime = z.string('Required').refine(isTime, 'invalidTime');
const dayWindow = z
  .object({ from: clockTime, to: clockTime })
  .refine(({ from, to }) => !isTime(from) || !isTime(to) || minutesOf(from) < minutesOf(to), {
    path: ['to'],
    message: 'toAfterFrom',
  });

const fields = z.object({
  name: requiredText(120),
  location: location(),
  /** The point of interest that it is at. */
  pointId: id().nullable(),
  /** When the vehicle may arrive, by the clocks of the place. */
  window: dayWindow.nullable(),
  serviceMinutes: numberWithin(0, longestService).int('outOfRange'),
});
export type PlannedStop = z.infer<typeof fields>;

/** A point of interest, whose name and place it takes, or a place with a name. */
export const newRouteStop = fields.partial().superRefine((stop, { addIssue }) => {
  if (stop.pointId != null) return;
  for (const part of ['name', 'location'] as const)
    if (stop[part] === undefined) addIssue({ code: 'custom', path: [part], message: 'Required' });
});
export type NewRouteStop = z.infer<typeof newRouteStop>;

export const shownRouteStop = fields.extend({
  id: z.number(),
  /** From the stop before; 0 at the first one. */
  metres: z.number(),
  seconds: z.number(),
});
export type ShownRouteStop = z.infer<typeof shownRouteStop>;
