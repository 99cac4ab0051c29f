import { createHash } from 'node:crypto';
import { type Kit, visibleApps } from '#platform/server/kit.ts';
import type { Scope, Tx } from '#platform/server/postgres/database.ts';
import { type Refusal, refuse } from '#platform/server/refuse.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { PricedSubmission } from '../../common/order-payload.ts';
import { type PricedLine, type Prices, priceLines } from '../../common/pricing.ts';
import { physicalKinds } from '../../common/product.ts';
import type { Problem, Quote, quoteRoutes } from '../../common/quote.ts';
import { shopCurrency } from '../../common/shop-currency.ts';
import { assertMayBuy } from '../buyers.ts';
import { catalogueOf } from '../catalogue.ts';
import { nameInCart, type OrderTypes, submittedProductIds, type UnpricedLine, unpricedLines } from '../order-lines.ts';
import { commonRefusal } from '../problem-refusals.ts';
import { targetProblems } from '../targets.ts';
import {
  isEligible,
  type OrderTerms,
  rateFor,
  termsOf,
  type Voucher,
  voucherRefusal,
  voucherTermsOf,
} from '../terms.ts';
import { limitVoucherGuesses } from '../voucher-guesses.ts';
import { rememberQuote } from './remembered-quotes.ts';

const hashVersion = 1;
const dollars = (cents: number): number => cents / 100;

/** The order types of the visible apps, by name, and by app and name in the cart where that is another one. */
export const orderTypesOf = (kit: Pick<Kit, 'apps' | 'settings'>): OrderTypes =>
  new Map(
    visibleApps(kit).flatMap(({ id, kind, market }) =>
      Object.entries(market?.orderTypes ?? {}).flatMap(([name, spec]) => {
        const type = { ...spec, name, app: kind === 'core' ? 'core' : id };
        const { cartType } = spec;
        return [[name, type] as const, ...(cartType ? [[nameInCart(type.app, cartType), type] as const] : [])];
      }),
    ),
  );

export type Pricing = {
  scope: Scope;
  companyId: number;
  addressId: number | null;
  countryId: number | null;
  voucher: string | null;
  locale: 'en' | 'ar';
};

/** A quote with what an order stores of it. Amounts in cents. */
export type PricedOrder = {
  quote: Quote;
  lines: (UnpricedLine & PricedLine & { taxPercent: number })[];
  prices: Prices;
  terms: OrderTerms;
  /** The voucher, if it applies. */
  voucher: Voucher | null;
};

function hashOf(
  companyId: number,
  lines: PricedOrder['lines'],
  prices: Prices,
  terms: OrderTerms,
  voucher: Voucher | null,
) {
  const canonical = JSON.stringify([
    hashVersion,
    companyId,
    lines.map((line) => [
      line.path,
      line.item.id,
      line.qty,
      line.unit,
      line.rateDiscount,
      line.voucherDiscount,
      line.tax,
    ]),
    prices.shipping,
    voucher && [voucher.id, voucher.version],
    terms.countryId,
    prices.total,
  ]);
  return createHash('sha256').update(canonical).digest('hex');
}

function quoteLine(line: PricedOrder['lines'][number], locale: 'en' | 'ar'): Quote['lines'][number] {
  const { item } = line;
  return {
    path: line.path,
    parent: line.parent,
    productId: item.id,
    sku: item.sku,
    kind: item.kind,
    orderType: line.orderType,
    app: line.app,
    solutionId: line.solutionId,
    name: locale === 'ar' ? item.nameAr : item.nameEn,
    qty: line.qty,
    unit: dollars(line.unit),
    priceSource: item.customized ? 'customized' : 'list',
    rateDiscount: dollars(line.rateDiscount),
    voucherDiscount: dollars(line.voucherDiscount),
    net: dollars(line.net),
    taxPercent: line.taxPercent,
    tax: dollars(line.tax),
    included: line.included,
  };
}

/** The requested voucher, if it can be used, and its problem. */
function usableVoucher(
  terms: OrderTerms,
  { voucher: code, companyId }: Pricing,
  lines: readonly UnpricedLine[],
): { voucher: Voucher | null; problem: Problem | null } {
  if (code === null || code === '') return { voucher: null, problem: null };
  const problemOf = (word: string, detail: Problem['detail'] = {}) => ({
    voucher: null,
    problem: { path: 'voucher', word, detail },
  });
  const refusal = voucherRefusal(terms.voucher, companyId);
  if (refusal || !terms.voucher) return problemOf(refusal?.word ?? 'voucher-unknown', refusal?.detail);
  const { voucher } = terms;
  const matches = lines.some(({ app, item, unit }) => unit > 0 && isEligible(voucher, { app, productId: item.id }));
  return matches ? { voucher, problem: null } : problemOf('voucher-nothing-matches', { scope: voucher.scope });
}

const hasUnknownVoucher = (result: PricedOrder | Refusal): boolean =>
  'quote' in result && result.quote.problems.some(({ word }) => word === 'voucher-unknown');

/** Prices orders for a company: the same for `validate` and for the submission. Wrong vouchers count as guesses. */
export function priceOrders(tx: Tx, kit: Kit, asked: PricedSubmission, by: Pricing): Promise<PricedOrder> {
  const { companyId, voucher: code } = by;
  const price = () => priceWithVoucher(tx, kit, asked, by);
  return code ? limitVoucherGuesses(kit, { companyId, code }, hasUnknownVoucher, price) : price();
}

async function priceWithVoucher(
  tx: Tx,
  kit: Pick<Kit, 'apps' | 'settings'>,
  asked: PricedSubmission,
  by: Pricing,
): Promise<PricedOrder> {
  const items = await catalogueOf(tx, by.companyId, submittedProductIds(asked));
  const { lines, problems } = unpricedLines(asked, items, orderTypesOf(kit));
  const requiresShipping = lines.some(({ item }) => physicalKinds.includes(item.kind));
  // Orders without shipping are taxed by the billing address, whatever address was sent.
  const terms = await termsOf(tx, requiresShipping ? by : { ...by, addressId: null });
  problems.push(...(await targetProblems(tx, by.companyId, asked, lines)));
  if (requiresShipping && !terms.country)
    problems.push({ path: 'address', word: 'no-shipping-to-country', detail: {} });
  const asks = usableVoucher(terms, by, lines);
  if (asks.problem) problems.push(asks.problem);
  const taxPercent = terms.country?.taxPercent ?? 0;
  const pricesWith = (voucher: Voucher | null) =>
    priceLines(
      lines.map((line) => ({
        path: line.path,
        qty: line.qty,
        unit: line.unit,
        ratePercent: rateFor(terms.rates, line.app),
        eligible: voucher !== null && isEligible(voucher, { app: line.app, productId: line.item.id }),
      })),
      {
        taxPercent,
        shipping: requiresShipping ? (terms.country?.shippingCents ?? 0) : 0,
        voucher: voucher && voucherTermsOf(voucher),
      },
    );
  let { voucher } = asks;
  let prices = pricesWith(voucher);
  if (voucher && prices.missing > 0) {
    const detail = { minimum: dollars(voucher.minimumCents ?? 0), missing: dollars(prices.missing) };
    problems.push({ path: 'voucher', word: 'voucher-minimum', detail });
    voucher = null;
    prices = pricesWith(null);
  }
  const priced = lines.map((line, at) => ({ ...line, ...(prices.lines[at] as PricedLine), taxPercent }));
  const devices = priced.filter(({ item, included }) => item.kind === 'device' && !included);
  const quote: Quote = {
    lines: priced.map((line) => quoteLine(line, by.locale)),
    problems,
    totals: {
      hardwarePrice: dollars(devices.reduce((sum, { qty, unit }) => sum + qty * unit, 0)),
      devicesCount: devices.reduce((sum, { qty }) => sum + qty, 0),
      subtotal: dollars(prices.subtotal),
      discount: dollars(prices.discount),
      shipping: dollars(prices.shipping),
      tax: dollars(prices.tax),
      total: dollars(prices.total),
    },
    currency: shopCurrency,
    voucher: voucher?.code ?? null,
    requiresShipping,
    hash: hashOf(by.companyId, priced, prices, terms, voucher),
  };
  return { quote, lines: priced, prices, terms, voucher };
}

/** Refuses orders that cannot be placed. */
export function assertNoProblems({ quote }: PricedOrder): void {
  if (quote.problems.length > 0)
    throw refuse(400, 'order-has-problems', { quote, problems: quote.problems }, '20020001');
}

/**
 * Refuses a submission. One that only lacks stock, or whose voucher is used up, gets the same refusal as after a lost
 * race.
 */
export function assertSubmittable(priced: PricedOrder): void {
  const refusal = commonRefusal(priced.quote.problems);
  if (refusal) throw refusal;
  assertNoProblems(priced);
}

export const quoteHandlers: Handlers<typeof quoteRoutes> = {
  async validate({ tx, kit, actor, params, query, body, locale }) {
    await assertMayBuy(tx, actor, params.companyId);
    const priced = await priceOrders(tx, kit, body, {
      scope: actor.scope,
      companyId: params.companyId,
      addressId: query.addressId ?? null,
      countryId: query.countryId ?? null,
      voucher: query.voucher ?? null,
      locale,
    });
    rememberQuote(kit, priced.quote);
    assertNoProblems(priced);
    return priced.quote;
  },
};
