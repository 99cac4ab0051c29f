import { refuse } from '#platform/server/refuse.ts';
import { type BillLine, type BillTotals, billTotals } from '../../common/price.ts';
import type { TariffTerms } from '../../common/terms.ts';

/** The totals of lines. Refuses with 422 amounts that are too large to be added exactly. */
export function exactTotals(lines: readonly BillLine[], terms: TariffTerms): BillTotals {
  const totals = billTotals(lines, terms);
  const amounts = [...lines.map(({ amount }) => amount), ...Object.values(totals)];
  if (!amounts.every(Number.isSafeInteger)) throw refuse(422, 'amount-too-large');
  return totals;
}
