import { z } from 'zod';
import { decimal } from '#platform/common/text/money.ts';
import { numberWithin, requiredText } from '#platform/common/validation/validation.ts';

const maxSlabs = 10;
const maxCharges = 5;

/** A price in major units with at most six decimals, as text. */
const price = () =>
  z
    .string('Required')
    .trim()
    .min(1, 'Required')
    .max(20, 'tooLong')
    .regex(/^\d{1,9}(?:\.\d{1,6})?$/, 'enterANumber');

/** The units up to a limit; the last slab of a tariff has none. */
const slab = z.object({
  upTo: z.number('enterANumber').positive('positiveNumber').max(1e9, 'outOfRange').nullable(),
  price: price(),
});
const surcharge = z.object({
  nameEn: requiredText(60),
  nameAr: requiredText(60),
  /** A price of each unit, or a percentage of the amount of the slabs. */
  kind: z.enum(['unit', 'percent']),
  value: price(),
});
const fixedCharge = z.object({
  nameEn: requiredText(60),
  nameAr: requiredText(60),
  amount: price(),
  /** Monthly charges are prorated by days for part months. */
  due: z.enum(['monthly', 'once']),
});
/** The kinds of lines that can bear VAT. A correction is taxed as consumption. */
export const taxableKinds = ['consumption', 'surcharge', 'fixed', 'sewerage'] as const;

const rising = (slabs: readonly { upTo: number | null }[]) =>
  slabs.every(({ upTo }, i) => i === 0 || upTo === null || decimal(upTo).gt(slabs[i - 1]?.upTo ?? 0));
const openAtTheEnd = (slabs: readonly { upTo: number | null }[]) =>
  slabs.every(({ upTo }, i) => (upTo === null) === (i === slabs.length - 1));

/** The charges of a version of a tariff. */
export const tariffTerms = z.object({
  /** `graduated`: each slab has its price; `whole`: all units have the price of the slab reached. */
  mode: z.enum(['graduated', 'whole']),
  /** Slab limits are those of a month, and are prorated by days for part months. */
  perMonth: z.boolean(),
  slabs: z
    .array(slab)
    .min(1, 'Required')
    .max(maxSlabs, 'tooLong')
    .refine(openAtTheEnd, 'slabsNotOpen')
    .refine(rising, 'slabsNotRising'),
  surcharges: z.array(surcharge).max(maxCharges, 'tooLong'),
  fixed: z.array(fixedCharge).max(maxCharges, 'tooLong'),
  seweragePercent: numberWithin(0, 1000).nullable(),
  vatPercent: numberWithin(0, 100),
  vatOn: z.array(z.enum(taxableKinds)).max(taxableKinds.length, 'tooLong'),
});
export type TariffTerms = z.infer<typeof tariffTerms>;
