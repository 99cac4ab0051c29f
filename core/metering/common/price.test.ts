import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimal } from '#platform/common/text/money.ts';
import { billLinesOf, billTotals, correctionLine } from './price.ts';
import { type TariffTerms, tariffTerms } from './terms.ts';

const terms = (slabs: [upTo: number | null, price: string][], more: Partial<TariffTerms> = {}): TariffTerms => ({
  mode: 'graduated',
  perMonth: true,
  slabs: slabs.map(([upTo, price]) => ({ upTo, price })),
  surcharges: [],
  fixed: [],
  seweragePercent: null,
  vatPercent: 5,
  vatOn: ['consumption', 'surcharge', 'fixed', 'sewerage'],
  ...more,
});
const named = { nameEn: 'Charge', nameAr: 'رسم' };
const electricity = terms(
  [
    [2000, '0.23'],
    [4000, '0.28'],
    [6000, '0.32'],
    [null, '0.38'],
  ],
  { surcharges: [{ ...named, kind: 'unit', value: '0.05' }], fixed: [{ ...named, amount: '6', due: 'monthly' }] },
);
const water = terms(
  [
    [6000, '0.035'],
    [12000, '0.040'],
    [null, '0.046'],
  ],
  { surcharges: [{ ...named, kind: 'unit', value: '0.004' }], fixed: [{ ...named, amount: '5', due: 'monthly' }] },
);
const saudi = terms(
  [
    [6000, '0.18'],
    [null, '0.30'],
  ],
  { vatPercent: 15 },
);
const amounts = (lines: readonly { amount: number }[]) => lines.map(({ amount }) => amount);

test('a published Dubai bill of electricity and water is reproduced to the last fils', () => {
  const lines = [...billLinesOf(electricity, 'AED', decimal(1699)), ...billLinesOf(water, 'AED', decimal(1760))];
  expect(amounts(lines)).toEqual([39077, 8495, 600, 6160, 704, 500]);
  expect(billTotals(lines, electricity)).toEqual({ subtotal: 55536, taxable: 55536, vat: 2777, total: 58313 });
});

test('7250 kWh cost 2135.00 AED over four slabs in Dubai', () => {
  const lines = billLinesOf({ ...electricity, surcharges: [], fixed: [] }, 'AED', decimal(7250));
  expect(amounts(lines)).toEqual([46000, 56000, 64000, 47500]);
  expect(billTotals(lines, electricity).subtotal).toBe(213500);
});

test('7250 kWh cost 1455.00 SAR in Saudi Arabia, and 1673.25 with VAT', () => {
  expect(billTotals(billLinesOf(saudi, 'SAR', decimal(7250)), saudi)).toMatchObject({
    subtotal: 145500,
    total: 167325,
  });
});

test('a whole tariff prices all units at the slab that was reached', () => {
  const whole = { ...electricity, mode: 'whole' as const, surcharges: [], fixed: [] };
  expect(amounts(billLinesOf(whole, 'AED', decimal(2000)))).toEqual([46000]);
  expect(amounts(billLinesOf(whole, 'AED', decimal(2001)))).toEqual([56028]);
});

test('slab limits grow with the dwellings of a bulk meter and shrink with a part of the month, as do monthly charges', () => {
  const lines = billLinesOf(electricity, 'AED', decimal(2000), { fraction: 0.5, dwellings: 3 });
  expect(lines.find(({ kind }) => kind === 'consumption')).toMatchObject({ upTo: 3000, quantity: 2000 });
  expect(lines.find(({ kind }) => kind === 'fixed')?.amount).toBe(300);
});

test('limits that are not per month and charges that are due once are not prorated in a part of a month', () => {
  const tariff = terms(
    [
      [1000, '1'],
      [null, '2'],
    ],
    { perMonth: false, fixed: [{ ...named, amount: '10', due: 'once' }] },
  );
  const lines = billLinesOf(tariff, 'AED', decimal(1500), { fraction: 0.5, first: true });
  expect(amounts(lines)).toEqual([100_000, 100_000, 1000]);
});

test('a correction bears VAT if consumption does', () => {
  const line = correctionLine(
    terms([[null, '1']]),
    'AED',
    { month: '2026-03', settled: { quantity: decimal(10), amount: 1000 }, due: decimal(30) },
    {},
  );
  expect(billTotals([line], { vatPercent: 5, vatOn: ['consumption'] })).toMatchObject({ taxable: 2000, vat: 100 });
  expect(billTotals([line], { vatPercent: 5, vatOn: ['fixed', 'surcharge'] })).toMatchObject({ taxable: 0, vat: 0 });
});

test('only the lines that bear it have VAT, charges due once are in the first bill and sewerage follows the slabs', () => {
  const odd = terms([[null, '1']], {
    seweragePercent: 50,
    fixed: [{ ...named, amount: '10', due: 'once' }],
    vatOn: ['sewerage'],
    vatPercent: 10,
  });
  const lines = billLinesOf(odd, 'AED', decimal(8), { first: true });
  expect(amounts(lines)).toEqual([800, 400, 1000]);
  expect(billTotals(lines, odd)).toEqual({ subtotal: 2200, taxable: 400, vat: 40, total: 2240 });
  expect(amounts(billLinesOf(odd, 'AED', decimal(8)))).toEqual([800, 400]);
});

test('surcharges and sewerage are percentages of the exact cost, not of its rounded lines or of their sum', () => {
  const slabs: [number | null, string][] = [
    [1, '0.0047'],
    [2, '0.0047'],
    [null, '0.0046'],
  ];
  const tariff = terms(slabs, { surcharges: [{ ...named, kind: 'percent', value: '40' }], seweragePercent: 40 });
  // The cost is 1.4 fils, of which no line is half a fils; 40 % of it is 0.56 fils.
  expect(amounts(billLinesOf(tariff, 'AED', decimal(3)))).toEqual([0, 0, 0, 1, 1]);
});

test('a correction is priced by the slabs of its month', () => {
  const line = correctionLine(
    { ...electricity, surcharges: [] },
    'AED',
    { month: '2026-03', settled: { quantity: decimal(2100), amount: 46000 + 2800 }, due: decimal(1900) },
    {},
  );
  // 100 units of the second slab and 100 of the first.
  expect(line).toMatchObject({ month: '2026-03', quantity: -200, amount: -(2800 + 2300) });
});

test('the slabs of a graduated tariff add up to the whole quantity, whatever their limits', () => {
  const limits = fc.uniqueArray(fc.integer({ min: 1, max: 10_000 }), { maxLength: 9 });
  const quantities = fc.double({ min: 0, max: 50_000, noNaN: true });
  fc.assert(
    fc.property(limits, quantities, fc.double({ min: 0.01, max: 1, noNaN: true }), (some, quantity, fraction) => {
      const sorted: [number | null, string][] = some.toSorted((a, b) => a - b).map((limit) => [limit, '1']);
      const lines = billLinesOf(terms([...sorted, [null, '1']]), 'AED', decimal(quantity), { fraction });
      expect(lines.reduce((sum, line) => sum + (line.quantity ?? 0), 0)).toBeCloseTo(quantity, 6);
    }),
  );
});

test('slabs must rise, and only the last one is open', () => {
  const errors = (slabs: [number | null, string][]) =>
    tariffTerms.safeParse(terms(slabs)).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  expect(errors([[100, '1']])).toEqual(['slabs slabsNotOpen']);
  expect(
    errors([
      [200, '1'],
      [100, '1'],
      [null, '1'],
    ]),
  ).toEqual(['slabs slabsNotRising']);
  expect(errors([[null, '0.1234567']])).toEqual(['slabs.0.price enterANumber']);
});
