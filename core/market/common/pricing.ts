import Big from 'big.js';

/** An amount in US cents. */
type Cents = number;

export type LineToPrice = {
  path: string;
  qty: number;
  unit: Cents;
  /** In percent, by the company's agreed rates. */
  ratePercent: number;
  /** Whether the voucher applies to it. */
  eligible: boolean;
};
export type VoucherTerms =
  | { kind: 'percentage'; percent: number; minimum: Cents | null }
  | { kind: 'fixed'; amount: Cents; minimum: Cents | null };
export type PriceTerms = { taxPercent: number; shipping: Cents; voucher: VoucherTerms | null };

export type PricedLine = {
  path: string;
  rateDiscount: Cents;
  voucherDiscount: Cents;
  /** After all discounts, without tax. */
  net: Cents;
  tax: Cents;
};
export type Prices = {
  lines: PricedLine[];
  subtotal: Cents;
  discount: Cents;
  shipping: Cents;
  shippingTax: Cents;
  tax: Cents;
  total: Cents;
  /** The amount by which the order is below the minimum of the voucher; 0 if the voucher applies. */
  missing: Cents;
};

const share = (amount: Cents, percent: number): Cents =>
  new Big(amount).times(percent).div(100).round(0, Big.roundHalfUp).toNumber();

/** Splits an amount in proportion to the weights, by the largest remainder; ties go to the first path. */
export function split(amount: Cents, lines: readonly { path: string; weight: Cents }[]): Map<string, Cents> {
  const whole = lines.reduce((sum, { weight }) => sum + weight, 0);
  if (whole === 0) return new Map();
  const parts = lines.map(({ path, weight }) => {
    const exact = new Big(amount).times(weight).div(whole);
    const floor = exact.round(0, Big.roundDown);
    return { path, cents: floor.toNumber(), rest: exact.minus(floor) };
  });
  let left = amount - parts.reduce((sum, { cents }) => sum + cents, 0);
  const byRemainder = [...parts].sort((a, b) => b.rest.cmp(a.rest) || comparePaths(a.path, b.path));
  for (const part of byRemainder) {
    if (left === 0) break;
    part.cents += 1;
    left -= 1;
  }
  return new Map(parts.map(({ path, cents }) => [path, cents]));
}

/** Orders paths by their numbers: `0.2` before `0.10`. */
export function comparePaths(one: string, other: string): number {
  const [a, b] = [one.split('.').map(Number), other.split('.').map(Number)];
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = (a[at] ?? -1) - (b[at] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}

function voucherAmount(voucher: VoucherTerms, eligible: Cents): Cents {
  return voucher.kind === 'percentage' ? share(eligible, voucher.percent) : Math.min(voucher.amount, eligible);
}

/**
 * Prices lines: quantity × unit, less the agreed rate, less the part of the voucher; tax on each line, half up to the
 * cent, and then summed. Shipping is taxed and gets no discount.
 */
export function priceLines(lines: readonly LineToPrice[], { taxPercent, shipping, voucher }: PriceTerms): Prices {
  const rated = lines.map((line) => {
    const gross = line.qty * line.unit;
    const rateDiscount = share(gross, line.ratePercent);
    return { ...line, gross, rateDiscount, rated: gross - rateDiscount };
  });
  const eligible = rated.filter(({ eligible, rated }) => eligible && rated > 0);
  const eligibleSum = eligible.reduce((sum, { rated }) => sum + rated, 0);
  const missing = voucher ? Math.max(0, (voucher.minimum ?? 0) - eligibleSum) : 0;
  const parts =
    voucher && missing === 0
      ? split(
          voucherAmount(voucher, eligibleSum),
          eligible.map(({ path, rated }) => ({ path, weight: rated })),
        )
      : new Map<string, Cents>();
  const priced = rated.map(({ path, rateDiscount, rated }): PricedLine => {
    const voucherDiscount = parts.get(path) ?? 0;
    const net = rated - voucherDiscount;
    return { path, rateDiscount, voucherDiscount, net, tax: share(net, taxPercent) };
  });
  const sum = (of: (line: PricedLine) => Cents) => priced.reduce((total, line) => total + of(line), 0);
  const shippingTax = share(shipping, taxPercent);
  const tax = sum((line) => line.tax) + shippingTax;
  return {
    lines: priced,
    subtotal: rated.reduce((total, { gross }) => total + gross, 0),
    discount: sum((line) => line.rateDiscount + line.voucherDiscount),
    shipping,
    shippingTax,
    tax,
    total: sum((line) => line.net) + shipping + tax,
    missing,
  };
}
