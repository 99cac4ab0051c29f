import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';
import { creditDaysOf } from '../payments/credit.ts';
import { type BilledOrder, billDataOf, billedOrder } from './bill-data.ts';
import { nextPlatformNumber } from './numbers.ts';

const amountsOf = ({ tax, total }: BilledOrder) => ({ net: total - tax, tax, total });

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

async function isStored(tx: Tx, orderId: number, kind: 'invoice' | 'proforma'): Promise<boolean> {
  const found = await tx.selectFrom('bill').where('orderId', '=', orderId).where('kind', '=', kind).execute();
  return found.length > 0;
}

/**
 * Issues the tax invoice of an order, in the transaction of the first of: paid, first parcel, first unit done. The
 * order is locked by the caller, who sees all rows. An issued invoice and an order that costs nothing are left alone.
 * The number is taken last: call it at the end of the transaction.
 */
export async function issueInvoice(tx: Tx, orderId: number): Promise<void> {
  if (await isStored(tx, orderId, 'invoice')) return;
  const order = await billedOrder(tx, orderId);
  if (order.total === 0) return;
  const credit = order.method === 'purchase-order' ? await creditDaysOf(tx, order.companyId) : 0;
  const dueOn = credit > 0 ? dayAfter(order.today, credit) : order.today;
  const { year, seq, number } = await nextPlatformNumber(tx, 'invoice');
  const issued = { kind: 'invoice', number, dueOn } as const;
  const data = await billDataOf(tx, order, issued, { amounts: amountsOf(order), credit: null });
  await tx
    .insertInto('bill')
    .values({
      orderId,
      companyId: order.companyId,
      kind: 'invoice',
      year,
      seq,
      number,
      dueOn,
      total: order.total,
      data: JSON.stringify(data),
    })
    .execute();
}

/** Stores the pro forma invoice of an order, under the number of the order, before anything is supplied. */
export async function storeProforma(tx: Tx, orderId: number): Promise<void> {
  if (await isStored(tx, orderId, 'proforma')) return;
  const order = await billedOrder(tx, orderId);
  const issued = { kind: 'proforma', number: order.number, dueOn: null } as const;
  const data = await billDataOf(tx, order, issued, { amounts: amountsOf(order), credit: null });
  await sql`
    INSERT INTO bill (order_id, company_id, kind, number, total, data)
    VALUES (${orderId}, ${order.companyId}, 'proforma', ${order.number}, ${order.total}, ${JSON.stringify(data)})
    ON CONFLICT (order_id, kind) WHERE kind <> 'credit-note' DO NOTHING`.execute(tx);
}
