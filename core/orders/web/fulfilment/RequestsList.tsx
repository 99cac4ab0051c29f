import { Textarea } from '@mantine/core';
import { IconShoppingCart, IconX } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { searchCompanies } from '#core/accounts/web/parts.tsx';
import { Money } from '#core/market/web/parts.tsx';
import { requiredText } from '#platform/common/validation/validation.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import type { PageTab } from '#platform/web/ui/page/PageFrame.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import type { Intention } from '../../common/intention.ts';
import { checkoutPath } from '../addresses.ts';
import { api, useText } from '../api.ts';

type Tabs = { tabs: readonly PageTab[]; tab: string; onTab(value: string): void };
const { ago, link } = columnsFor<Intention>();
const checkoutOf = `${checkoutPath}?intention={uuid}`;
const columns = [
  link('company.name', checkoutOf, { name: 'company', sortable: false, width: 2 }),
  { field: 'sender.name', name: 'sender', sortable: false, width: 2 },
  { field: 'total', numeric: true, width: 1, sortable: false, render: (row: Intention) => <Money of={row.total} /> },
  { field: 'method', sortable: false, width: 1 },
  { field: 'note', sortable: false, width: 2 },
  ago('createdAt', { name: 'sentAt', width: 1 }),
] as const;

/** The order requests that wait for the seller, who checks them out or declines them. */
export function RequestsList(page: Tabs) {
  const [declined, setDeclined] = useState<Intention | null>(null);
  const rowActions = useMemo(
    () => [
      rowAction<Intention>('check-out', {
        icon: IconShoppingCart,
        shown: ({ allowed }) => allowed.includes('check-out'),
        to: ({ uuid }) => `${checkoutPath}?intention=${uuid}`,
      }),
      rowAction<Intention>('decline', {
        icon: IconX,
        danger: true,
        shown: ({ allowed }) => allowed.includes('decline'),
        run: async (row) => void setDeclined(row),
      }),
    ],
    [],
  );
  return (
    <>
      <ListPage
        {...page}
        of={{ list: api.intention.list }}
        fixed={{ state: 'open' }}
        columns={columns}
        filters={[
          { field: 'companyId', name: 'company', kind: 'select', search: searchCompanies, minCharacters: 1 },
          { field: 'createdAt', name: 'sentAt', kind: 'dateRange' },
        ]}
        rowActions={rowActions}
        view="auto"
        empty="request"
        live={{ topics: ['orders'] }}
      />
      {declined && <DeclinePanel request={declined} onClose={() => setDeclined(null)} />}
    </>
  );
}

const shape = z.object({ reason: requiredText(300) });

function DeclinePanel({ request, onClose }: { request: Intention; onClose(): void }) {
  const t = useText();
  const change = useAction(api.intention.change, { onDone: onClose });
  const form = useEntityForm(shape, {
    namespace: 'orders',
    initial: { reason: '' },
    save: ({ reason }) => change.ask({ params: { uuid: request.uuid }, body: { action: 'decline', reason } }),
  });
  return (
    <SidePanel title={t('pay.declineOf', { name: request.company.name })} onClose={onClose} keepOpen>
      <EntityForm form={form} submitLabel={t('actions.decline')}>
        <Textarea {...form.field('reason')} description={t('pay.declineText')} autosize minRows={3} data-autofocus />
      </EntityForm>
    </SidePanel>
  );
}
