import { z } from 'zod';
import { dollars } from '#core/market/common/product-kinds.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { lifecycleOf } from '#platform/common/lifecycle/lifecycle.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { email, id, instant, nameText, phone } from '#platform/common/validation/validation.ts';
import { parsePackageCode } from './package-code.ts';

/** The kinds of products that a code can represent: nothing has to be sent or scanned for them. */
export const packageKinds = ['tokenPackage', 'communication', 'sms-package', 'calling-package'] as const;

/** What a package consists of: a product of the market. */
export const packageModel = z.object({
  id: z.number(),
  kind: z.enum(packageKinds),
  app: z.string(),
  /** The solutions whose devices its subscriptions fit; empty fits all of the app. */
  solutionIds: z.array(z.number()),
  name: z.string(),
  /** Months of each subscription. */
  months: z.number().nullable(),
  /** Messages, minutes or megabytes. */
  units: z.number().nullable(),
  icon: z.number().nullable(),
  /** The list price in US dollars. */
  price: z.number().nullable(),
});
export type PackageModel = z.infer<typeof packageModel>;

const named = z.object({ id: z.number(), name: z.string() });

/** A model at a price, sold by a merchant, or in the market without one. */
export const packageRow = z.object({
  id: z.number(),
  model: packageModel,
  price: z.number().nullable(),
  merchant: named.nullable(),
  active: z.boolean(),
});
export type PackageRow = z.infer<typeof packageRow>;

export const merchantFields = z.strictObject({
  name: nameText(120),
  email: email(),
  phone: phone(),
  countryId: id(),
  /** The share of the price that the merchant keeps, in percent. */
  commission: z.number('enterANumber').min(0, 'outOfRange').max(100, 'outOfRange').default(0),
});
export const merchantRow = merchantFields.extend({ id: z.number(), active: z.boolean() });
export type MerchantRow = z.infer<typeof merchantRow>;

export const codeStates = ['issued', 'sold', 'redeemed', 'void', 'expired'] as const;

export const codeLifecycle = lifecycleOf(codeStates, ['seller', 'redeemer', 'system'])({
  table: 'package_external',
  column: 'state',
  steps: {
    sell: { from: ['issued'], to: 'sold', by: ['seller'] },
    redeem: { from: ['issued', 'sold'], to: 'redeemed', by: ['redeemer'] },
    void: { from: ['issued', 'sold'], to: 'void', by: ['seller'] },
    expire: { from: ['issued', 'sold'], to: 'expired', by: ['system'] },
  },
});

/** A code that a merchant sells. The code itself is shown once, when it is made. */
export const externalOrder = z.object({
  id: z.number(),
  last4: z.string(),
  batch: z.uuid(),
  package: packageRow,
  state: z.enum(codeStates),
  app: z.string(),
  validTo: instant().nullable(),
  soldAt: instant().nullable(),
  redeemedAt: instant().nullable(),
  redeemedBy: named.nullable(),
  reason: z.string().nullable(),
  createdAt: instant(),
});
export type ExternalOrder = z.infer<typeof externalOrder>;

export const externalList = {
  search: ['last4'],
  filter: ['state', 'app', 'merchantId', 'packageId', 'batch', 'createdAt'],
  sort: ['id', 'createdAt', 'soldAt', 'redeemedAt'],
  defaultSort: ['id', 'desc'],
} as const satisfies ListSpec;

export const packageList = {
  filter: ['app', 'kind', 'merchantId', 'active'],
  valuesOnly: ['app', 'kind'],
  sort: ['id'],
  defaultSort: ['id', 'asc'],
} as const satisfies ListSpec;

const typedCode = z
  .string('Required')
  .max(40, 'invalidCode')
  .transform((typed, context) => {
    const code = parsePackageCode(typed);
    if (code) return code;
    context.issues.push({ code: 'custom', message: 'invalidCode', input: typed });
    return z.NEVER;
  });

/** What a code is for, before it is redeemed. Its previous owner is never disclosed. */
const lookedUp = z.object({
  externalId: z.number(),
  package: packageRow,
  app: z.string(),
  validTo: instant().nullable(),
});
export type LookedUp = z.infer<typeof lookedUp>;

const redeemed = z.object({
  /** Ids of the subscriptions that were made. */
  tokens: z.array(z.number()),
  units: z.number(),
  app: z.string(),
});
export type Redeemed = z.infer<typeof redeemed>;

const everybody = { public: 'packages are shown to visitors' } as const;
const sellers = { ...canDo('package.package', 'create'), adminTypes: ['Super Admin'] as const };
const finance = { ...canDo('package.package', 'read-all'), adminTypes: ['Super Admin', 'Financial Admin'] as const };
const filters = z.object({ app: z.string().max(40, 'tooLong').optional(), kind: z.enum(packageKinds).optional() });

export const packageRoutes = {
  list: route.list('/package', { access: everybody, reply: packageRow, list: packageList }),
  models: route.get('/package/model', { access: everybody, query: filters, reply: z.array(packageModel) }),
  model: route.get('/package/model/{id}', { access: everybody, reply: packageModel }),
  merchants: route.get('/package/merchants', { access: finance, reply: z.array(merchantRow) }),
  addMerchant: route.post('/package/merchants', { access: sellers, body: merchantFields, reply: merchantRow }),
  changeMerchant: route.patch('/package/merchants/{id}', {
    access: sellers,
    body: merchantFields.partial().extend({ active: z.boolean().optional() }),
    reply: merchantRow,
  }),
  /**
   * Makes codes of a package for a merchant. Only this reply contains the codes: they are not stored. The caller names
   * the batch, so that a repeat is refused; after a lost reply, void the batch and create another one.
   */
  create: route.post('/package', {
    access: sellers,
    body: z.strictObject({
      batch: z.uuid('Required'),
      modelId: id(),
      merchantId: id(),
      price: dollars().nullable().default(null),
      count: z.number('enterANumber').int('enterANumber').min(1, 'outOfRange').max(10_000, 'outOfRange'),
      validTo: instant().nullable().default(null),
    }),
    reply: z.object({ batch: z.uuid(), package: packageRow, codes: z.array(z.string()) }),
  }),
  /** The created codes; for a company, those that it has redeemed. */
  external: route.list('/package/external', {
    access: canDo('package.package', 'read'),
    reply: externalOrder,
    list: externalList,
  }),
  /** Voids codes: one, or those of a batch that are not redeemed. */
  void: route.post('/package/external/void', {
    access: sellers,
    body: z.strictObject({
      id: id().optional(),
      batch: z.uuid('invalid').optional(),
      reason: z.string('Required').trim().min(1, 'Required').max(300, 'tooLong'),
    }),
    reply: z.object({ count: z.number() }),
    status: 200,
    idempotent: 'required',
  }),
  /** The list of a merchant: sold codes with their dates. A line that was read before has no effect. */
  sold: route.post('/package/external/sold', {
    access: sellers,
    body: z.strictObject({
      merchantId: id(),
      lines: z
        .array(
          z.strictObject({
            code: z.string().max(40, 'tooLong'),
            soldAt: instant(),
            receipt: z.string().trim().max(80, 'tooLong'),
          }),
        )
        .min(1, 'Required')
        .max(10_000, 'tooManyLines'),
    }),
    reply: z.object({ sold: z.number(), faults: z.array(z.object({ line: z.number(), word: z.string() })) }),
    status: 200,
    idempotent: 'required',
  }),
  /** The sales, redemptions and debt of each merchant in a month (YYYY-MM), in US dollars. */
  commission: route.get('/package/commission', {
    access: finance,
    query: z.object({ month: z.string('Required').regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'invalidDate') }),
    reply: z.array(
      z.object({
        merchant: named,
        sold: z.number(),
        redeemed: z.number(),
        amount: z.number(),
        commission: z.number(),
        due: z.number(),
      }),
    ),
  }),
  lookUp: route.get('/package/{code}', {
    // People who cannot redeem codes have no reason to look them up.
    access: canDo('package.package', 'redeem'),
    params: z.object({ code: typedCode }),
    query: z.object({ app: z.string().max(40, 'tooLong').optional() }),
    reply: lookedUp,
    limitPerMinute: 10,
    limitBy: 'person',
  }),
  /** Redeems a code: `a` is the package, `b` the id that the code was looked up with. */
  redeem: route.post('/company/{companyId}/package/{a}/{b}', {
    access: canDo('package.package', 'redeem'),
    body: z.strictObject({
      code: z.string('Required').max(40, 'invalidCode'),
      app: z.string('Required').max(40, 'tooLong'),
      deviceIds: z.array(id()).max(250, 'tooManyLines').default([]),
    }),
    query: z.object({ dryRun: z.enum(['true', 'false']).optional() }),
    reply: redeemed,
    status: 200,
    idempotent: 'required',
    limitPerMinute: 10,
    limitBy: 'person',
  }),
};

/** The lowest role of each action. */
export const packageRoles = {
  'package.redeem': 'Admin',
  'package.create': 'Super Admin',
  'package.read-all': 'Financial Admin',
} as const;
