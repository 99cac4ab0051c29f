import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { requiredText } from '#platform/common/validation/validation.ts';
import { hitCauses, hitKinds, hitSpecies, hitVerdicts } from './hit-words.ts';

export type { HitKind } from './hit-words.ts';

/** The data of the events of traps. The counter says how many hits the trap has had. */
export const trapEvents = {
  hit: z.object({
    type: z.enum(hitKinds).default('activation'),
    body: z.boolean().optional(),
    counter: z.number().int().min(0).max(1_000_000_000).optional(),
  }),
  rearm: z.object({ counter: z.number().int().min(0).max(1_000_000_000).optional() }),
  service: z.object({ counter: z.number().int().min(0).max(1_000_000_000).optional() }),
};

const named = z.object({ id: z.number(), name: z.string() });

export const hitRow = z.object({
  id: z.number(),
  companyId: z.number(),
  device: named,
  /** The number on the trap. */
  number: z.number().nullable(),
  /** Where the trap was then. */
  structure: named.nullable(),
  floor: named.nullable(),
  space: named.nullable(),
  kind: z.enum(hitKinds),
  reportedBy: z.enum(['trap', 'person']),
  /** It happened then, or at an unknown time since `fromAt`. */
  at: z.string(),
  fromAt: z.string().nullable(),
  count: z.number(),
  counterFrom: z.number().nullable(),
  counterTo: z.number().nullable(),
  body: z.boolean(),
  temperature: z.number().nullable(),
  rearmedAt: z.string().nullable(),
  service: z.boolean(),
  selfRearmed: z.boolean(),
  mass: z.boolean(),
  late: z.boolean(),
  receivedAt: z.string(),
  verdict: z.enum(hitVerdicts),
  /** Whether a rule gave the verdict, and no person. */
  presumed: z.boolean(),
});
export type Hit = z.infer<typeof hitRow>;

export const hitVerdict = z.object({
  id: z.number(),
  at: z.string(),
  verdict: z.enum(hitVerdicts),
  species: z.enum(hitSpecies).nullable(),
  count: z.number().nullable(),
  cause: z.enum(hitCauses).nullable(),
  reason: z.string().nullable(),
  by: named.nullable(),
  presumed: z.boolean(),
  visitId: z.number().nullable(),
});
export type HitVerdict = z.infer<typeof hitVerdict>;

export const hitList = {
  filter: ['deviceId', 'structureId', 'verdict', 'kind', 'at', 'mass', 'late'],
  valuesOnly: ['mass', 'late'],
  sort: ['at'],
  defaultSort: ['at', 'desc'],
  countUpTo: 10_000,
} as const satisfies ListSpec;

/** A verdict of a person. */
export const givenVerdict = z.object({
  verdict: z.enum(hitVerdicts),
  species: z.enum(hitSpecies).optional(),
  count: z.number('enterANumber').int().min(0).max(30).optional(),
  cause: z.enum(hitCauses).optional(),
  /** Needed to change what a person has said. */
  reason: requiredText(300).optional(),
});
export type GivenVerdict = z.infer<typeof givenVerdict>;

const give = canDo('rodent.hit', 'verdict');

export const hitRoutes = {
  list: route.list('/hit', { access: canDo('rodent.hit', 'read'), tokens: true, reply: hitRow, list: hitList }),
  /** What rules and people said of a hit, the newest first. */
  verdicts: route.get('/hit/{id}/verdict', { access: canDo('rodent.hit', 'read'), reply: z.array(hitVerdict) }),
  giveVerdict: route.post('/hit/{id}/verdict', {
    access: give,
    body: givenVerdict,
    reply: hitRow,
    status: 200,
    idempotent: true,
  }),
  /** The same verdict on several hits; the reply says of each whether it was given. */
  giveVerdicts: route.post('/hit/verdict', {
    access: give,
    body: givenVerdict.extend({
      ids: z.array(z.number().int().positive('pleaseInputIDRight')).min(1, 'Required').max(200, 'tooLong'),
    }),
    reply: z.array(z.object({ id: z.number(), refused: z.string().nullable() })),
    status: 200,
    idempotent: true,
  }),
};
