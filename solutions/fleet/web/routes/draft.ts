import { z } from 'zod';
import { isTime, minutesOf } from '#platform/common/time/time-fields.ts';
import { location, numberWithin, requiredText } from '#platform/common/validation/validation.ts';
import { plannedRoute, type ShownRoute, usualCorridor, usualTolerance } from '../../common/routes/route.ts';
import { leastStops, longestService, mostStops, type PlannedStop } from '../../common/routes/route-stop.ts';

const orNoTime = z.string().refine((text) => text === '' || isTime(text), 'invalidTime');

/** A stop while it is edited: times that are not given are empty. */
const draftStop = z
  .object({
    /** Tells stops apart that are at the same point of interest. */
    key: z.number(),
    name: requiredText(120),
    location: location(),
    pointId: z.number().nullable(),
    from: orNoTime,
    to: orNoTime,
    serviceMinutes: numberWithin(0, longestService).int('outOfRange'),
  })
  .superRefine(({ from, to }, { addIssue }) => {
    if (from !== '' && to === '') addIssue({ code: 'custom', path: ['to'], message: 'Required' });
    else if (from === '' && to !== '') addIssue({ code: 'custom', path: ['from'], message: 'Required' });
    else if (isTime(from) && isTime(to) && minutesOf(to) <= minutesOf(from))
      addIssue({ code: 'custom', path: ['to'], message: 'toAfterFrom' });
  });
export type DraftStop = z.infer<typeof draftStop>;

const option = z.object({ value: z.string(), label: z.string() });
export const routeSchema = plannedRoute.fields.extend({
  // Already a number: a field of the form is never a text.
  scheduleId: z.number().nullable(),
  stops: z.array(draftStop).min(leastStops, 'tooFewStops').max(mostStops, 'tooMany'),
  vehicleIds: z.array(option),
});
type RouteValues = z.output<typeof routeSchema>;

export const draftOfRoute = (before: ShownRoute | undefined) => ({
  name: before?.name ?? '',
  corridor: before?.corridor ?? usualCorridor,
  scheduleId: before?.scheduleId ?? null,
  tolerance: before?.tolerance ?? usualTolerance,
  active: before?.active ?? true,
  vehicleIds: (before?.vehicles ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
  stops: (before?.stops ?? []).map(({ name, location: at, pointId, window, serviceMinutes }, key) => ({
    ...{ key, name, location: at, pointId, serviceMinutes },
    ...{ from: window?.from ?? '', to: window?.to ?? '' },
  })),
});

/** When a vehicle may arrive; null unless both times are given. */
export const windowOf = ({ from, to }: Pick<DraftStop, 'from' | 'to'>): PlannedStop['window'] =>
  isTime(from) && isTime(to) ? { from, to } : null;

export const bodyOf = ({ stops, vehicleIds, ...fields }: RouteValues) => ({
  ...fields,
  vehicleIds: vehicleIds.map(({ value }) => Number(value)),
  stops: stops.map(({ name, location: at, pointId, serviceMinutes, ...times }) => ({
    ...{ pointId, serviceMinutes, window: windowOf(times) },
    // The name and place of a point of interest are its own.
    ...(pointId === null ? { name, location: at } : {}),
  })),
});
export type RouteBody = ReturnType<typeof bodyOf>;

/** Moves a stop to another place in the order. */
export function movedTo<Stop>(stops: readonly Stop[], from: number, to: number): Stop[] {
  const rest = stops.filter((_, at) => at !== from);
  return [...rest.slice(0, to), ...stops.slice(from, from + 1), ...rest.slice(to)];
}
