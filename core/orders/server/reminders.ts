import { sql } from 'kysely';
import { activeStaff, contactsOf } from '#core/accounts/server/api.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { mailDeployErrors, type WithErrors } from './reminder-mails.ts';

const errorHours = 24;
/** Orders with units that could not be created for a day; each unit is reported once. */
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

/** Reminds the seller of units that could not be created. */
export async function sendReminders(kit: Kit): Promise<void> {
  await emittingAsSystem(kit, kit.db, async ({ tx }) => {
    const orders = await ordersWithErrors(tx);
    if (orders.length === 0) return;
    const sellers = (await activeStaff(tx, null)).map(({ id }) => id);
    await mailDeployErrors(tx, kit, orders, await contactsOf(tx, sellers));
  });
}
