import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { id } from '#platform/common/validation/validation.ts';
import { customizing, newProduct } from './product-edits.ts';
import { type ProductKind, productKinds } from './product-kinds.ts';

/** The kinds of products whose units are added to a company's balance, by the kind of these units. */
export const unitKinds = {
  'sms-package': 'sms',
  'calling-package': 'calling',
  communication: 'communication',
} as const;
/** The kinds that are sent in a parcel. */
export const physicalKinds: readonly ProductKind[] = ['device', 'band', 'sensor', 'shelter', 'accessory', 'package'];

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

/** A product in the language of the caller, at the price of the current company. */
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
  /** In US dollars; null: not sold separately. */
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

/** With `model`, `id` also finds the devices of these models, so that all products of a cart are read in one call. */
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
