import { sql } from 'kysely';
import type { NamedOrder } from '#core/support/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';

/** Answers a ticket that names an order of its company. */
export async function nameOrder({ tx }: Emitting, { companyId, orderId, found }: NamedOrder): Promise<void> {
  const named = await sql<{ number: string }>`
    SELECT number FROM orders WHERE id = ${orderId} AND company_id = ${companyId}`.execute(tx);
  const [order] = named.rows;
  if (order) found(order.number);
}
