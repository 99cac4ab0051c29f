import { Select, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '#platform/web/session/hooks.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { ItemRun } from '#platform/web/ui/run/ItemRun.tsx';
import { useText } from './texts.ts';

type Item = { id: number; name: string };
type Order = { body: { id: number; customerId: number }; headers: Record<string, string>; silent: true };
type Props = { text: string; items: readonly Item[]; change(order: Order): Promise<unknown>; onClose(): void };

/** Gives records in stock to a client, one call for each. */
export function ChangeOwner({ text, items, change, onClose }: Props) {
  const t = useText();
  const client = useQueryClient();
  const { customers } = useMe();
  const [customer, setCustomer] = useState<string | null>(null);
  return (
    <SidePanel title={t('owner.title')} onClose={onClose} keepOpen>
      <Stack>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
        {customers.length === 0 ? (
          <Text>{t('owner.noClients')}</Text>
        ) : (
          <Select
            label={t('fields.customerId')}
            data={customers.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={customer}
            onChange={setCustomer}
            searchable
          />
        )}
        <ItemRun
          items={items}
          ready={customer !== null}
          startLabel={t('owner.start')}
          file={t('owner.title')}
          run={({ id }, keyed) => {
            const body = { id, customerId: Number(customer) };
            return change({ body, headers: keyed(body), silent: true });
          }}
          onDone={() => void client.invalidateQueries()}
        />
      </Stack>
    </SidePanel>
  );
}
