import { sql } from 'kysely';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { cancelUnpaid } from '../cancellation.ts';
import { type MailedOrder, mailBuyer } from './money-mails.ts';

const reminderDays = 7;
const cancellationDays = 14;
const mostOrders = 100;

/** Orders that were submitted this many days ago and are not paid, without those that a person has to confirm. */
const unpaidFor = (days: number) => sql`
  status = 'submitted' AND payment_status IN ('unpaid', 'failed') AND total > 0 AND submitted_at <= now() - ${days} * interval '1 day'`;

/** Reminds of orders after seven days without a payment, once, and cancels them after fourteen. */
export async function endUnpaidOrders(kit: Kit): Promise<void> {
  await emittingAsSystem(kit, kit.db, async ({ tx }) => {
    const due = await sql<MailedOrder & { total: number }>`
      UPDATE orders SET payment_reminded_at = now() WHERE id IN (
        SELECT id FROM orders WHERE payment_reminded_at IS NULL AND ${unpaidFor(reminderDays)}
         ORDER BY id LIMIT ${mostOrders} FOR UPDATE SKIP LOCKED) RETURNING id, number, company_id, total`.execute(tx);
    for (const order of due.rows) await mailBuyer(tx, kit, 'reminder', order, order.total);
  });
  const old = await inSystem(kit.db, (tx) =>
    sql<{
      id: number;
    }>`SELECT id FROM orders WHERE ${unpaidFor(cancellationDays)} ORDER BY id LIMIT ${mostOrders}`.execute(tx),
  );
  for (const { id } of old.rows)
    await cancelUnpaid(kit, id).catch((error: Error) =>
      kit.log.warn({ err: error, order: id }, 'an unpaid order could not be cancelled'),
    );
}
