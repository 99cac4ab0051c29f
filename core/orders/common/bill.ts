import { z } from 'zod';
import { verificationRoute } from '#core/print/common/verification.ts';
import { canDo } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { currencies } from '#platform/common/text/currencies.ts';
import { instant } from '#platform/common/validation/validation.ts';

export const billKinds = ['proforma', 'invoice', 'credit-note'] as const;
export type BillKind = (typeof billKinds)[number];

const bilingual = z.object({ en: z.string(), ar: z.string() });
const party = z.object({ name: bilingual, address: bilingual, trn: z.string().nullable() });
const amounts = z.object({ net: z.number(), tax: z.number(), total: z.number() });
export type BillAmounts = z.infer<typeof amounts>;

/** All that a bill prints. Amounts in US cents, those of `local` in minor units of its currency. */
export const billData = z.object({
  kind: z.enum(billKinds),
  number: z.string(),
  order: z.string(),
  poNumber: z.string().nullable(),
  issuedOn: z.string(),
  suppliedOn: z.string().nullable(),
  dueOn: z.string().nullable(),
  seller: party.extend({
    bank: z.string().nullable(),
    iban: z.string().nullable(),
    swift: z.string().nullable(),
  }),
  buyer: party,
  lines: z.array(
    z.object({
      sku: z.string(),
      name: bilingual,
      qty: z.number(),
      unit: z.number(),
      discount: z.number(),
      net: z.number(),
      taxPercent: z.number(),
      tax: z.number(),
      included: z.boolean(),
    }),
  ),
  totals: amounts.extend({
    subtotal: z.number(),
    discount: z.number(),
    shipping: z.number(),
    shippingTax: z.number(),
    taxPercent: z.number(),
  }),
  /** Tax and total in the currency of the country, with the rate and the day from which it is valid. */
  local: z
    .object({
      currency: z.enum(currencies),
      perDollar: z.number(),
      since: z.string(),
      tax: z.number(),
      total: z.number(),
    })
    .nullable(),
  words: bilingual.nullable(),
  serials: z.array(z.object({ sku: z.string(), name: bilingual, serials: z.array(z.string()) })),
  /** In both languages side by side, Arabic first, as the law of the country requires. */
  bothLanguages: z.boolean(),
  /** For a credit note: the invoice, its amount before and after, and the reason. */
  credit: z
    .object({ invoice: z.string(), invoicedOn: z.string(), reason: z.string(), before: amounts, after: amounts })
    .nullable(),
  /**
   * The QR code that the law of the country requires; if null, the code is the address of the page that verifies the
   * bill.
   */
  taxQr: z.string().nullable(),
});
export type BillData = z.infer<typeof billData>;
/** A bill as it is laid out, with the address at which it is verified; null for a pro forma. */
export type PrintedInvoice = BillData & { address: string | null };

/** A bill in lists. The total in US dollars. */
export const billRow = z.object({
  id: z.number(),
  kind: z.enum(billKinds),
  number: z.string(),
  orderId: z.number(),
  order: z.string(),
  company: z.object({ id: z.number(), name: z.string() }),
  total: z.number(),
  issuedAt: instant(),
  dueOn: z.string().nullable(),
  overdue: z.boolean(),
});
export type BillRow = z.infer<typeof billRow>;

export const billList = {
  search: ['number'],
  filter: ['kind', 'companyId', 'issuedAt'],
  sort: ['id', 'issuedAt'],
  defaultSort: ['id', 'desc'],
} as const satisfies ListSpec;

/** What anyone with the code of a printed bill may see. */
export const verifiedInvoice = z.object({
  number: z.string(),
  kind: z.enum(billKinds),
  seller: bilingual,
  issuedAt: instant(),
  total: z.number(),
});
export const verifyInvoicePath = '/verify-invoice';

const read = canDo('order.order', 'read');
const ofOrder = '/company/{companyId}/order/{id}' as const;
export const invoiceRoutes = {
  list: route.list('/order/bill', {
    access: { ...canDo('order.order', 'read-all'), adminTypes: ['Super Admin', 'Financial Admin'] },
    reply: billRow,
    list: billList,
  }),
  ofOrder: route.get(`${ofOrder}/bills` as const, { access: read, reply: z.array(billRow) }),
  /**
   * The bill as PDF; without `number` the newest of its kind. 503 `pdf-not-available` if no browser is available to
   * render it.
   */
  pdf: route.get(`${ofOrder}/bill` as const, {
    access: read,
    query: z.object({
      kind: z.enum(billKinds, 'invalid').optional(),
      number: z.string().max(40, 'tooLong').optional(),
      language: z.enum(['en', 'ar'], 'invalid').default('en'),
    }),
    raw: true,
    limitPerMinute: 60,
  }),
  verify: verificationRoute('/order/bill/{code}', verifiedInvoice),
};
