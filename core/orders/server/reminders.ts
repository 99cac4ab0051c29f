import { sql } from 'kysely';
import { administratorsOf, contactsOf, platformAdministrators, staffOf } from '#core/accounts/server/api.ts';
import type { Tx } from '#platform/server/database.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { today } from './bills/api.ts';
import { type DueBill, mailBillDue, mailDeployErrors, type WithErrors } from './reminder-mails.ts';

/** Days before the due date on which a bill on credit is announced. */
const daysBefore = 3;
const errorHours = 24;
const most = 100;

const unpaid = sql`o.payment_status NOT IN ('paid', 'refunded') AND o.status <> 'cancelled'`;
/** Bills that are due on the day of their issue are announced with the order. */
const dueSoon = sql`b.due_on BETWEEN ${today} AND ${today} + ${daysBefore}::integer AND b.due_on > (b.issued_at AT TIME ZONE 'Asia/Dubai')::date`;
const overdue = sql`b.due_on < ${today}`;

/** Notes that a reminder is sent, and returns the bills that have none of its kind yet. */
async function remindedBills(tx: Tx, kind: 'due' | 'overdue'): Promise<DueBill[]> {
  const found = await sql<DueBill>`
    WITH reminded AS (
      INSERT INTO bill_reminder (bill_id, company_id, kind)
      SELECT b.id, b.company_id, ${kind} FROM bill b JOIN orders o ON o.id = b.order_id
       WHERE b.kind = 'invoice' AND ${unpaid} AND ${kind === 'due' ? dueSoon : overdue}
         AND NOT EXISTS (SELECT FROM bill_reminder r WHERE r.bill_id = b.id AND r.kind = ${kind})
       ORDER BY b.id LIMIT ${most} ON CONFLICT DO NOTHING RETURNING bill_id)
    SELECT b.number, b.order_id, b.company_id, b.total, b.due_on::text AS due_on FROM bill b JOIN reminded r ON r.bill_id = b.id ORDER BY b.id`.execute(
    tx,
  );
  return found.rows;
}

/** Orders with units that could not be made for a day; each unit is reported once. */
async function ordersWithErrors(tx: Tx): Promise<WithErrors[]> {
  const found = await sql<WithErrors>`
    WITH reminded AS (
      UPDATE deploy_unit u SET error_reminded_at = now() FROM orders o
       WHERE o.id = u.order_id AND o.status <> 'cancelled' AND u.state = 'error' AND u.error_reminded_at IS NULL
         AND u.error_at <= now() - ${errorHours} * interval '1 hour' RETURNING u.order_id)
    SELECT o.id, o.number, o.company_id, r.count FROM orders o
      JOIN (SELECT order_id, count(*)::integer AS count FROM reminded GROUP BY order_id) r ON r.order_id = o.id ORDER BY o.id`.execute(
    tx,
  );
  return found.rows;
}

/** Reminds buyer and finance of bills that are due, and the seller of units that could not be made. */
export async function sendReminders(kit: Kit): Promise<void> {
  await emittingAsSystem(kit, kit.db, async ({ tx }) => {
    const staff = await platformAdministrators(tx, 'Financial Admin');
    const finance = await contactsOf(
      tx,
      staff.map(({ id }) => id),
    );
    for (const kind of ['due', 'overdue'] as const)
      for (const bill of await remindedBills(tx, kind)) {
        const administrators = (await administratorsOf(tx, bill.companyId)).map(({ id }) => id);
        await mailBillDue(tx, kit, kind, bill, { buyer: await contactsOf(tx, administrators), finance });
      }
  });
  await emittingAsSystem(kit, kit.db, async ({ tx }) => {
    const orders = await ordersWithErrors(tx);
    if (orders.length === 0) return;
    const sellers = (await staffOf(tx, null)).map(({ id }) => id);
    await mailDeployErrors(tx, kit, orders, await contactsOf(tx, sellers));
  });
}
