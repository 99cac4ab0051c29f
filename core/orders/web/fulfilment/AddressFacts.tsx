import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { AddressPicker } from '#core/market/web/parts.tsx';
import { useAction } from '#platform/web/client/hooks.ts';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { OrderDetail } from '../../common/order.ts';
import { api, useText } from '../api.ts';
import { useActionTexts } from '../parts/next-actions.ts';
import { shownOrder } from './shown-order.ts';

const addressFields = ['recipient', 'phone', 'area', 'street', 'building', 'unit', 'code', 'note'] as const;
const codes: readonly string[] = ['phone', 'code'];

/** Where the parcels of an order go. The seller changes it until the first one has left. */
export function AddressFacts({ order }: { order: OrderDetail }) {
  const t = useText();
  const { name } = useActionTexts();
  const [changing, setChanging] = useState(false);
  const { address } = order;
  if (!address) return null;
  const changes = order.nextActions.some(({ action, enabled }) => action === 'edit-address' && enabled);
  const items = addressFields.flatMap((field) => {
    const value = address[field];
    if (typeof value !== 'string' || value === '') return [];
    const Direction = codes.includes(field) ? Bdi : 'bdi';
    return [[t(`address.${field}`), <Direction key={field}>{value}</Direction>] as const];
  });
  return (
    <>
      <Facts
        title={t('shipping.address')}
        items={items}
        aside={
          changes && (
            <Button size="compact-sm" variant="default" onClick={() => setChanging(true)}>
              {name('edit-address')}
            </Button>
          )
        }
      />
      {changing && <AddressPanel order={order} onClose={() => setChanging(false)} />}
    </>
  );
}

function AddressPanel({ order, onClose }: { order: OrderDetail; onClose(): void }) {
  const t = useText();
  const { name } = useActionTexts();
  const [addressId, setAddressId] = useState<number | null>(null);
  const change = useAction(api.shipping.change, { shows: shownOrder(order), onDone: onClose });
  return (
    <SidePanel title={name('edit-address')} onClose={onClose} keepOpen>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('pay.addressText')}
        </Text>
        <AddressPicker companyId={order.companyId} value={addressId} onChange={setAddressId} />
        <Group justify="flex-end">
          <Button
            disabled={addressId === null}
            loading={change.pending}
            onClick={() =>
              addressId !== null && change.run({ params: { id: order.id }, body: { action: 'address', addressId } })
            }
          >
            {t('pay.useAddress')}
          </Button>
        </Group>
      </Stack>
    </SidePanel>
  );
}
