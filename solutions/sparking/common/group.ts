import { z } from 'zod';
import { maxSeries } from '#core/places/common/space.ts';
import { historyRoute } from '#platform/common/change-log.ts';
import { defineEntity } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { id, requiredText } from '#platform/common/validation/validation.ts';
import { slotCounts, slotUses } from './counts.ts';
import { capacityDeclared, countModes, wholeWithin } from './location.ts';

/** The most groups of a location. */
export const maxGroups = 200;
export const groupKinds = ['level', 'zone', 'street-side', 'reserved'] as const;

const fields = z.object({
  locationId: id(),
  name: requiredText(80),
  floorId: id().nullable(),
  kind: z.enum(groupKinds),
  /** null: that of the location. */
  countMode: z.enum(countModes).nullable(),
  capacityDeclared,
  forPublic: z.boolean(),
  order: wholeWithin(0, 9999),
});

/** A part of a car park that is counted together. */
export const group = defineEntity('sparking.group', { fields, roles: { count: 'Operator' } });
export type GroupFields = z.infer<typeof fields>;
export const groupList = {
  search: ['name'],
  filter: ['locationId', 'kind', 'floorId'],
  sort: ['order', 'name'],
  defaultSort: ['order', 'asc'],
} as const satisfies ListSpec;

export const shownGroup = group.row.extend({
  floor: z.object({ id: z.number(), name: z.string() }).nullable(),
  ...slotCounts.shape,
});
export type ShownGroup = z.infer<typeof shownGroup>;

/** Numbered bays: "B1-001" to "B1-120". */
const slots = z
  .object({
    prefix: z.string().trim().max(14, 'tooLong'),
    from: wholeWithin(0, 999_999),
    to: wholeWithin(0, 999_999),
    digits: wholeWithin(1, 6),
    use: z.enum(slotUses),
  })
  .refine(({ from, to }) => to >= from, { path: ['to'], message: 'outOfRange' })
  .refine(({ from, to }) => to - from < maxSeries, { path: ['to'], message: 'seriesTooLong' });
export type SlotSeries = z.infer<typeof slots>;

const changes = fields.omit({ locationId: true }).partial().extend({ slots: slots.optional() });
/** A group whose location is known. */
export const newGroup = changes.extend({ name: fields.shape.name });
export type NewGroup = z.infer<typeof newGroup>;
const one = '/group/{id}';

export const groupRoutes = {
  list: route.list('/group', { access: group.can('read'), reply: shownGroup, list: groupList }),
  /** With `slots` its bays are made in the same step: all of them, or neither bays nor group. */
  create: route.post('/group', {
    access: group.can('create'),
    body: newGroup.extend({ locationId: id() }),
    reply: shownGroup,
  }),
  history: historyRoute(group.name, one),
  /** With `slots` it gets further bays. */
  update: route.patch(one, { access: group.can('update'), body: changes, reply: shownGroup }),
  /** A group with bays is removed only if they move to another one of its location. */
  remove: route.delete(one, { access: group.can('delete'), query: z.object({ moveTo: id().optional() }) }),
};
