import { z } from 'zod';
import { defineEntity } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { id, instant, requiredText } from '#platform/common/validation/validation.ts';
import { wholeWithin } from './location.ts';

/** Nobody may park, for an event; or some bays are kept for somebody. */
export const reservationKinds = ['closed', 'reserved'] as const;
export const maxReservedBays = 500;

const stored = z.object({
  locationId: id(),
  /** The group that is closed; null: the whole car park, or single bays. */
  groupId: id().nullable(),
  kind: z.enum(reservationKinds),
  /** For whom or what. */
  purpose: requiredText(80),
  fromAt: instant(),
  untilAt: instant(),
});

/** When a car park, a group or some bays are not for everyone. */
export const reservation = defineEntity('sparking.reservation', { fields: stored });
export const reservationList = {
  filter: ['locationId', 'groupId', 'kind'],
  sort: ['fromAt', 'untilAt'],
  defaultSort: ['fromAt', 'asc'],
} as const satisfies ListSpec;

const named = z.object({ id: z.number(), name: z.string() });
export const shownReservation = reservation.row.extend({
  /** Null for those who do not look after the bays. */
  purpose: z.string().nullable(),
  group: named.nullable(),
  /** The numbers of the bays that are kept. */
  bays: z.array(z.string()),
  /** Who made it; null: the person is gone. */
  by: named.nullable(),
});
export type ShownReservation = z.infer<typeof shownReservation>;

/** Bays that are named, or so many of a group: the first ones that are in service and not kept for somebody else. */
export const reserving = z.object({
  slotIds: z.array(id()).min(1, 'Required').max(maxReservedBays, 'tooLong').optional(),
  groupId: id().optional(),
  count: wholeWithin(1, maxReservedBays).optional(),
  from: instant(),
  until: instant(),
  purpose: requiredText(80),
});

export const reservationRoutes = {
  /** The present and coming ones. */
  list: route.list('/reservation', {
    access: reservation.can('read'),
    reply: shownReservation,
    list: reservationList,
  }),
  /** Closes a car park, or a group of it, from now on. */
  close: route.post('/location/{id}/close', {
    access: reservation.can('create'),
    body: z.object({ groupId: id().nullable().optional(), until: instant(), purpose: requiredText(80) }),
    reply: shownReservation,
  }),
  /** Keeps bays for somebody. */
  reserve: route.post('/location/{id}/reservation', {
    access: reservation.can('create'),
    body: reserving,
    reply: shownReservation,
  }),
  /** Cancels one that is still to come, and ends one that has begun. */
  end: route.delete('/reservation/{id}', { access: reservation.can('delete') }),
};
