import { z } from 'zod';
import { historyRoute } from '#platform/common/change-log.ts';
import { canDo } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { currencies } from '#platform/common/text/currencies.ts';
import { id, instant, numberWithin, requiredText } from '#platform/common/validation/validation.ts';
import { billLine, month } from './bill.ts';
import { billedUnits, billingUnits, utilities } from './manifest.ts';
import { tariffTerms } from './terms.ts';

export const assignmentLevels = ['device', 'structure', 'solution'] as const;
export type AssignmentLevel = (typeof assignmentLevels)[number];

const names = { nameEn: requiredText(80), nameAr: requiredText(80) };
const fields = z.object({
  ...names,
  utility: z.enum(utilities, 'Required'),
  currency: z.enum(currencies, 'Required'),
  unit: z.enum(billingUnits, 'Required'),
});
const version = { validFrom: month(), terms: tariffTerms };

/** Where a tariff applies. `refId` is the id of the device, the structure or the solution. */
export const assignment = z.object({
  id: z.number(),
  level: z.enum(assignmentLevels),
  refId: z.number(),
  /** The name of the device or structure; null for a solution. */
  name: z.string().nullable(),
  dwellings: z.number(),
});
export type TariffAssignment = z.infer<typeof assignment>;

export const tariffRow = fields.extend({
  id: z.number().int(),
  companyId: z.number().int(),
  createdAt: instant(),
  /** The name in the reader's language. */
  localizedName: z.string(),
  /** A sample with published prices of a date, not for billing. */
  example: z.boolean(),
  /** The newest version with its first month. */
  version: z.number(),
  ...version,
  assignments: z.array(assignment),
});
export type Tariff = z.infer<typeof tariffRow>;

export const tariffList = {
  search: ['nameEn'],
  filter: ['utility', 'currency'],
  sort: ['nameEn', 'createdAt'],
  defaultSort: ['nameEn', 'asc'],
} as const satisfies ListSpec;

export const newTariff = fields
  .extend(version)
  .refine(({ utility, unit }) => billedUnits[utility].includes(unit), { path: ['unit'], error: 'invalid' });

/** New terms are a new version: versions never change. */
export const tariffChange = z.object({ ...names, ...version }).partial();

export const newAssignment = z.object({
  level: z.enum(assignmentLevels, 'Required'),
  refId: id(),
  dwellings: z.number('enterANumber').int('enterANumber').min(1, 'outOfRange').max(10_000, 'outOfRange').default(1),
});

export const trial = z.object({
  quantity: numberWithin(0, 1e9),
  dwellings: newAssignment.shape.dwellings,
});
export const trialReply = z.object({
  currency: z.enum(currencies),
  lines: z.array(billLine),
  subtotal: z.number(),
  taxable: z.number(),
  vat: z.number(),
  total: z.number(),
});

export function tariffRoutes(app: string) {
  const can = (action: string) => canDo(`${app}.tariff`, action);
  return {
    list: route.list('/tariff', { access: can('read'), reply: tariffRow, list: tariffList }),
    get: route.get('/tariff/{id}', { access: can('read'), reply: tariffRow }),
    create: route.post('/tariff', { access: can('create'), body: newTariff, reply: tariffRow, idempotent: true }),
    update: route.patch('/tariff/{id}', { access: can('update'), body: tariffChange, reply: tariffRow }),
    history: historyRoute(`${app}.tariff`, '/tariff/{id}'),
    /** 409: another tariff of the utility applies there already. */
    assign: route.post('/tariff/{id}/assign', { access: can('update'), body: newAssignment, reply: tariffRow }),
    unassign: route.delete('/tariff/{id}/assign/{assignmentId}', { access: can('update') }),
    /** The cost of a consumption, in the unit of the tariff, in a full month. */
    try: route.post('/tariff/{id}/try', { access: can('read'), body: trial, reply: trialReply, status: 200 }),
  };
}
