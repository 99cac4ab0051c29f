import type { NamedOrder } from '#core/support/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';

/** Answers a ticket that names an order of its company. */
export async function nameOrder({ tx }: Emitting, { companyId, orderId, found }: NamedOrder): Promise<void> {
  const order = await tx
    .selectFrom('orders')
    .select('number')
    .where('id', '=', orderId)
    .where('companyId', '=', companyId)
    .$narrowType<{ number: string }>()
    .executeTakeFirst();
  if (order) found(order.number);
}
