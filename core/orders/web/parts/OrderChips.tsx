import { Group } from '@mantine/core';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { Tone } from '#platform/web/ui/values/severity.ts';
import type { OrderRow } from '../../common/order.ts';

const tones = {
  status: { submitted: 'ok', confirmed: 'ok', deployed: 'good', completed: 'good', cancelled: 'none' },
  paymentStatus: { unpaid: 'poor', pending: 'ok', paid: 'good', failed: 'problem', refunded: 'none' },
  fulfilment: { none: 'none', 'partially-shipped': 'ok', shipped: 'ok', delivered: 'good' },
} as const satisfies Record<string, Record<string, Tone>>;

type Field = keyof typeof tones;
type Order = Pick<OrderRow, Field | 'requiresShipping'>;

/** One of the three states of an order: of the order, of its payment, or of its parcels. */
export function OrderChip({ of, field }: { of: Order; field: Field }) {
  if (field === 'fulfilment' && !of.requiresShipping) return <span>–</span>;
  return <StatusChip namespace="orders" field={field} value={of[field]} tones={tones[field]} />;
}

/** The three states of an order, side by side. */
export const OrderChips = ({ of }: { of: Order }) => (
  <Group gap="xs" component="span">
    <OrderChip of={of} field="status" />
    <OrderChip of={of} field="paymentStatus" />
    {of.requiresShipping && <OrderChip of={of} field="fulfilment" />}
  </Group>
);
