import { z } from 'zod';
import { canDo } from '#platform/common/define-entity.ts';
import type { ListSpec } from '#platform/common/list.ts';
import { route } from '#platform/common/route.ts';
import { id, instant } from '#platform/common/validation/validation.ts';
import { dollars } from './product-kinds.ts';

export const discountKinds = ['percentage', 'fixed'] as const;
export const discountScopes = ['whole', 'app', 'product'] as const;
/** Planned, running, used up, over, or switched off. */
export const discountStates = ['planned', 'running', 'used-up', 'ended', 'off'] as const;

const percent = () => z.number('enterANumber').min(0.01, 'outOfRange').max(100, 'outOfRange');
const amount = () => dollars(1_000_000).min(0.01, 'outOfRange');
const moment = () => instant().nullable().default(null);

/** A voucher. Amounts in US dollars. */
export const newDiscount = z.strictObject({
  code: z
    .string('Required')
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9][A-Z0-9-]{3,31}$/, 'invalidVoucherCode'),
  kind: z.enum(discountKinds, 'Required'),
  percent: percent().nullable().default(null),
  amount: amount().nullable().default(null),
  scope: z.enum(discountScopes, 'Required').default('whole'),
  /** Ids of apps, or of products. */
  targets: z.array(z.string().max(40, 'tooLong')).max(100, 'tooLong').default([]),
  companyId: id().nullable().default(null),
  validFrom: moment(),
  validTo: moment(),
  usageLimit: z.number('enterANumber').int('enterANumber').min(1, 'outOfRange').nullable().default(null),
  oncePerCompany: z.boolean().default(false),
  minimum: amount().nullable().default(null),
  noteEn: z.string().trim().max(300, 'tooLong').default(''),
  noteAr: z.string().trim().max(300, 'tooLong').default(''),
});
export type NewDiscount = z.infer<typeof newDiscount>;

export const discountRow = newDiscount.extend({
  id: z.number(),
  used: z.number(),
  active: z.boolean(),
  state: z.enum(discountStates),
  company: z.object({ id: z.number(), name: z.string() }).nullable(),
  createdAt: instant(),
});
export type DiscountRow = z.infer<typeof discountRow>;

export const discountList = {
  search: ['code'],
  filter: ['active', 'kind', 'companyId', 'createdAt'],
  sort: ['id', 'code', 'createdAt', 'validTo'],
  defaultSort: ['id', 'desc'],
} as const satisfies ListSpec;

/** A discount on all orders of a company or a kind of company, from a day on. */
export const newRate = z.strictObject({
  companyId: id().nullable().default(null),
  companyType: z.string().max(40, 'tooLong').nullable().default(null),
  app: z.string().max(40, 'tooLong').nullable().default(null),
  percent: z.number('enterANumber').min(0, 'outOfRange').max(100, 'outOfRange'),
  validFrom: z.iso.date('invalidDate').nullable().default(null),
  validTo: z.iso.date('invalidDate').nullable().default(null),
});
const rateRow = newRate.extend({ id: z.number(), company: z.object({ id: z.number(), name: z.string() }).nullable() });
export type RateRow = z.infer<typeof rateRow>;

/** What a buyer sees of a voucher before it is used. */
const voucher = newDiscount.pick({ code: true, kind: true, percent: true, amount: true, scope: true, minimum: true });

const finance = { adminTypes: ['Super Admin', 'Financial Admin'] } as const;
export const discountRoutes = {
  list: route.list('/discount', {
    access: { ...canDo('market.voucher', 'read'), ...finance },
    reply: discountRow,
    list: discountList,
  }),
  create: route.post('/discount', { access: canDo('market.voucher', 'create'), body: newDiscount, reply: discountRow }),
  /** Switches a voucher on or off, or changes its end and limit; its value never changes. */
  update: route.patch('/discount/{id}', {
    access: canDo('market.voucher', 'update'),
    body: z.strictObject({
      active: z.boolean().optional(),
      validTo: instant().nullable().optional(),
      usageLimit: z.number('enterANumber').int('enterANumber').min(1, 'outOfRange').nullable().optional(),
    }),
    reply: discountRow,
  }),
  redemptions: route.get('/discount/{id}/redemption', {
    access: { ...canDo('market.voucher', 'read'), ...finance },
    reply: z.array(
      z.object({
        orderId: z.number(),
        company: z.object({ id: z.number(), name: z.string() }),
        amount: z.number(),
        releasedAt: instant().nullable(),
      }),
    ),
  }),
  rates: route.get('/discount/rate', {
    access: canDo('market.catalogue', 'read'),
    query: z.object({ companyId: id().optional() }),
    reply: z.array(rateRow),
  }),
  addRate: route.post('/discount/rate', { access: canDo('market.rate', 'create'), body: newRate, reply: rateRow }),
  voucher: route.get('/discount/voucher/{code}', {
    access: canDo('market.catalogue', 'read'),
    params: z.object({ code: z.string().max(32, 'tooLong') }),
    query: z.object({ companyId: id().optional(), amount: z.coerce.number().min(0).optional() }),
    reply: voucher,
    limitPerMinute: 20,
    limitBy: 'person',
  }),
};
