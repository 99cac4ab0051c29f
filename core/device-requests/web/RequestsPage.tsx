import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { ProductDrawing, useParamsOfAddress } from '#core/market/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Can, useMe } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { type Column, columnsFor } from '#platform/web/ui/list/columns.tsx';
import type { FiltersOf } from '#platform/web/ui/list/filters.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { type DeviceRequest, requestStates } from '../common/device-request.ts';
import { oneRequestAddress } from './addresses.ts';
import { api, useText } from './api.ts';
import { noonOf, RequestStateChip } from './chips.tsx';
import classes from './DeviceRequests.module.css';
import { NewRequestPanel } from './NewRequestPanel.tsx';

const { ago, cell } = columnsFor<DeviceRequest>();
const live = { topics: ['device-requests'] };
const filters: FiltersOf<typeof api.deviceRequest.list> = [
  { field: 'state', kind: 'select', options: requestStates },
  { field: 'createdAt', kind: 'dateRange' },
];
const openStates = { state: ['pending', 'accepted'] };

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
        fixed={tab === 'open' ? openStates : {}}
        columns={useColumns(asksItself)}
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
        live={live}
      />
      {params.has('new') && <NewRequestPanel onClose={() => set({ new: null })} />}
    </>
  );
}

function useColumns(asksItself: boolean): Column<DeviceRequest>[] {
  const t = useText();
  const { number, date } = useFormats();
  return useMemo(() => {
    const wanted = ({ lines }: DeviceRequest) => lines.reduce((sum, { qty }) => sum + qty, 0);
    const allocated = ({ lines }: DeviceRequest) => lines.reduce((sum, line) => sum + line.allocated, 0);
    const progress = (row: DeviceRequest) => t('of', { allocated: number(allocated(row)), qty: number(wanted(row)) });
    return [
      { field: 'number', width: 1, to: oneRequestAddress, sortable: false, render: (row) => <Bdi>{row.number}</Bdi> },
      asksItself
        ? { field: 'integrator.name', name: 'integrator', width: 1, sortable: false }
        : { field: 'company.name', name: 'company', width: 2, sortable: false },
      {
        field: 'lines',
        width: 3,
        sortable: false,
        render: (row) => <Pictures request={row} />,
        text: (row) => row.lines.map(({ name, qty }) => `${qty} × ${name}`).join('\n'),
      },
      cell('state', ({ value }) => <RequestStateChip value={value} />, { width: 2, sortable: false }),
      { field: 'progress', width: 1, sortable: false, render: progress, text: progress },
      {
        field: 'neededBy',
        width: 1,
        sortable: false,
        render: (row) => (row.neededBy ? <Bdi>{date(noonOf(row.neededBy), 'date')}</Bdi> : '–'),
        text: ({ neededBy }) => neededBy,
      },
      ago('createdAt', { width: 1 }),
      ...(asksItself
        ? []
        : [{ field: 'assignee.name', name: 'assignee', width: 1, sortable: false } satisfies Column<DeviceRequest>]),
      { field: 'structure.name', name: 'structure', hidden: true, sortable: false },
      { field: 'sender.name', name: 'sender', hidden: true, sortable: false },
    ];
  }, [t, number, date, asksItself]);
}

/** The first product with its picture, and how many others there are. */
function Pictures({ request: { lines } }: { request: DeviceRequest }) {
  const t = useText();
  const { number } = useFormats();
  const [first] = lines;
  if (!first) return null;
  return (
    <span className={classes.pictures}>
      <span className={classes.picture}>
        <ProductDrawing drawing={first.drawing} title="" />
      </span>
      <Text span truncate inherit>
        <bdi>
          {number(first.qty)} × {first.name}
        </bdi>
        {lines.length > 1 && ` ${t('more', { count: lines.length - 1 })}`}
      </Text>
    </span>
  );
}
