import { z } from 'zod';
import { historyRoute } from '#platform/common/change-log.ts';
import { defineEntity } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { day, requiredText } from '#platform/common/validation/validation.ts';
import { trapZones } from '../trap.ts';

const wholeWithin = (min: number, max: number) =>
  z.number('enterANumber').int('enterANumber').min(min, 'outOfRange').max(max, 'outOfRange');
const perZone = <Value extends z.ZodType>(value: Value) =>
  z.strictObject({ 'interior-food': value, interior: value, exterior: value });

/** Catches per 100 trap-nights from which a zone is amber or red. */
const levels = z
  .strictObject({
    amber: z.number('enterANumber').min(0, 'outOfRange').max(100, 'outOfRange'),
    red: z.number('enterANumber').min(0, 'outOfRange').max(100, 'outOfRange'),
  })
  .refine(({ amber, red }) => amber <= red, { path: ['red'], error: 'outOfRange' });

/** How a site is looked after. The id is that of its structure. */
export const policy = defineEntity('rodent.policy', {
  fields: z.object({
    /** Toxic products are refused. */
    poisonFree: z.boolean(),
    /** A caught animal that lives is seen to within these hours. */
    checkLiveCatchH: wholeWithin(4, 24),
    /** A hit is followed by a visit within these hours. */
    respondH: perZone(wholeWithin(1, 168)),
    visitEveryDays: wholeWithin(7, 90),
    actionLevels: perZone(levels),
    reviewDue: day().nullable(),
    /** Toxic bait stays at one point for at most so many days; null: no limit, which is the law of some countries. */
    baitingDays: wholeWithin(7, 365).nullable(),
    contractor: requiredText(120).nullable(),
  }),
});
export type Policy = z.infer<typeof policy.fields>;

/** The policy of a site for which nobody has stated one. */
export const usualPolicy: Policy = {
  poisonFree: true,
  checkLiveCatchH: 12,
  respondH: { 'interior-food': 4, interior: 24, exterior: 72 },
  visitEveryDays: 28,
  // Any catch among food is one too many.
  actionLevels: {
    'interior-food': { amber: 0, red: 0 },
    interior: { amber: 1, red: 3 },
    exterior: { amber: 5, red: 15 },
  },
  reviewDue: null,
  baitingDays: null,
  contractor: null,
};
export const policyZones = trapZones;

const at = '/policy/{id}';
/** `zone`: the time zone of the site (IANA name). */
const shown = policy.fields.extend({ id: z.number(), site: z.string(), zone: z.string(), stated: z.boolean() });
export type ShownPolicy = z.infer<typeof shown>;
export const policyRoutes = {
  get: route.get(at, { access: policy.can('read'), reply: shown }),
  put: route.put(at, { access: policy.can('update'), body: policy.fields, reply: shown }),
  history: historyRoute(policy.name, at),
};
