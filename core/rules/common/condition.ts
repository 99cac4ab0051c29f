import { z } from 'zod';
import { placeWords, positionWords } from '#core/alarms/common/place-words.ts';
import { monthSeconds, seconds } from '#core/alarms/common/trigger.ts';
import { requiredText } from '#platform/common/validation/validation.ts';

export const number = () => z.number('enterANumber');
const sensorKey = () => requiredText(60);
const leastOf = { faster: 1, slower: 0.1, away: 50, older: 60 } as const;
const mostOf = { faster: 1000, slower: 1000, away: 1_000_000, older: monthSeconds } as const;
/** How far a value must return beyond the limit before the predicate ends, in the sensor's unit. */
const clearBand = number().min(0, 'outOfRange').optional();
const scalar = z.union([number(), z.boolean(), requiredText(120)]);

export const comparisons = ['>', '>=', '<', '<=', '=', '!=', 'in'] as const;
/** Compares the latest value of a sensor with a constant, a list of constants, or another sensor's value plus an offset. */
const valuePredicate = z.object({
  sensor: sensorKey(),
  is: z.enum(comparisons),
  value: z.union([
    scalar,
    z.array(scalar).min(1, 'Required').max(20, 'tooLong'),
    z.object({ sensor: sensorKey(), offset: number() }),
  ]),
  clearBand,
});
/** The latest value of a sensor has risen (`by` > 0) or fallen (`by` < 0) by at least `by` within `overSeconds`. */
const changePredicate = z.object({
  change: sensorKey(),
  overSeconds: seconds(60, 86_400),
  by: number().refine((by) => by !== 0, 'outOfRange'),
  clearBand,
});
/**
 * A value of a sensor is at least `by` above (`by` > 0) or below (`by` < 0) the value before, however long ago that was.
 * `onlyWhile`: another sensor has had this value at both and in between. It holds at one value only and does not last.
 */
const stepPredicate = z.object({
  step: sensorKey(),
  by: number().refine((by) => by !== 0, 'outOfRange'),
  onlyWhile: z.object({ sensor: sensorKey(), is: scalar }).optional(),
});
/** No value of a sensor, or no message of the device (null), for that long. */
const silencePredicate = z.object({ noDataFrom: sensorKey().nullable(), seconds: seconds(30, monthSeconds) });
/**
 * The device has entered a geofence and is in it, has left one and is outside it, is in one or outside of one however it
 * got there, or has crossed one between its two latest positions, which are both outside. Null means any geofence of the
 * company, and outside of all of them. Staying for a time is `inside` with a trigger of that duration.
 */
const placePredicate = z.object({
  place: z.enum(placeWords),
  geofenceId: z
    .number('pleaseInputIDRight')
    .int('pleaseInputIDRight')
    .positive('pleaseInputIDRight')
    .max(2_147_483_647, 'pleaseInputIDRight')
    .nullable(),
});
/**
 * The latest position is faster or slower than this many km/h, this many metres from where the device last stood still, or
 * older than this many seconds. Without a speed it is neither fast nor slow.
 */
const positionPredicate = z
  .object({ position: z.enum(positionWords), than: number() })
  .refine(({ position, than }) => than >= leastOf[position] && than <= mostOf[position], {
    path: ['than'],
    message: 'outOfRange',
  });
/**
 * The latest position is faster than the lowest speed limit of the geofences that the device is in, by more than this many
 * km/h.
 */
const limitPredicate = z.object({
  limit: z.literal('fence'),
  over: number().min(0, 'outOfRange').max(200, 'outOfRange'),
});
/** Nobody is known to wear the device, of a model that tracks people. */
const personPredicate = z.object({ person: z.literal('unknown') });
/** Compares what the device last reported of itself, such as its firmware, with a constant or a list of constants. */
const attributePredicate = z.object({
  attribute: z.string('Required').regex(/^\w{1,60}$/, 'invalid'),
  is: z.enum(comparisons),
  value: z.union([scalar, z.array(scalar).min(1, 'Required').max(20, 'tooLong')]),
  clearBand,
});
/**
 * At least this many events of a kind within the last `withinSeconds`; `where` names values of their data, any of each
 * list.
 */
const eventPredicate = z.object({
  event: requiredText(60),
  where: z
    .record(z.string().max(60, 'tooLong'), z.array(scalar).min(1, 'Required').max(20, 'tooLong'))
    .refine((fields) => Object.keys(fields).length <= 10, 'tooLong'),
  times: number().int().min(1, 'outOfRange').max(100, 'outOfRange'),
  withinSeconds: seconds(10, 86_400),
});
const predicate = z.union([
  valuePredicate,
  changePredicate,
  stepPredicate,
  silencePredicate,
  placePredicate,
  positionPredicate,
  limitPredicate,
  personPredicate,
  attributePredicate,
  eventPredicate,
]);
export type Predicate = z.infer<typeof predicate>;
export type Condition = Predicate | { all: Condition[] } | { any: Condition[] };

export const maxPredicates = 20;
const group = (part: z.ZodType<Condition, Condition>): z.ZodType<Condition, Condition> =>
  z.union([
    z.object({ all: z.array(part).min(1, 'Required').max(maxPredicates, 'tooLong') }),
    z.object({ any: z.array(part).min(1, 'Required').max(maxPredicates, 'tooLong') }),
  ]);
const inner = z.union([predicate, group(predicate)]);

export const predicatesOf = (condition: Condition): Predicate[] =>
  'all' in condition
    ? condition.all.flatMap(predicatesOf)
    : 'any' in condition
      ? condition.any.flatMap(predicatesOf)
      : [condition];

/** The sensors that a predicate is about; the one whose values are compared is the first. */
export function sensorsOf(predicate: Predicate): string[] {
  if ('sensor' in predicate) return [predicate.sensor];
  if ('change' in predicate) return [predicate.change];
  if ('step' in predicate) return predicate.onlyWhile ? [predicate.step, predicate.onlyWhile.sensor] : [predicate.step];
  return 'noDataFrom' in predicate && predicate.noDataFrom !== null ? [predicate.noDataFrom] : [];
}

/** Whether a condition holds at one value only. */
export const isInstant = (condition: Condition): boolean =>
  'all' in condition
    ? condition.all.some(isInstant)
    : 'any' in condition
      ? condition.any.every(isInstant)
      : 'step' in condition;

/** Predicates joined by "all" and "any", at most three deep. */
export const condition: z.ZodType<Condition, Condition> = z
  .union([predicate, group(inner)])
  .refine((whole) => predicatesOf(whole).length <= maxPredicates, 'tooLong');
