import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { id } from '#platform/common/validation/validation.ts';
import { priced } from './order-payload.ts';
import { productKinds } from './product-kinds.ts';
import { shopCurrency } from './shop-currency.ts';

/** A problem of a line or a field. `word` is the key of a text under `problem`. */
const problem = z.object({ path: z.string(), word: z.string(), detail: z.record(z.string(), z.json()) });
export type Problem = z.infer<typeof problem>;

/** A priced line of a cart or an order. */
export const quoteLine = z.object({
  /** Order, item of the order, item of the device: `0.1.2`. */
  path: z.string(),
  parent: z.string().nullable(),
  productId: z.number(),
  sku: z.string(),
  kind: z.enum(productKinds),
  orderType: z.string(),
  app: z.string(),
  solutionId: z.number().nullable(),
  name: z.string(),
  qty: z.number(),
  /** In US dollars, like all amounts of a quote. */
  unit: z.number(),
  priceSource: z.enum(['list', 'customized']),
  rateDiscount: z.number(),
  voucherDiscount: z.number(),
  net: z.number(),
  taxPercent: z.number(),
  tax: z.number(),
  included: z.boolean(),
});

export const quote = z.object({
  lines: z.array(quoteLine),
  problems: z.array(problem),
  totals: z.object({
    hardwarePrice: z.number(),
    devicesCount: z.number(),
    subtotal: z.number(),
    discount: z.number(),
    shipping: z.number(),
    tax: z.number(),
    total: z.number(),
  }),
  currency: z.literal(shopCurrency),
  voucher: z.string().nullable(),
  requiresShipping: z.boolean(),
  hash: z.string(),
});
export type Quote = z.infer<typeof quote>;

const voucherCode = () => z.string().trim().max(32, 'tooLong');

export const quoteRoutes = {
  /** Prices a cart. Writes nothing. Refuses with 400 `order-has-problems`, the quote and the problems. */
  validate: route.post('/company/{companyId}/order/validate', {
    access: canDo('market.catalogue', 'read'),
    query: z.object({
      addressId: id().optional(),
      countryId: id().optional(),
      voucher: voucherCode().optional(),
    }),
    body: priced,
    reply: quote,
    status: 200,
    limitPerMinute: 240,
    limitBy: 'person',
  }),
};
