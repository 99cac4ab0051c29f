import { z } from 'zod';
import { day, id, requiredText } from '#platform/common/validation/validation.ts';
import { dollars, productKinds } from './product-kinds.ts';

export const sku = () =>
  z
    .string('Required')
    .trim()
    .regex(/^[A-Z0-9-]{3,32}$/, 'invalidSku');
export const summary = () => z.string().trim().max(300, 'tooLong');
export const description = () => z.string().trim().max(4000, 'tooLong');
export const stock = () =>
  z.number('enterANumber').int('enterANumber').min(0, 'outOfRange').max(1_000_000, 'outOfRange');
const texts = {
  nameEn: requiredText(120),
  nameAr: requiredText(120),
  summaryEn: summary(),
  summaryAr: summary(),
  descriptionEn: description(),
  descriptionAr: description(),
};
export const customizing = z
  .object({
    /** The company whose names, price and visibility these are; null changes the product for all. */
    companyId: id().nullable(),
    ...texts,
    price: dollars().nullable(),
    hidden: z.boolean(),
    note: z.string().trim().max(300, 'tooLong'),
    stock: stock().nullable(),
    restockOn: day().nullable(),
    active: z.boolean(),
  })
  .partial()
  .required({ companyId: true })
  .extend({ version: z.number('Required').int() });
export type Customizing = z.infer<typeof customizing>;

/** What is changed for all companies, and for one. */
export const productForAll = customizing
  .pick({
    nameEn: true,
    nameAr: true,
    summaryEn: true,
    summaryAr: true,
    descriptionEn: true,
    descriptionAr: true,
    price: true,
    stock: true,
    restockOn: true,
    active: true,
  })
  .required();
export const productForCompany = customizing
  .pick({ nameEn: true, nameAr: true, price: true, hidden: true, note: true })
  .required();

export const newProduct = z.object({
  sku: sku(),
  kind: z.enum(productKinds, 'Required'),
  app: requiredText(40),
  solutionIds: z.array(id()).max(40, 'tooLong').default([]),
  hardwareId: id().nullish(),
  nameEn: texts.nameEn,
  nameAr: texts.nameAr,
  summaryEn: summary().default(''),
  summaryAr: summary().default(''),
  descriptionEn: description().default(''),
  descriptionAr: description().default(''),
  price: dollars().nullable(),
  months: z.number('enterANumber').int('enterANumber').min(1, 'outOfRange').max(120, 'outOfRange').nullish(),
  units: z.number('enterANumber').int('enterANumber').min(1, 'outOfRange').max(1_000_000, 'outOfRange').nullish(),
  icon: z.number().int().min(1, 'outOfRange').max(10, 'outOfRange').nullish(),
  stock: stock().nullish(),
  leadTimeDays: z.number('enterANumber').int().min(0, 'outOfRange').max(365, 'outOfRange').default(0),
  siAvailable: z.boolean().default(false),
});
export type NewProduct = z.infer<typeof newProduct>;
