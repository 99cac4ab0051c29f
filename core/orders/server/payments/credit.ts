import { sql } from 'kysely';
import { readableCompany } from '#platform/server/http/company-access.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import type { Context } from '#platform/server/serve.ts';
import type { CreditTerms, paymentRoutes } from '../../common/payment.ts';

/** The days of credit that were agreed with a company; 0 without an agreement. */
export async function creditDaysOf(tx: Tx, companyId: number): Promise<number> {
  const found = await tx
    .selectFrom('orderCredit')
    .select('creditDays')
    .where('companyId', '=', companyId)
    .executeTakeFirst();
  return found?.creditDays ?? 0;
}

/** Whether a company has an invoice that is due and not paid. */
export async function hasOverdueBill(tx: Tx, companyId: number): Promise<boolean> {
  const found = await sql`
    SELECT FROM bill b JOIN orders o ON o.id = b.order_id
     WHERE b.company_id = ${companyId} AND b.kind = 'invoice' AND b.due_on < current_date AND o.status <> 'cancelled'
       AND o.payment_status NOT IN ('paid', 'refunded') LIMIT 1`.execute(tx);
  return found.rows.length > 0;
}

/** Whether the orders of a company need the number of a purchase order. */
export async function needsPoNumber(tx: Tx, companyId: number): Promise<boolean> {
  const found = await tx
    .selectFrom('orderCredit')
    .where('companyId', '=', companyId)
    .where('poRequired', '=', true)
    .execute();
  return found.length > 0;
}

export async function creditOf({ tx, actor, params }: Context<typeof paymentRoutes.credit>): Promise<CreditTerms> {
  const companyId = readableCompany(actor, params.companyId);
  return { creditDays: await creditDaysOf(tx, companyId), poRequired: await needsPoNumber(tx, companyId) };
}

export async function setCredit({ tx, actor, params, body }: Context<typeof paymentRoutes.setCredit>) {
  const { creditDays, poRequired } = body;
  const companyId = readableCompany(actor, params.companyId);
  await bypassRls(tx, actor.scope, () =>
    tx
      .insertInto('orderCredit')
      .values({ companyId, creditDays, poRequired })
      .onConflict((conflict) =>
        conflict.column('companyId').doUpdateSet((row) => ({
          creditDays: row.ref('excluded.creditDays'),
          poRequired: row.ref('excluded.poRequired'),
        })),
      )
      .execute(),
  );
  return { creditDays, poRequired };
}
