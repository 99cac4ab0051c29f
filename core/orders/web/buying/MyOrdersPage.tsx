import { Anchor, Button, Stack } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { BillingDetails } from '#core/accounts/web/parts.tsx';
import { Addresses, Money } from '#core/market/web/parts.tsx';
import { useMe } from '#platform/web/session/hooks.tsx';
import { sizes } from '#platform/web/theme.ts';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { fulfilments, type OrderRow, orderStatuses, paymentStatuses } from '../../common/order.ts';
import { api, useText } from '../api.ts';
import { useActionTexts } from '../parts/next-actions.ts';
import { OrderChip } from '../parts/OrderChips.tsx';
import { myOrderAddress } from './addresses.ts';
import { MyRequests } from './MyRequests.tsx';

const { ago, cell, link } = columnsFor<OrderRow>();
const filters: FiltersOf<typeof api.order.ofCompany> = [
  { field: 'status', kind: 'select', options: orderStatuses },
  { field: 'paymentStatus', kind: 'select', options: paymentStatuses },
  { field: 'fulfilment', kind: 'select', options: fulfilments },
  { field: 'createdAt', kind: 'dateRange' },
  { field: 'total', kind: 'range', min: 0 },
];

/** The order requests and orders of the current company, with the next step of each and who takes it. */
export function MyOrdersPage() {
  const t = useText();
  const { session } = useMe();
  const companyId = session.actingFor ?? 0;
  const [params, setParams] = useSearchParams();
  const details = params.get('tab') === 'details';
  const tabs = [
    { value: 'orders', label: t('pages.market-my-orders') },
    { value: 'details', label: t('buying.billingAndAddresses') },
  ];
  const frame = {
    tabs,
    tab: details ? 'details' : 'orders',
    onTab: (value: string) => setParams(value === 'details' ? { tab: value } : {}),
  };
  if (details)
    return (
      <PageFrame {...frame}>
        <Stack maw={sizes.widePanel}>
          <BillingDetails companyId={companyId} />
          <Addresses companyId={companyId} />
        </Stack>
      </PageFrame>
    );
  return (
    <PageFrame fill {...frame}>
      <OrdersOfCompany
        companyId={companyId}
        emptyAction={
          <Button component={Link} to="/core/market/main">
            {t('buying.toMarket')}
          </Button>
        }
      />
    </PageFrame>
  );
}

/** The order requests and orders of a company. */
export function OrdersOfCompany({ companyId, emptyAction }: { companyId: number; emptyAction: ReactNode }) {
  const columns = useColumns();
  return (
    <>
      <MyRequests companyId={companyId} />
      <ListView
        of={{ list: api.order.ofCompany }}
        params={{ companyId }}
        table="core_orders_mine"
        columns={columns}
        filters={filters}
        exports
        view="auto"
        empty="myOrders"
        emptyAction={emptyAction}
        live={{ topics: ['orders'] }}
      />
    </>
  );
}

function useColumns(): Column<OrderRow>[] {
  const { nextStep } = useActionTexts();
  return useMemo(
    () => [
      link('number', '', {
        to: myOrderAddress,
        render: (row) => (
          <Anchor component={Link} to={myOrderAddress(row)} fw={550} inherit tabIndex={-1}>
            <bdi dir="ltr">{row.number}</bdi>
          </Anchor>
        ),
      }),
      ago('createdAt', { width: 1 }),
      { field: 'total', numeric: true, width: 1, render: (row) => <Money of={row.total} /> },
      cell('status', ({ row }) => <OrderChip of={row} field="status" />, { width: 1, sortable: false }),
      cell('paymentStatus', ({ row }) => <OrderChip of={row} field="paymentStatus" />, { width: 1, sortable: false }),
      cell('fulfilment', ({ row }) => <OrderChip of={row} field="fulfilment" />, { width: 1, sortable: false }),
      {
        field: 'nextAction',
        width: 2,
        sortable: false,
        render: (row) => nextStep(row, 'buyer'),
        text: (row) => nextStep(row, 'buyer'),
      },
      { field: 'method', hidden: true, sortable: false },
      { field: 'poNumber', hidden: true, sortable: false },
    ],
    [nextStep],
  );
}
