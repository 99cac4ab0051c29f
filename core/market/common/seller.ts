import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { currencies } from '#platform/common/text/currencies.ts';
import { day, id, nameText, numberWithin, requiredLines } from '#platform/common/validation/validation.ts';
import { dollars } from './product-kinds.ts';

/** Whether the checksum of a bank account number is valid (ISO 13616): its digits are 1 modulo 97. */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(text)) return false;
  const digits = [...text.slice(4), ...text.slice(0, 4)].map((sign) => Number.parseInt(sign, 36)).join('');
  return BigInt(digits) % 97n === 1n;
}

const iban = () =>
  z
    .string('Required')
    .trim()
    .max(60, { error: 'tooLong', abort: true })
    .overwrite((text) => text.replaceAll(/\s/g, '').toUpperCase())
    .min(1, { error: 'Required', abort: true })
    .refine(isIban, 'invalidIban');

/** The seller, from a day on. */
export const seller = z.object({
  validFrom: day(),
  legalNameEn: nameText(120),
  legalNameAr: nameText(120),
  addressEn: requiredLines(300),
  addressAr: requiredLines(300),
  bank: nameText(120),
  iban: iban(),
  swift: z
    .string('Required')
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{6}[A-Z\d]{2}([A-Z\d]{3})?$/, 'invalidSwift'),
});
export type Seller = z.infer<typeof seller>;

/** Tax, shipping and currency of a country, from a day on. The fee in US dollars. */
export const countrySelling = z.object({
  countryId: id(),
  validFrom: day(),
  taxPercent: numberWithin(0, 100),
  sellerTrn: z
    .string('Required')
    .trim()
    .toUpperCase()
    .regex(/^[A-Z\d]{5,20}$/, 'invalidTrn')
    .nullable(),
  shippingFee: dollars(),
  currency: z.enum(currencies, 'Required'),
  perDollar: z.number('enterANumber').positive('positiveNumber').max(1_000_000, 'outOfRange'),
});
export type CountrySelling = z.infer<typeof countrySelling>;

const reads = { ...canDo('market.terms', 'read'), adminTypes: ['Super Admin', 'Financial Admin'] } as const;
const writes = { ...canDo('market.terms', 'create'), adminTypes: ['Super Admin', 'Financial Admin'] } as const;

export const sellerRoutes = {
  /** All past, present and future versions, latest first. */
  sellers: route.get('/market/seller', { access: reads, reply: z.array(seller) }),
  /** Valid from a day on; the day is today or later. */
  setSeller: route.post('/market/seller', { access: writes, body: seller, reply: seller }),
  countries: route.get('/market/country', {
    access: reads,
    reply: z.array(
      countrySelling.extend({
        country: z.object({ id: z.number(), name: z.string() }),
        sellerTrn: z.string().nullable(),
      }),
    ),
  }),
  setCountry: route.post('/market/country', { access: writes, body: countrySelling, reply: countrySelling }),
};
