import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { day, id, requiredText } from '#platform/common/validation/validation.ts';

export const productKinds = [
  'device',
  'package',
  'band',
  'sensor',
  'plugin',
  'shelter',
  'tokenPackage',
  'communication',
  'service',
  'calling-package',
  'sms-package',
  'accessory',
] as const;
export type ProductKind = (typeof productKinds)[number];
/** The kinds of products whose units are added to a company's balance, by the kind of these units. */
export const unitKinds = {
  'sms-package': 'sms',
  'calling-package': 'calling',
  communication: 'communication',
} as const;
/** The kinds that are sent in a parcel. */
export const physicalKinds: readonly ProductKind[] = ['device', 'band', 'sensor', 'shelter', 'accessory', 'package'];

const largestPrice = 999_999.99;
/** An amount in US dollars with at most two decimals. */
export const dollars = (largest = largestPrice) =>
  z
    .number('enterANumber')
    .min(0, 'outOfRange')
    .max(largest, 'outOfRange')
    .refine((amount) => Number.isInteger(Math.round(amount * 1e6) / 1e4), 'wholeCents');

const namedItem = z.object({ id: z.number(), name: z.string() });
/** A device as it is offered. Empty values are null. */
const offer = z.object({
  /** The id of the model, and of the product. */
  id: z.number(),
  deviceId: z.number(),
  siAvailable: z.boolean(),
  sensors: z.array(namedItem),
  plugins: z.array(namedItem),
  dimension: z.string().nullable(),
  batteryLifeMonths: z.number().nullable(),
  lifeExpectancyMonths: z.number().nullable(),
  warrantyValidityInMonths: z.number().nullable(),
  communicationType: z.string().nullable(),
  freeTokenValidityInMonths: z.number(),
  connectivity: z.string(),
});

const option = z.object({
  id: z.number(),
  kind: z.enum(productKinds),
  name: z.string(),
  price: z.number().nullable(),
  included: z.boolean(),
  groupId: z.string().nullable(),
  dependencyId: z.number().nullable(),
  min: z.number(),
  max: z.number(),
  preset: z.number(),
});

/** A product in the language of the caller, at the price of the acting company. */
export const productRow = z.object({
  id: z.number(),
  sku: z.string(),
  kind: z.enum(productKinds),
  app: z.string(),
  solutionIds: z.array(z.number()),
  hardwareId: z.number().nullable(),
  /** The models that a plugin or accessory fits; empty fits all. */
  fits: z.array(z.number()),
  name: z.string(),
  summary: z.string(),
  /** In US dollars; null is not sold alone. */
  price: z.number().nullable(),
  listPrice: z.number().nullable(),
  months: z.number().nullable(),
  units: z.number().nullable(),
  icon: z.number().nullable(),
  drawing: z.string(),
  minQty: z.number(),
  maxQty: z.number(),
  /** The remaining stock, at most 20; null if made to order. */
  stock: z.number().nullable(),
  leadTimeDays: z.number(),
  offer: offer.nullable(),
  options: z.array(option),
});
export type Product = z.infer<typeof productRow>;
const productDetail = productRow.extend({ description: z.string() });

/** A product as the platform edits it: in both languages, including fields that callers do not see. */
const editedProduct = z.object({
  id: z.number(),
  sku: z.string(),
  kind: z.enum(productKinds),
  app: z.string(),
  nameEn: z.string(),
  nameAr: z.string(),
  summaryEn: z.string(),
  summaryAr: z.string(),
  descriptionEn: z.string(),
  descriptionAr: z.string(),
  price: z.number().nullable(),
  hidden: z.boolean(),
  note: z.string(),
  stock: z.number().nullable(),
  /** When more arrive. */
  restockOn: z.string().nullable(),
  reserved: z.number(),
  active: z.boolean(),
  version: z.number(),
});
export type EditedProduct = z.infer<typeof editedProduct>;

const sku = () =>
  z
    .string('Required')
    .trim()
    .regex(/^[A-Z0-9-]{3,32}$/, 'invalidSku');
const summary = () => z.string().trim().max(300, 'tooLong');
const description = () => z.string().trim().max(4000, 'tooLong');
const stock = () => z.number('enterANumber').int('enterANumber').min(0, 'outOfRange').max(1_000_000, 'outOfRange');
const texts = {
  nameEn: requiredText(120),
  nameAr: requiredText(120),
  summaryEn: summary(),
  summaryAr: summary(),
  descriptionEn: description(),
  descriptionAr: description(),
};
const customizing = z
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

/** With `model`, `id` also finds the devices of these models: what a cart names is read in one call. */
export const productList = {
  search: ['name'],
  filter: ['app', 'solutionId', 'kind', 'hardwareId', 'id', 'model', 'siAvailable', 'price'],
  valuesOnly: ['app', 'solutionId', 'hardwareId', 'model', 'siAvailable'],
  sort: ['name', 'price', 'sold', 'sort'],
  defaultSort: ['sort', 'asc'],
} as const satisfies ListSpec;

const everybody = { public: 'the catalogue is shown to visitors', callers: true } as const;
const forSolution = z.object({ solutionId: id().optional() });

export const productRoutes = {
  list: route.list('/product', {
    access: everybody,
    reply: productRow,
    list: productList,
    /** The products that are not on sale, for the editors of the catalogue. */
    query: z.object({ offSale: z.literal('true').optional() }),
  }),
  bestSelling: route.get('/product/best-selling', {
    access: everybody,
    query: z.object({
      app: z.string().max(40).optional(),
      limit: z.coerce.number().int().min(1).max(24, 'outOfRange').default(8),
    }),
    reply: z.array(z.object({ quantity: z.number(), product: productRow })),
  }),
  get: route.get('/product/{id}', { access: everybody, query: forSolution, reply: productDetail }),
  customized: route.get('/product/{id}/customized', {
    access: canDo('market.catalogue', 'read'),
    query: z.object({ companyId: id().optional() }),
    reply: editedProduct,
  }),
  customize: route.patch('/product/{id}/customize', {
    access: canDo('product.product', 'customize'),
    body: customizing,
    reply: editedProduct,
  }),
  create: route.post('/product', {
    access: canDo('product.product', 'create'),
    body: newProduct,
    reply: editedProduct,
  }),
};

const pluginList = {
  filter: ['app', 'hardwareId'],
  valuesOnly: ['app', 'hardwareId'],
  defaultSort: ['sort', 'asc'],
} as const;
export const pluginRoutes = {
  list: route.list('/plugin', {
    access: everybody,
    reply: productRow,
    list: { ...pluginList, sort: ['sort'] },
  }),
  get: route.get('/plugin/{id}', { access: everybody, query: forSolution, reply: productDetail }),
};

export const solutionRoutes = {
  /** The solutions of visible apps; `offered` ones have a product on sale. */
  list: route.get('/solution', {
    access: everybody,
    query: z.object({ app: z.string().max(40).optional(), customerId: z.string().max(20).optional() }),
    reply: z.array(
      z.object({
        id: z.number(),
        app: z.string(),
        key: z.string(),
        name: z.string(),
        icon: z.string(),
        offered: z.boolean(),
        hardwareCount: z.number(),
      }),
    ),
  }),
};
