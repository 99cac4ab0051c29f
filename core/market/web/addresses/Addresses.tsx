import { Badge, Button, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { address, maxAddresses } from '../../common/address.ts';
import { api, useText } from '../api.ts';
import classes from '../Market.module.css';
import { AddressForm, addressText, type BuyerAddress } from './AddressForm.tsx';

/** The delivery addresses of a company; its administrators change them. */
export function Addresses({ companyId }: { companyId: number }) {
  const t = useText();
  const kit = useKitText();
  const [edited, setEdited] = useState<BuyerAddress | 'new' | null>(null);
  const [removed, setRemoved] = useState<BuyerAddress | null>(null);
  const remove = useAction(api.address.remove, { onDone: () => setRemoved(null) });
  const query = useData(
    api.address.list,
    { params: { companyId }, list: { limit: maxAddresses, total: false } },
    { silent: true },
  );
  const add = (
    <Can access={address.can('create')}>
      <Button
        size="xs"
        variant="subtle"
        leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
        onClick={() => setEdited('new')}
      >
        {t('newAddress')}
      </Button>
    </Can>
  );
  if (!query.data) return <QueryBoundary of={query} />;
  const addresses = query.data.data;
  return (
    <Panel title={t('addresses')} aside={add}>
      {addresses.length === 0 && <Text c="dimmed">{t('noAddress')}</Text>}
      <ul className={classes.parts}>
        {addresses.map((one) => (
          <li key={one.id}>
            <Group gap="xs">
              <Text fw={550}>
                <bdi>{one.label}</bdi>
              </Text>
              {one.isDefault && <Badge variant="light">{t('defaultAddress')}</Badge>}
            </Group>
            <Text size="sm" c="dimmed">
              <bdi>{addressText(one, t('comma'))}</bdi>
            </Text>
            <Can access={address.can('update')}>
              <Group gap="xs" mt={4}>
                <Button size="compact-sm" variant="default" onClick={() => setEdited(one)}>
                  {kit('actions.edit')}
                </Button>
                <Button size="compact-sm" variant="default" onClick={() => setRemoved(one)}>
                  {kit('actions.delete')}
                </Button>
              </Group>
            </Can>
          </li>
        ))}
      </ul>
      {edited && (
        <AddressForm
          companyId={companyId}
          before={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(null)}
          onSaved={() => setEdited(null)}
        />
      )}
      <ConfirmDialog
        opened={removed !== null}
        title={t('removeAddress')}
        message={t('removeAddressText')}
        entityName={removed?.label}
        pending={remove.pending}
        onCancel={() => setRemoved(null)}
        onConfirm={() => removed && remove.run({ params: { companyId, id: removed.id } })}
      />
    </Panel>
  );
}
