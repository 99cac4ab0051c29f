import { z } from 'zod';
import { historyRoute } from '#platform/common/change-log.ts';
import { defineEntity } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { day, id, phone, requiredText } from '#platform/common/validation/validation.ts';

export const driverStates = ['active', 'leave', 'blocked'] as const;

const emiratesId = () =>
  z
    .string('Required')
    .trim()
    .regex(/^784-\d{4}-\d{7}-\d$/, 'invalidEmiratesId');

/** Who drives vehicles, with or without an account. Abilities go by the base site. */
export const driver = defineEntity('fleet.driver', {
  fields: z.object({
    name: requiredText(80),
    structureId: id(),
    phone: phone().nullable(),
    employeeNo: requiredText(20).nullable(),
    licenceNo: requiredText(20).nullable(),
    licenceCategories: requiredText(40).nullable(),
    licenceExpires: day().nullable(),
    emiratesId: emiratesId().nullable(),
    emiratesIdExpires: day().nullable(),
    state: z.enum(driverStates),
    notes: z.string().trim().max(500, 'tooLong'),
  }),
});

export const driverList = {
  search: ['name', 'employeeNo', 'phone'],
  filter: ['structureId', 'state', 'papers'],
  valuesOnly: ['papers'],
  sort: ['name', 'papersUntil', 'createdAt'],
  defaultSort: ['name', 'asc'],
} as const satisfies ListSpec;

const named = z.object({ id: z.number(), name: z.string() });
export const storedDriver = driver.row.extend({ papersUntil: z.string().nullable() });
const shownDriver = storedDriver.extend({
  structure: named.nullable(),
  /** The vehicles that he or she usually drives, as far as the caller may see them. */
  vehicles: z.array(named),
});
export type StoredDriver = z.infer<typeof storedDriver>;
export type ShownDriver = z.infer<typeof shownDriver>;

const all = '/driver-profile';
const one = `${all}/{id}` as const;
const { name, structureId, ...optional } = driver.fields.shape;
export const driverRoutes = {
  list: route.list(all, { access: driver.can('read'), reply: shownDriver, list: driverList }),
  get: route.get(one, { access: driver.can('read'), reply: shownDriver }),
  history: historyRoute(driver.name, one),
  create: route.post(all, {
    access: driver.can('create'),
    body: z.object({ name, structureId, ...z.object(optional).partial().shape }),
    reply: shownDriver,
  }),
  update: route.patch(one, { access: driver.can('update'), body: driver.fields.partial(), reply: shownDriver }),
  remove: route.delete(one, { access: driver.can('delete') }),
};

/**
 * Whether the check digit of an Emirates ID fits (Luhn). One that does not is taken: old cards have others, and the card is
 * what counts.
 */
export function hasCheckDigit(text: string): boolean {
  const digits = text.replace(/\D/g, '').split('').reverse().map(Number);
  const sum = digits.reduce((all, digit, at) => {
    const counted = at % 2 === 1 ? digit * 2 : digit;
    return all + (counted > 9 ? counted - 9 : counted);
  }, 0);
  return sum % 10 === 0;
}
