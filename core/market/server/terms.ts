import { sql } from 'kysely';
import { companyTypeOf, countryOfCompany } from '#core/accounts/server/api.ts';
import { bypassRls, type Scope, type Tx } from '#platform/server/postgres/database.ts';
import type { VoucherTerms } from '../common/pricing.ts';

/** For a country; null if it is not delivered to. Cents. */
export type CountryTerms = {
  countryId: number;
  taxPercent: number;
  shippingCents: number;
  currency: string;
  perDollar: number;
  sellerTrn: string | null;
  languages: ('en' | 'ar')[];
  /** The day from which this is valid. */
  since: string;
};
export type Rate = { app: string | null; ofCompany: boolean; percent: number };
export type Voucher = {
  id: number;
  code: string;
  version: number;
  kind: 'percentage' | 'fixed';
  percent: number | null;
  amountCents: number | null;
  scope: 'whole' | 'app' | 'product';
  targets: string[];
  companyId: number | null;
  validFrom: string | null;
  validTo: string | null;
  usageLimit: number | null;
  used: number;
  oncePerCompany: boolean;
  minimumCents: number | null;
  active: boolean;
  usedByCompany: boolean;
  now: string;
};

/** The shipping and billing addresses of an order, and their costs. Amounts in cents. */
export type OrderTerms = {
  countryId: number | null;
  country: CountryTerms | null;
  rates: Rate[];
  voucher: Voucher | null;
};

type Asked = {
  scope: Scope;
  companyId: number;
  addressId: number | null;
  countryId: number | null;
  voucher: string | null;
};

type Stored = {
  ofAddress: number | null;
  rates: Rate[];
  voucher: Voucher | null;
};

/** What the prices of an order depend on in addition to the catalogue. */
export const termsOf = (tx: Tx, asked: Asked): Promise<OrderTerms> =>
  // Only the system reads vouchers and rates.
  bypassRls(tx, asked.scope, () => readTerms(tx, asked));

/** A voucher by its code, as a value of a statement; null if there is none. */
const voucherOf = (code: string, companyId: number) => sql<Voucher | null>`
           (SELECT jsonb_build_object('id', d.id, 'code', d.code, 'version', d.version, 'kind', d.kind, 'percent', d.percent, 'amountCents', d.amount_cents,
                     'scope', d.scope, 'targets', to_jsonb(d.targets), 'companyId', d.company_id, 'validFrom', d.valid_from, 'validTo', d.valid_to,
                     'usageLimit', d.usage_limit, 'used', d.used, 'oncePerCompany', d.once_per_company, 'minimumCents', d.minimum_cents,
                     'active', d.active, 'now', now(),
                     'usedByCompany', EXISTS (SELECT FROM discount_redemption u WHERE u.discount_id = d.id AND u.company_id = ${companyId} AND u.released_at IS NULL))
              FROM discount d WHERE d.code = ${code.toUpperCase()})`;

/** A voucher with the data that concern a company. Runs as the system. */
export async function voucherByCode(tx: Tx, code: string, companyId: number): Promise<Voucher | null> {
  const found = await sql<{ voucher: Voucher | null }>`SELECT ${voucherOf(code, companyId)} AS voucher`.execute(tx);
  return found.rows[0]?.voucher ?? null;
}

async function readTerms(tx: Tx, { companyId, addressId, countryId, voucher }: Asked): Promise<OrderTerms> {
  const type = await companyTypeOf(tx, companyId);
  const found = await sql<Stored>`
    SELECT (SELECT country_id FROM company_address WHERE id = ${addressId} AND company_id = ${companyId}) AS of_address,
           coalesce((SELECT jsonb_agg(jsonb_build_object('app', r.app, 'ofCompany', r.company_id IS NOT NULL, 'percent', r.percent))
                       FROM discount_rate r
                      WHERE (r.company_id = ${companyId} OR r.company_type = ${type})
                        AND coalesce(r.valid_from <= current_date, true) AND coalesce(r.valid_to >= current_date, true)), '[]') AS rates,
           ${voucherOf(voucher ?? '', companyId)} AS voucher`.execute(tx);
  const stored = found.rows[0] as Stored;
  const id = stored.ofAddress ?? countryId ?? (await countryOfCompany(tx, companyId));
  return {
    countryId: id,
    country: id === null ? null : await countryTerms(tx, id),
    rates: stored.rates,
    voucher: stored.voucher,
  };
}

/** The terms of a country that are valid today; null if it is not delivered to. */
export async function countryTerms(tx: Tx, countryId: number): Promise<CountryTerms | null> {
  const found = await sql<CountryTerms>`
    SELECT country_id, tax_percent, shipping_cents, currency, per_dollar, seller_trn, languages, valid_from::text AS since FROM market_country
     WHERE country_id = ${countryId} AND valid_from <= current_date ORDER BY valid_from DESC LIMIT 1`.execute(tx);
  return found.rows[0] ?? null;
}

/** The percentage that was agreed for an app: of the company before that of its kind, of the app before all apps. */
export function rateFor(rates: readonly Rate[], app: string): number {
  const rank = ({ app: of, ofCompany }: Rate) => (ofCompany ? 2 : 0) + (of === null ? 0 : 1);
  const fitting = rates.filter((rate) => rate.app === null || rate.app === app).sort((a, b) => rank(b) - rank(a));
  return fitting[0]?.percent ?? 0;
}

export type VoucherRefusal = { word: string; detail: Record<string, string | number | null> };

/** Why a voucher cannot be used, apart from its minimum; null if it can. */
export function voucherRefusal(voucher: Voucher | null, companyId: number): VoucherRefusal | null {
  // A voucher of another company gets the same answer as an unknown one, so that it is not disclosed.
  if (!voucher || (voucher.companyId !== null && voucher.companyId !== companyId))
    return { word: 'voucher-unknown', detail: {} };
  const now = Date.parse(voucher.now);
  if (!voucher.active) return { word: 'voucher-off', detail: {} };
  if (voucher.validFrom && Date.parse(voucher.validFrom) > now)
    return { word: 'voucher-not-started', detail: { from: voucher.validFrom } };
  if (voucher.validTo && Date.parse(voucher.validTo) <= now)
    return { word: 'voucher-ended', detail: { to: voucher.validTo } };
  if (voucher.usageLimit !== null && voucher.used >= voucher.usageLimit) return { word: 'voucher-used-up', detail: {} };
  if (voucher.oncePerCompany && voucher.usedByCompany) return { word: 'voucher-used-by-company', detail: {} };
  return null;
}

/** Whether a voucher applies to a line, by the scope of the voucher. */
export const isEligible = ({ scope, targets }: Voucher, line: { app: string; productId: number }): boolean =>
  scope === 'whole' || targets.includes(scope === 'app' ? line.app : String(line.productId));

/** The part of a voucher that pricing needs. Amounts in cents. */
export const voucherTermsOf = ({ kind, percent, amountCents, minimumCents }: Voucher): VoucherTerms =>
  kind === 'percentage'
    ? { kind, percent: percent ?? 0, minimum: minimumCents }
    : { kind, amount: amountCents ?? 0, minimum: minimumCents };
