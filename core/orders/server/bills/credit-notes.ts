import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { BillAmounts, BillData } from '../../common/bill.ts';
import { billDataOf, billedOrder } from './bill-data.ts';
import { nextPlatformNumber } from './numbers.ts';

/**
 * The value of an invoice after a refund, in US cents. Tax is computed from the sum of the refunds, not from each part,
 * so that the taxes of all parts add up to the tax of the invoice.
 */
export function worthAfter(invoice: BillAmounts, givenBack: number): BillAmounts {
  const total = invoice.total - givenBack;
  const tax = Math.round((invoice.tax * total) / invoice.total);
  return { net: total - tax, tax, total };
}

const difference = (before: BillAmounts, after: BillAmounts): BillAmounts => ({
  net: before.net - after.net,
  tax: before.tax - after.tax,
  total: before.total - after.total,
});

type Invoice = { id: number; number: string; data: BillData; givenBack: number };
type Refund = { id: number; amount: number; reason: string };

/**
 * Issues the credit note for a refund of an issued invoice, in the transaction of the refund. The order is locked by
 * the caller, who sees all rows. The note starts from what earlier notes have left of the invoice.
 */
export async function issueCreditNote(tx: Tx, orderId: number, refund: Refund): Promise<void> {
  const found = await sql<Invoice>`
    SELECT b.id, b.number, b.data, coalesce((SELECT sum(c.total) FROM bill c WHERE c.refers_to = b.id), 0)::bigint AS given_back
      FROM bill b WHERE b.order_id = ${orderId} AND b.kind = 'invoice'`.execute(tx);
  const [invoice] = found.rows;
  if (!invoice) return;
  const order = await billedOrder(tx, orderId);
  const { totals, issuedOn: invoicedOn } = invoice.data;
  const before = worthAfter(totals, invoice.givenBack);
  const after = worthAfter(totals, invoice.givenBack + refund.amount);
  const { year, seq, number } = await nextPlatformNumber(tx, 'creditNote');
  const credit = { invoice: invoice.number, invoicedOn, reason: refund.reason, before, after };
  const issued = { kind: 'credit-note', number, dueOn: null } as const;
  const data = await billDataOf(tx, order, issued, { amounts: difference(before, after), credit });
  await tx
    .insertInto('bill')
    .values({
      orderId,
      companyId: order.companyId,
      kind: 'credit-note',
      year,
      seq,
      number,
      total: refund.amount,
      data: JSON.stringify(data),
      refersTo: invoice.id,
      refundId: refund.id,
    })
    .execute();
}
