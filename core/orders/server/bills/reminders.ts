import { sql } from 'kysely';
import { administratorsOf, billsEmailOf, contactsOf, platformAdministrators } from '#core/accounts/server/api.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { type DueBill, mailBillDue } from '../reminder-mails.ts';

/** Days after a bill is due on which its buyer is reminded; negative before. */
const reminderDays = [-3, 0, 7, 14];
/** Bills that have been due for longer are left to people. */
const longestDays = 30;

type Due = DueBill & { days: number };

/** Reminds buyer and finance of invoices on credit that are not paid: each reminder once, and only the latest that is due. */
export async function remindOfBills(kit: Kit): Promise<void> {
  await emittingAsSystem(kit, kit.db, async ({ tx }) => {
    const found = await sql<Due>`
      WITH due AS (
        SELECT b.id, b.order_id, b.company_id, b.number, b.total, b.due_on,
               (SELECT max(r.days) FROM unnest(${reminderDays}::integer[]) r (days) WHERE b.due_on + r.days <= rasid_today()) AS days
          FROM bill b JOIN orders o ON o.id = b.order_id
         WHERE b.kind = 'invoice' AND b.due_on BETWEEN rasid_today() - ${longestDays}::integer AND rasid_today() + 3
           AND o.status <> 'cancelled' AND o.payment_status NOT IN ('paid', 'refunded')),
           sent AS (
        INSERT INTO bill_reminder (bill_id, days) SELECT id, days FROM due WHERE days IS NOT NULL ON CONFLICT DO NOTHING RETURNING bill_id)
      SELECT order_id, company_id, number, total, due_on::text AS due_on, days FROM due JOIN sent ON sent.bill_id = due.id`.execute(
      tx,
    );
    if (found.rows.length === 0) return;
    const staff = await platformAdministrators(tx, 'Financial Admin');
    const finance = await contactsOf(
      tx,
      staff.map(({ id }) => id),
    );
    for (const bill of found.rows) {
      const administrators = (await administratorsOf(tx, bill.companyId)).map(({ id }) => id);
      const buyer = await contactsOf(tx, administrators);
      const billsEmail = await billsEmailOf(tx, bill.companyId);
      await mailBillDue(tx, kit, bill.days > 0 ? 'overdue' : 'due', bill, { buyer, billsEmail, finance });
    }
  });
}
