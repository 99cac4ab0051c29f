import { z } from 'zod';
import { verificationRoute } from '#core/print/common/verification.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { currencies } from '#platform/common/text/currencies.ts';
import { id, requiredLines } from '#platform/common/validation/validation.ts';
import { qualities } from './index-curve.ts';
import { utilities } from './manifest.ts';
import { lineKinds } from './price.ts';

/** A month, such as `2026-05`. */
export const month = () =>
  z
    .string('Required')
    .min(1, 'Required')
    .max(10, 'tooLong')
    .regex(/^(?:19|2\d)\d\d-(?:0[1-9]|1[0-2])$/, 'invalidMonth');
const names = z.object({ en: z.string(), ar: z.string() });

/** A printed line. `amount` is in minor units of the currency. */
export const billLine = z.object({
  kind: z.enum(lineKinds),
  name: names.nullable(),
  quantity: z.number().nullable(),
  from: z.number().nullable(),
  upTo: z.number().nullable(),
  price: z.string().nullable(),
  percent: z.number().nullable(),
  month: z.string().nullable(),
  amount: z.number(),
});

/**
 * `running`: the month is not over; `draft`: it is over, and the bill can be issued; `issued`: frozen; `corrected`:
 * replaced by a credit and a new bill.
 */
export const billStates = ['running', 'draft', 'issued', 'corrected'] as const;

/** The index at an end of the period, in the unit of the counter, and its origin. */
const billedIndex = z.object({ at: z.string(), index: z.number(), quality: z.enum(qualities) });

/** The company that issues a bill, with its billing details of that time. */
const issuer = z.object({
  name: names,
  trn: z.string().nullable(),
  address: z.object({ en: z.string().nullable(), ar: z.string().nullable() }),
  /** The two-letter code of its country. */
  country: z.string().nullable(),
});

/** A statement of a meter for a month. Amounts are in minor units; quantities in the unit of the tariff. */
export const statement = z.object({
  deviceId: z.number(),
  month: z.string(),
  state: z.enum(billStates),
  /** A credit cancels a corrected bill. */
  kind: z.enum(['bill', 'credit']),
  number: z.string().nullable(),
  issuedAt: z.string().nullable(),
  /** Why a bill was issued in spite of a large estimate, or corrected. */
  reason: z.string().nullable(),
  /** Null on bills that were issued before this was recorded. */
  issuer: issuer.nullable().default(null),
  utility: z.enum(utilities),
  period: z.object({ from: z.string(), to: z.string() }),
  zone: z.string(),
  serial: z.string(),
  opening: billedIndex,
  closing: billedIndex,
  /** The unit of the indices. */
  unit: z.string(),
  /** The consumption in the unit of the counter. */
  metered: z.number(),
  consumption: z.object({ quantity: z.number(), unit: z.string() }),
  currency: z.enum(currencies),
  lines: z.array(billLine),
  subtotal: z.number(),
  taxable: z.number(),
  vatPercent: z.number(),
  vat: z.number(),
  total: z.number(),
  words: z.object({ en: z.string(), ar: z.string() }).nullable(),
  /** The estimated part of the consumption, from 0 to 1. */
  estimatedShare: z.number(),
  tariff: z.object({ id: z.number(), version: z.number(), name: names }),
  fraction: z.number(),
  dwellings: z.number(),
  /** The number of readings that wait for a decision. */
  underReview: z.number(),
  /** The consumption of the month before and of the same month last year; null if unknown. */
  previous: z.number().nullable(),
  lastYear: z.number().nullable(),
  /** The consumption of the month and the twelve months before, the oldest first; null if unknown. */
  history: z.array(z.object({ month: z.string(), quantity: z.number().nullable() })).default([]),
  /** The expected consumption and total of a running month; null without a basis. */
  forecast: z.object({ quantity: z.number(), total: z.number() }).nullable(),
});
export type Statement = z.infer<typeof statement>;

/** What the printed page of a bill shows. */
export type PrintedMeterBill = {
  statement: Statement;
  company: { name: string };
  device: { name: string };
  structure: { name: string } | null;
  /** The text of the QR code and the address at which the bill is verified; null for a draft. */
  verification: { qr: string; address: string } | null;
};

export const billSummary = statement
  .pick({ month: true, state: true, kind: true, number: true, total: true, currency: true, consumption: true })
  .extend({ id: z.number() });
export type BillSummary = z.infer<typeof billSummary>;

const reason = () => requiredLines(500);
export const issueBody = z
  .object({
    deviceIds: z.array(id()).min(1, 'Required').max(500, 'tooLong').optional(),
    /** All meters of a structure. */
    structureId: id().optional(),
    month: month(),
    /** Confirms bills that are more than half estimated. */
    reason: reason().optional(),
  })
  .refine(({ deviceIds, structureId }) => (deviceIds === undefined) !== (structureId === undefined), {
    path: ['deviceIds'],
    error: 'Required',
  });

export const issueResult = z.object({
  deviceId: z.number(),
  status: z.enum(['done', 'error']),
  /** The number of the bill, also if it was issued before. */
  number: z.string().nullable(),
  error: z.string().nullable(),
  code: z.string().nullable(),
});
export type IssueResult = z.infer<typeof issueResult>;

const billOfMonth = z.object({
  statement: statement.nullable(),
  /** Why there is no bill. */
  missing: z.enum(['no-tariff', 'nothing-to-show']).nullable(),
});

/** What anyone with a printed bill may see, to compare it with the paper. */
export const verifiedMeterBill = statement
  .pick({ number: true, kind: true, issuedAt: true, total: true, currency: true })
  .extend({
    issuer: names,
    /** `corrected`: a credit and a new bill have replaced it. */
    state: z.enum(['issued', 'corrected']),
  });
export type VerifiedBill = z.infer<typeof verifiedMeterBill>;

/** The page that verifies bills, with the code of the bill. */
export const verifyBillPath = '/verify-bill';

export const billVerificationRoutes = {
  verify: verificationRoute('/bill-verification/{code}', verifiedMeterBill, { limitPerMinute: 60 }),
};

export function meterBillRoutes(app: string) {
  const read = canDo(`${app}.bill`, 'read');
  const issue = { ...canDo(`${app}.bill`, 'issue'), ceiling: 'Admin' as const };
  return {
    /** 404: no tariff applies. 477: no active token, or no readings to bill. */
    get: route.get('/device/{id}/bill', {
      access: read,
      query: z.object({
        month: month(),
        lang: z.enum(['en', 'ar']).optional(),
        format: z.literal('json').default('json'),
      }),
      reply: statement,
      allClients: true,
    }),
    /** Like `get`, but for pages: without a tariff or anything to bill, the statement is null instead of an error. */
    ofMonth: route.get('/device/{id}/bill/month', {
      access: read,
      query: z.object({ month: month() }),
      reply: billOfMonth,
      allClients: true,
    }),
    /**
     * Requests the bill as PDF in a language. Its state and file: `/company/{companyId}/print/{id}`. An issued bill is
     * laid out from its frozen statement.
     */
    print: route.post('/device/{id}/bill/print', {
      access: read,
      body: z.object({ month: month(), lang: z.enum(['en', 'ar']) }),
      reply: z.object({ id: z.number(), companyId: z.number() }),
      status: 200,
      limitPerMinute: 30,
    }),
    /** The stored bills of a meter, the newest month first. */
    ofDevice: route.get('/device/{id}/bills', { access: read, reply: z.array(billSummary), allClients: true }),
    /** Issues the bills of a month that is over. A bill is issued once: a single one again is refused with 409. */
    issue: route.post('/bill/issue', {
      access: issue,
      body: issueBody,
      reply: z.array(issueResult),
      status: 200,
      idempotent: true,
    }),
    /** Cancels an issued bill by a credit and issues it again. */
    correct: route.post('/bill/{id}/correct', {
      access: issue,
      body: z.object({ reason: reason() }),
      reply: statement,
      idempotent: true,
    }),
  };
}
