import { z } from 'zod';
import { qualities } from '#core/states/common/state-interval.ts';
import { historyRoute } from '#platform/common/change-log.ts';
import { defineEntity } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { weekSchedule } from '#platform/common/time/week-schedule.ts';
import { id, instant, requiredText } from '#platform/common/validation/validation.ts';
import { slotUses } from './counts.ts';
import { wholeWithin } from './location.ts';

export const slotStates = ['free', 'occupied', 'unknown', 'out-of-service'] as const;
/** What a person can say of a bay. */
export const setStates = ['free', 'occupied', 'unknown'] as const;
export const connectors = ['type2', 'ccs2', 'chademo', 'nacs'] as const;

const maxStayMinutes = wholeWithin(5, 43_200).nullable();
const use = z.enum(slotUses);
/** What holds while its schedule is open; the first of the rules that applies counts. */
const rule = z.object({
  schedule: weekSchedule,
  use: use.optional(),
  maxStayMinutes: maxStayMinutes.optional(),
  closed: z.boolean().optional(),
});
const outOfService = z
  .object({ reason: requiredText(200), from: instant(), until: instant().nullable() })
  .refine(({ from, until }) => until === null || Date.parse(until) > Date.parse(from), {
    path: ['until'],
    message: 'toLater',
  });

const stored = z.object({
  groupId: id().nullable(),
  use,
  maxStayMinutes,
  rules: z.array(rule).max(5, 'tooMany'),
  reservedFor: requiredText(80).nullable(),
  charger: z
    .object({ connector: z.enum(connectors), kW: wholeWithin(3, 400), channel: requiredText(64).nullable() })
    .nullable(),
  widthCm: wholeWithin(50, 1000).nullable(),
});

/** A bay: a space of this kind, whose id it has, and what parking adds to it. */
export const slot = defineEntity('sparking.slot', {
  fields: stored,
  roles: { 'set-state': 'Operator', check: 'Operator' },
});
export const slotList = {
  search: ['number', 'code'],
  filter: ['locationId', 'groupId', 'use', 'floorId', 'state'],
  valuesOnly: ['state'],
  sort: ['number', 'state', 'since', 'group'],
  defaultSort: ['number', 'asc'],
} as const satisfies ListSpec;

/** The columns of a bay that lists read. */
export const slotRow = slot.row.extend({
  locationId: z.number(),
  number: z.string(),
  code: z.string().nullable(),
  floorId: z.number().nullable(),
});
const named = z.object({ id: z.number(), name: z.string() });
export const shownSlot = slotRow.extend({
  outOfService: z.object({ reason: z.string(), from: z.string(), until: z.string().nullable() }).nullable(),
  group: named.nullable(),
  floor: named.nullable(),
  state: z.enum(slotStates),
  since: z.string().nullable(),
  quality: z.enum(qualities).nullable(),
  /** The sensor that says so; null if a person does. */
  device: named.extend({ solutionId: z.number() }).nullable(),
  /** When what watches it was last heard. */
  heardAt: z.string().nullable(),
  /** The reservation that holds now. Its purpose is null for those who do not look after the bays. */
  reservation: z.object({ until: z.string(), purpose: z.string().nullable() }).nullable(),
});
export type ShownSlot = z.infer<typeof shownSlot>;

const changes = stored
  .extend({ groupId: id(), outOfService: outOfService.nullable() })
  .extend({ number: requiredText(20), code: requiredText(40).nullable(), floorId: id().nullable() })
  .partial();
export type SlotChanges = z.infer<typeof changes>;
/** How numbers are written: 1 or ١. */
export const digitKinds = ['western', 'arabic'] as const;
/** The numbers that bays get in the order of those they have: all bays of a group, or the chosen ones. */
const renumbering = z
  .object({
    ids: z.array(id()).min(1, 'Required').max(1000, 'tooLong').optional(),
    groupId: id().optional(),
    prefix: z.string().trim().max(14, 'tooLong'),
    from: wholeWithin(0, 999_999),
    digits: wholeWithin(1, 6),
    digitKind: z.enum(digitKinds),
  })
  .refine(({ ids, groupId }) => (ids === undefined) !== (groupId === undefined), {
    path: ['groupId'],
    message: 'baysOrGroup',
  });
export type Renumbering = z.infer<typeof renumbering>;
const zero = { western: '0', arabic: '٠' } as const;
/** The number of the bay at a place of a renumbered series. */
export const numberAt = (
  { prefix, from, digits, digitKind }: Pick<Renumbering, 'prefix' | 'from' | 'digits' | 'digitKind'>,
  at: number,
): string => {
  const text = String(from + at).padStart(digits, '0');
  const shift = zero[digitKind].charCodeAt(0) - zero.western.charCodeAt(0);
  return prefix + text.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + shift));
};
const one = '/slot/{id}';

export const slotRoutes = {
  list: route.list('/slot', { access: slot.can('read'), reply: shownSlot, list: slotList }),
  /** Changes many bays of one location alike. */
  bulk: route.patch('/slot/bulk', {
    access: slot.can('update'),
    body: z.object({
      ids: z
        .array(z.number('enterANumber').int().positive('pleaseInputIDRight'))
        .min(1, 'Required')
        .max(5000, 'tooLong'),
      set: changes.pick({ use: true, groupId: true, maxStayMinutes: true, outOfService: true }),
    }),
    reply: z.object({ changed: z.number() }),
  }),
  /** Renumbers bays of one location, all or none. Their codes stay, which are printed on the walls. */
  renumber: route.post('/slot/renumber', {
    access: slot.can('update'),
    body: renumbering,
    reply: z.object({ changed: z.number() }),
    status: 200,
  }),
  get: route.get(one, { access: slot.can('read'), reply: shownSlot }),
  history: historyRoute(slot.name, one),
  update: route.patch(one, { access: slot.can('update'), body: changes, reply: shownSlot }),
  /** What a person sees there. It holds until the sensor reports a change. */
  setState: route.post(`${one}/state`, {
    access: slot.can('set-state'),
    body: z.object({ state: z.enum(setStates), reason: requiredText(200) }),
    reply: shownSlot,
    status: 200,
  }),
};
