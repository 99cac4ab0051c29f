import type { Currency } from '#platform/common/text/currencies.ts';
import { type Decimal, decimal, toMinor } from '#platform/common/text/money.ts';
import type { TariffTerms } from './terms.ts';

export const lineKinds = ['consumption', 'surcharge', 'fixed', 'sewerage', 'correction'] as const;
export type LineKind = (typeof lineKinds)[number];

/** A printed line of a bill. `amount` is in minor units; quantities are in the unit of the tariff. */
export type BillLine = {
  kind: LineKind;
  /** The name of a surcharge or a fixed charge; null for other lines. */
  name: { en: string; ar: string } | null;
  quantity: number | null;
  /** The limits of a slab, in the unit of the tariff; null without one. */
  from: number | null;
  upTo: number | null;
  /** The price of a unit, in major units. */
  price: string | null;
  percent: number | null;
  /** The month of a correction (YYYY-MM). */
  month: string | null;
  amount: number;
};

export type PriceOptions = {
  /** The part of the month that is billed, from 0 to 1: it prorates monthly charges and slabs. */
  fraction?: number;
  /** Slab limits are multiplied by the number of dwellings behind a bulk meter. */
  dwellings?: number;
  /** Charges that are due once are part of the first bill. */
  first?: boolean;
};

type Slab = { from: Decimal; upTo: Decimal | null; quantity: Decimal; price: string };

const zero = decimal(0);
const noLine: Omit<BillLine, 'kind' | 'amount'> = {
  name: null,
  quantity: null,
  from: null,
  upTo: null,
  price: null,
  percent: null,
  month: null,
};

/** The quantities within the slabs of a tariff. */
function slabsOf(terms: TariffTerms, quantity: Decimal, { fraction = 1, dwellings = 1 }: PriceOptions): Slab[] {
  const scale = terms.perMonth ? decimal(fraction).times(dwellings) : decimal(dwellings);
  const slabs: Slab[] = [];
  let from = zero;
  for (const { upTo: limit, price } of terms.slabs) {
    const upTo = limit === null ? null : decimal(limit).times(scale);
    const end = upTo === null || quantity.lt(upTo) ? quantity : upTo;
    slabs.push({ from, upTo, quantity: end.gt(from) ? end.minus(from) : zero, price });
    from = upTo ?? from;
  }
  if (terms.mode === 'graduated') return slabs.filter((slab, i) => i === 0 || slab.quantity.gt(0));
  const reached = slabs.findLast((slab) => slab.quantity.gt(0)) ?? slabs[0];
  return reached ? [{ ...reached, quantity }] : [];
}

const costOf = (slabs: readonly Slab[]): Decimal =>
  slabs.reduce((sum, { quantity, price }) => sum.plus(quantity.times(price)), zero);

/** The printed lines of a consumption in the unit of the tariff. Each line is rounded half-up to the minor unit. */
export function billLinesOf(
  terms: TariffTerms,
  currency: Currency,
  quantity: Decimal,
  options: PriceOptions = {},
): BillLine[] {
  const { fraction = 1, first = false } = options;
  const slabs = slabsOf(terms, quantity, options);
  const cost = costOf(slabs);
  const minor = (amount: Decimal) => toMinor(amount, currency);
  const ofSlabs = slabs.map(
    (slab): BillLine => ({
      ...noLine,
      kind: 'consumption',
      quantity: slab.quantity.toNumber(),
      from: slab.from.toNumber(),
      upTo: slab.upTo?.toNumber() ?? null,
      price: slab.price,
      amount: minor(slab.quantity.times(slab.price)),
    }),
  );
  const surcharges = terms.surcharges.map(({ nameEn, nameAr, kind, value }): BillLine => {
    const name = { en: nameEn, ar: nameAr };
    return kind === 'unit'
      ? {
          ...noLine,
          kind: 'surcharge',
          name,
          quantity: quantity.toNumber(),
          price: value,
          amount: minor(quantity.times(value)),
        }
      : { ...noLine, kind: 'surcharge', name, percent: Number(value), amount: minor(cost.times(value).div(100)) };
  });
  const sewerage: BillLine[] = terms.seweragePercent
    ? [
        {
          ...noLine,
          kind: 'sewerage',
          percent: terms.seweragePercent,
          amount: minor(cost.times(terms.seweragePercent).div(100)),
        },
      ]
    : [];
  const fixed = terms.fixed
    .filter(({ due }) => due === 'monthly' || first)
    .map(
      ({ nameEn, nameAr, amount, due }): BillLine => ({
        ...noLine,
        kind: 'fixed',
        name: { en: nameEn, ar: nameAr },
        amount: minor(decimal(amount).times(due === 'monthly' ? fraction : 1)),
      }),
    );
  return [...ofSlabs, ...surcharges, ...sewerage, ...fixed];
}

/** The part of a bill that depends on the consumption of its month. */
export const isVariable = ({ kind }: BillLine): boolean => kind !== 'fixed' && kind !== 'correction';

/**
 * The correction of a month: what its bill would charge for the quantity that is due, less what has been charged for
 * the month so far. Charged by the slabs of that month.
 */
export function correctionLine(
  terms: TariffTerms,
  currency: Currency,
  { month, settled, due }: { month: string; settled: { quantity: Decimal; amount: number }; due: Decimal },
  options: PriceOptions,
): BillLine {
  const lines = billLinesOf(terms, currency, due, options).filter(isVariable);
  return {
    ...noLine,
    kind: 'correction',
    month,
    quantity: due.minus(settled.quantity).toNumber(),
    amount: lines.reduce((sum, { amount }) => sum + amount, 0) - settled.amount,
  };
}

/** The line with the sum of the corrections of a month; none without corrections. */
export const settledLines = (month: string, { quantity, amount }: { quantity: Decimal; amount: number }): BillLine[] =>
  quantity.eq(0) && amount === 0
    ? []
    : [{ ...noLine, kind: 'correction', month, quantity: quantity.toNumber(), amount }];

export type BillTotals = { subtotal: number; taxable: number; vat: number; total: number };

/** The sum of the printed lines, and VAT on the sum of those that bear it, rounded once. Minor units. */
export function billTotals(
  lines: readonly BillLine[],
  { vatPercent, vatOn }: Pick<TariffTerms, 'vatPercent' | 'vatOn'>,
): BillTotals {
  const sum = (some: readonly BillLine[]) => some.reduce((all, { amount }) => all + amount, 0);
  // A correction concerns consumption.
  const taxable = sum(lines.filter(({ kind }) => vatOn.includes(kind === 'correction' ? 'consumption' : kind)));
  const vat = decimal(taxable).times(vatPercent).div(100).round(0, 1).toNumber();
  const subtotal = sum(lines);
  return { subtotal, taxable, vat, total: subtotal + vat };
}
