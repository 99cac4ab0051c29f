import { sql } from 'kysely';
import { releaseVoucher } from '#core/market/server/api.ts';
import { type Emitting, emit } from '#platform/server/domain-events.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { takeStep } from '#platform/server/records/lifecycle.ts';
import { orderLifecycle } from '../common/order.ts';

export type OrderRow = {
  id: number;
  companyId: number;
  number: string;
  status: 'submitted' | 'confirmed' | 'deployed' | 'completed' | 'cancelled';
  paymentStatus: string;
  fulfilment: string;
  requiresShipping: boolean;
  version: number;
};
const system = { as: ['system'] } as const;

type UnitCounts = { open: number; made: number; refunded: number };

async function countUnits(tx: Tx, orderId: number): Promise<UnitCounts> {
  const found = await sql<UnitCounts>`
    SELECT count(*) FILTER (WHERE state IN ('pending', 'error'))::integer AS open, count(done_at)::integer AS made,
           count(*) FILTER (WHERE state = 'refunded')::integer AS refunded
      FROM deploy_unit WHERE order_id = ${orderId}`.execute(tx);
  return found.rows[0] as UnitCounts;
}

/**
 * Advances an order once nothing is left to be created: to deployed, and to completed once it is paid and has arrived.
 * An order whose units were all refunded before any was created is never deployed: it ends as cancelled when the money
 * is back.
 */
export async function advanceOrder(context: Emitting, order: OrderRow): Promise<void> {
  const { tx } = context;
  const { open, made, refunded } = await countUnits(tx, order.id);
  if (open > 0) return;
  const moneyBack = order.paymentStatus === 'refunded';
  const nothingMade = refunded > 0 && made === 0;
  if (order.status === 'confirmed' && nothingMade) {
    if (moneyBack && order.fulfilment === 'none') await cancelRefunded(tx, order);
    // Parcels under way come back or arrive later.
    if (order.fulfilment !== 'delivered') return;
  }
  if (order.status === 'confirmed') {
    await takeStep(tx, orderLifecycle, order, 'deploy', { ...system, set: { deployed_at: sql`rasid_now()` } });
    await emit(context, 'order.deployed', { id: order.id, companyId: order.companyId });
  }
  const arrived = !order.requiresShipping || order.fulfilment === 'delivered';
  const nothingToShip = moneyBack && order.fulfilment === 'none';
  if (order.status === 'deployed' && (arrived || nothingToShip) && (moneyBack || order.paymentStatus === 'paid'))
    await takeStep(tx, orderLifecycle, order, 'complete', { ...system, set: { completed_at: sql`rasid_now()` } });
}

/** Its stock was released when the refund was requested. */
async function cancelRefunded(tx: Tx, order: OrderRow): Promise<void> {
  await takeStep(tx, orderLifecycle, order, 'cancel', {
    ...system,
    detail: { reason: 'refunded' },
    set: { cancelled_at: sql`rasid_now()`, cancel_reason: 'refunded', version: order.version + 1 },
  });
  order.version += 1;
  await releaseVoucher(tx, order.id);
}
