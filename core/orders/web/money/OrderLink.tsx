import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { orderAddress } from '../addresses.ts';

/** The number of an order; only the Super Admin can open the seller's page of it. */
export function OrderLink({ row }: { row: { orderId: number; order: string; company: { id: number } } }) {
  if (!usePermitted({ adminTypes: ['Super Admin'] })) return <Bdi>{row.order}</Bdi>;
  return (
    <Anchor component={Link} to={orderAddress({ id: row.orderId, companyId: row.company.id })} inherit>
      <Bdi>{row.order}</Bdi>
    </Anchor>
  );
}
