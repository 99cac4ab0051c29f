import fc from 'fast-check';
import { expect, test } from 'vitest';
import { comparePaths, type LineToPrice, priceLines, split, type VoucherTerms } from './pricing.ts';

const line = (path: string, qty: number, unit: number, more: Partial<LineToPrice> = {}): LineToPrice => ({
  path,
  qty,
  unit,
  ratePercent: 0,
  eligible: true,
  ...more,
});

const lines = fc.array(
  fc.record({
    qty: fc.integer({ min: 1, max: 500 }),
    unit: fc.integer({ min: 0, max: 200_000 }),
    ratePercent: fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100),
    eligible: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
);
const voucher: fc.Arbitrary<VoucherTerms | null> = fc.option(
  fc.oneof(
    fc.record({
      kind: fc.constant('percentage' as const),
      percent: fc.integer({ min: 1, max: 10_000 }).map((hundredths) => hundredths / 100),
      minimum: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
    }),
    fc.record({
      kind: fc.constant('fixed' as const),
      amount: fc.integer({ min: 1, max: 5_000_000 }),
      minimum: fc.constant(null),
    }),
  ),
);

test('the sums of 10,000 random carts equal their totals, whatever rates, vouchers and taxes apply', () => {
  fc.assert(
    fc.property(
      lines,
      voucher,
      fc.integer({ min: 0, max: 2500 }),
      fc.integer({ min: 0, max: 20_000 }),
      (cart, voucher, tax, shipping) => {
        const numbered = cart.map((one, at) => ({ ...one, path: `0.${at}` }));
        const terms = { taxPercent: tax / 100, shipping, voucher };
        const prices = priceLines(numbered, terms);
        const sum = (of: (priced: (typeof prices.lines)[number]) => number) =>
          prices.lines.reduce((total, priced) => total + of(priced), 0);
        expect(prices.subtotal - prices.discount).toBe(sum(({ net }) => net));
        expect(prices.total).toBe(sum(({ net, tax }) => net + tax) + prices.shipping + prices.shippingTax);
        expect(prices.tax).toBe(sum(({ tax }) => tax) + prices.shippingTax);
        expect(prices.lines.filter(({ net, tax }) => net < 0 || tax < 0)).toEqual([]);
        const given = sum(({ voucherDiscount }) => voucherDiscount);
        const eligible = numbered.reduce(
          (total, one, at) => total + (one.eligible ? one.qty * one.unit - (prices.lines[at]?.rateDiscount ?? 0) : 0),
          0,
        );
        if (!voucher || prices.missing > 0) expect(given).toBe(0);
        else if (voucher.kind === 'fixed') expect(given).toBe(Math.min(voucher.amount, eligible));
        else expect(Math.abs(given - (eligible * voucher.percent) / 100)).toBeLessThanOrEqual(0.5 + 1e-6);
        const reversed = priceLines([...numbered].reverse(), terms);
        expect(reversed.total).toBe(prices.total);
      },
    ),
    { numRuns: 10_000 },
  );
});

test('a cent that cannot be split goes to the largest remainder, and of equal ones to the first path', () => {
  const parts = split(100, [
    { path: '0.10', weight: 1 },
    { path: '0.2', weight: 1 },
    { path: '0.3', weight: 1 },
  ]);
  expect(Object.fromEntries(parts)).toEqual({ '0.2': 34, '0.3': 33, '0.10': 33 });
  expect(['0.10', '0.2', '0', '0.2.1'].sort(comparePaths)).toEqual(['0', '0.2', '0.2.1', '0.10']);
});

test('paths are in the order of their numbers, and a line comes before its options', () => {
  const inOrder = ['0', '0.0', '0.0.0', '0.2', '0.10', '1'];
  expect(inOrder.toReversed().sort(comparePaths)).toEqual(inOrder);
});

test('tax is rounded half up on each line and then summed; shipping is taxed and gets no discount', () => {
  const prices = priceLines([line('0.0', 1, 110), line('0.1', 1, 110)], {
    taxPercent: 5,
    shipping: 2500,
    voucher: { kind: 'percentage', percent: 50, minimum: null },
  });
  // 5 % of 55 cents is 2.75 cents.
  expect(prices.lines.map(({ tax }) => tax)).toEqual([3, 3]);
  expect(prices).toMatchObject({ discount: 110, shipping: 2500, shippingTax: 125, tax: 131, total: 110 + 2500 + 131 });
});

test('half a cent is rounded up in taxes, agreed rates, vouchers and the tax of shipping, to odd and even cents alike', () => {
  const ofOne = (unit: number, more: Partial<LineToPrice>, voucher: VoucherTerms | null = null) =>
    priceLines([line('0.0', 1, unit, more)], { taxPercent: 5, shipping: 50, voucher });
  // 5 % of 50 cents is 2.5 cents, and so is 50 % of 5 cents.
  expect(ofOne(50, {})).toMatchObject({ lines: [{ tax: 3 }], shippingTax: 3, tax: 6 });
  expect(ofOne(5, { ratePercent: 50 })).toMatchObject({ lines: [{ rateDiscount: 3, net: 2 }] });
  const half: VoucherTerms = { kind: 'percentage', percent: 50, minimum: null };
  expect(ofOne(5, {}, half)).toMatchObject({ lines: [{ voucherDiscount: 3, net: 2 }] });
});

test('a voucher applies to what is left after the agreed rate, and tax to what is left after both', () => {
  const prices = priceLines([line('0.0', 2, 5000, { ratePercent: 10 }), line('0.1', 1, 1000, { eligible: false })], {
    taxPercent: 5,
    shipping: 0,
    voucher: { kind: 'percentage', percent: 20, minimum: null },
  });
  expect(prices.lines).toEqual([
    { path: '0.0', rateDiscount: 1000, voucherDiscount: 1800, net: 7200, tax: 360 },
    { path: '0.1', rateDiscount: 0, voucherDiscount: 0, net: 1000, tax: 50 },
  ]);
  expect(prices).toMatchObject({ subtotal: 11_000, discount: 2800, total: 8610 });
});

test('a fixed voucher is worth no more than the lines that it is for, and never lowers shipping or tax of others', () => {
  const lines = [line('0.0', 1, 300), line('0.1', 1, 700, { eligible: false })];
  const prices = priceLines(lines, {
    taxPercent: 10,
    shipping: 100,
    voucher: { kind: 'fixed', amount: 500, minimum: null },
  });
  expect(prices).toMatchObject({ discount: 300, shipping: 100, shippingTax: 10, tax: 80, total: 700 + 100 + 80 });
});

test('a voucher below its minimum gives no discount and states the missing amount', () => {
  const minimum: VoucherTerms = { kind: 'fixed', amount: 500, minimum: 10_000 };
  const terms = { taxPercent: 0, shipping: 0, voucher: minimum };
  expect(priceLines([line('0.0', 1, 9999)], terms)).toMatchObject({ missing: 1, discount: 0 });
  expect(priceLines([line('0.0', 1, 9999), line('0.1', 1, 5000, { eligible: false })], terms).missing).toBe(1);
  expect(priceLines([line('0.0', 1, 10_000)], terms)).toMatchObject({ missing: 0, discount: 500 });
});
