import { z } from 'zod';
import { defineEntity } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { id, requiredText } from '#platform/common/validation/validation.ts';
import { group } from './group.ts';

export const directions = ['in', 'out'] as const;
export const correctionCauses = ['slots', 'quiet-hour', 'operator', 'restart', 'reset'] as const;

/** The hardware models that count the vehicles that pass them. */
export const counterModels: readonly number[] = [2304];

/** The events of counters that report each passage. */
export const counterEvents = {
  passage: z.object({ dir: z.enum(directions), gate: z.string().max(64).optional() }),
};

const fields = z.object({
  groupId: id(),
  /** A counter of this app; or else `gate`, the name under which other apps know a gate. */
  deviceId: id().nullable(),
  gate: requiredText(64).nullable(),
  /** Who passes it inwards leaves the group. */
  reversed: z.boolean(),
  /** The only direction that is allowed; null: both. */
  direction: z.enum(directions).nullable(),
});

/** What counts the vehicles of a group: a device, or a gate at which other apps see them pass. */
export const counter = defineEntity('sparking.counter', { fields });
export const counterList = {
  filter: ['locationId', 'groupId', 'deviceId'],
  sort: ['id'],
  defaultSort: ['id', 'asc'],
} as const satisfies ListSpec;
export const shownCounter = counter.row.extend({
  locationId: z.number(),
  device: z.object({ id: z.number(), name: z.string() }).nullable(),
});
export type ShownCounter = z.infer<typeof shownCounter>;

export const counterRoutes = {
  list: route.list('/counter', { access: counter.can('read'), reply: shownCounter, list: counterList }),
  create: route.post('/counter', {
    access: counter.can('create'),
    body: fields
      .partial()
      .extend({ groupId: id() })
      .refine(({ deviceId = null, gate = null }) => (deviceId === null) !== (gate === null), {
        path: ['deviceId'],
        message: 'deviceOrGate',
      }),
    reply: shownCounter,
  }),
  update: route.patch('/counter/{id}', {
    access: counter.can('update'),
    body: fields.partial(),
    reply: shownCounter,
  }),
  remove: route.delete('/counter/{id}', { access: counter.can('delete') }),
};

const counted = { raw: z.number(), shown: z.number(), capacity: z.number() };
const named = z.object({ id: z.number(), name: z.string() });
/** How many vehicles are in a group by its counters. */
export const groupCount = z.object({
  ...counted,
  /**
   * When a figure that is given beforehand is taken; null: never, because there is no nightly count, or bays are watched as
   * well.
   */
  nightlyAt: z.string().nullable(),
  /** The figure that somebody has given for that. */
  given: z.object({ value: z.number(), reason: z.string(), by: named.nullable() }).nullable(),
});
export type GroupCount = z.infer<typeof groupCount>;
const saidCount = z.object({
  value: z.number('enterANumber').int('enterANumber').min(0, 'outOfRange').max(100_000, 'outOfRange'),
  reason: requiredText(200),
});
const { id: rowId, companyId, createdAt } = counter.row.shape;
/** A change of a count that no vehicle has made. */
export const correction = z.object({
  ...{ id: rowId, companyId, createdAt },
  groupId: z.number(),
  at: z.string(),
  before: z.number(),
  after: z.number(),
  cause: z.enum(correctionCauses),
  reason: z.string().nullable(),
});
export const shownCorrection = correction.extend({
  /** null: a rule has corrected it. */
  user: z.object({ id: z.number(), name: z.string() }).nullable(),
});
export type ShownCorrection = z.infer<typeof shownCorrection>;
export const correctionList = {
  filter: ['groupId'],
  sort: ['at'],
  defaultSort: ['at', 'desc'],
} as const satisfies ListSpec;

export const countRoutes = {
  get: route.get('/group/{id}/count', { access: group.can('read'), reply: groupCount }),
  /** Somebody has counted the vehicles there. */
  set: route.post('/group/{id}/count', {
    access: group.can('count'),
    body: saidCount,
    reply: groupCount,
    status: 200,
  }),
  /** Somebody says beforehand how many will be there at the time of the next nightly count, which takes that. */
  give: route.put('/group/{id}/count/nightly', { access: group.can('count'), body: saidCount, reply: groupCount }),
  withdraw: route.delete('/group/{id}/count/nightly', { access: group.can('count') }),
  corrections: route.list('/group/{id}/correction', {
    access: group.can('read'),
    reply: shownCorrection,
    list: correctionList,
  }),
};
