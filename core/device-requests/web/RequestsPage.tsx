import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useParamsOfAddress } from '#core/market/web/parts.tsx';
import { Can, useMe } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { openStates, requestStates } from '../common/device-request.ts';
import { api, useText } from './api.ts';
import { NewRequestPanel } from './NewRequestPanel.tsx';
import { useRequestColumns } from './use-request-columns.tsx';

const live = { topics: ['device-requests'] };
const filters: FiltersOf<typeof api.deviceRequest.list> = [
  { field: 'state', kind: 'select', options: requestStates },
  { field: 'createdAt', kind: 'dateRange' },
];
const onlyOpen = { state: [...openStates] };

/** The device requests of the company: of an integrator those that customers have sent it. */
export function RequestsPage() {
  const t = useText();
  const { session } = useMe();
  const [params, set] = useParamsOfAddress();
  const asksItself = session.user.adminType === null && session.user.companyType !== 'Integrator';
  const forCustomer = session.user.companyType === 'Integrator' && session.actingFor !== session.user.companyId;
  const tab = params.get('of') === 'all' || params.has('state') ? 'all' : 'open';
  const add = (asksItself || forCustomer) && (
    <Can access={api.deviceRequest.create.route.access}>
      <Button leftSection={<IconPlus size={iconSizes.md} aria-hidden />} onClick={() => set({ new: '1' })}>
        {t('newRequest')}
      </Button>
    </Can>
  );
  return (
    <>
      <ListPage
        key={tab}
        of={api.deviceRequest}
        fixed={tab === 'open' ? onlyOpen : {}}
        columns={useRequestColumns({ customers: !asksItself, assignees: !asksItself })}
        filters={tab === 'open' ? filters.slice(1) : filters}
        tabs={(['open', 'all'] as const).map((value) => ({ value, label: t(`tabs.${value}`) }))}
        tab={tab}
        onTab={(value) => set({ of: value === 'all' ? 'all' : null, state: null })}
        rowKey="uuid"
        view="auto"
        exports
        action={add}
        emptyAction={add}
        empty={tab === 'all' ? 'all' : 'open'}
        emptyDrawing="request"
        {...(asksItself ? { lead: t('lead') } : {})}
        live={live}
      />
      {params.has('new') && <NewRequestPanel onClose={() => set({ new: null })} />}
    </>
  );
}
