import { z } from 'zod';
import { defineEntity } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { plainDigits } from '#platform/common/search/search.ts';
import { email, nameText, requiredLines } from '#platform/common/validation/validation.ts';

/** A VAT number (TRN): 15 digits. Those of Saudi Arabia also begin and end with 3. */
export const vatNumber = () =>
  z
    .string('Required')
    .trim()
    .max(40, { error: 'tooLong', abort: true })
    .overwrite((text) => plainDigits(text).replaceAll(/[\s-]/g, ''))
    .regex(/^\d{15}$/, 'invalidTrn');

export const isSaudiVatNumber = (trn: string): boolean => /^3\d{13}3$/.test(trn);

/** The details of a company on bills. */
export const billingProfile = defineEntity('company.billing-profile', {
  table: 'billing_profile',
  fields: z.object({
    legalNameEn: nameText(120),
    legalNameAr: nameText(120),
    trn: vatNumber().nullable().default(null),
    addressEn: requiredLines(300).nullable().default(null),
    addressAr: requiredLines(300).nullable().default(null),
    /** The address for bills; null for the address of the company. */
    billsEmail: email().nullable().default(null),
  }),
});
export type BillingProfile = z.infer<typeof billingProfile.fields>;

/** The profile with the address for bills that is not confirmed yet. */
const shownProfile = billingProfile.fields.extend({ pendingBillsEmail: z.string().nullable() });

export type ShownBillingProfile = z.infer<typeof shownProfile>;

const path = '/company/{id}/billing-profile' as const;

export const billingProfileRoutes = {
  /** Null until it is entered. */
  get: route.get(path, { access: billingProfile.can('read'), reply: shownProfile.nullable() }),
  /**
   * Replaces the whole profile. 418 `invalidTrn`: not a VAT number of the company's country. A new `billsEmail` takes
   * effect once the link that is mailed to it is followed.
   */
  set: route.put(path, {
    access: billingProfile.can('update'),
    body: billingProfile.fields,
    reply: shownProfile.nullable(),
  }),
};
