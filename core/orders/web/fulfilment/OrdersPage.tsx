import { Anchor, Text } from '@mantine/core';
import { IconPackage } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { searchCompanies } from '#core/accounts/web/parts.tsx';
import { Money, QuoteRequests, useNewQuotes } from '#core/market/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { useAppNames } from '#platform/web/i18n/texts.ts';
import { registeredApps } from '#platform/web/session/session.ts';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import type { BulkAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import type { PageTab } from '#platform/web/ui/page/PageFrame.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import {
  fulfilments,
  type OrderRow,
  orderStatuses,
  paymentMethods,
  paymentStatuses,
  type Queue,
} from '../../common/order.ts';
import { orderAddress } from '../addresses.ts';
import { api, useText } from '../api.ts';
import { firstAction, useActionTexts } from '../parts/next-actions.ts';
import { OrderChip } from '../parts/OrderChips.tsx';
import { orderTab } from './action-tabs.ts';
import { RequestsList } from './RequestsList.tsx';

const { ago, cell, link } = columnsFor<OrderRow>();
const shownQueues = ['confirm', 'ship', 'deploy', 'retry-deploy'] as const satisfies readonly Queue[];
const allTabs = ['requests', 'quotes', ...shownQueues, 'all'] as const;
type Tab = (typeof allTabs)[number];

/** Marks all parcels of the chosen orders that are under way as delivered. */
const deliver = (rows: readonly OrderRow[]): Promise<unknown> =>
  Promise.all(
    rows
      .filter(({ work }) => work.parcelsUnderWay > 0)
      .map(({ id }) =>
        api.shipping.change.send({ params: { id }, body: { action: 'deliver', shipmentId: null }, silent: 'success' }),
      ),
  );
const bulkActions: BulkAction<OrderRow>[] = [
  { key: 'deliver', icon: IconPackage, access: api.shipping.change.route.access, run: deliver, updates: true },
];

/** The orders of all companies, by what the seller does next. */
export function OrdersPage() {
  const t = useText();
  const [params, setParams] = useSearchParams();
  const tab: Tab = allTabs.find((queue) => queue === params.get('queue')) ?? 'all';
  const open = { limit: 1, total: true, filter: { state: 'open' } };
  const counts: Partial<Record<Tab, number | undefined>> = {
    requests: useData(api.intention.list, { list: open }, { silent: true }).data?.totalRecords,
    quotes: useNewQuotes(),
    confirm: useCount('confirm'),
    ship: useCount('ship'),
    deploy: useCount('deploy'),
    'retry-deploy': useCount('retry-deploy'),
  };
  const page = {
    tabs: allTabs.map((value) => ({
      value,
      label: t(`queues.${value}`),
      ...(counts[value] ? { count: counts[value] } : {}),
    })),
    tab,
    onTab: (value: string) => setParams(value === 'all' ? {} : { queue: value }),
  };
  if (tab === 'requests') return <RequestsList {...page} />;
  if (tab === 'quotes') return <QuoteRequests {...page} />;
  return <Orders key={tab} queue={tab} {...page} />;
}

type OrdersProps = { queue: Queue | 'all'; tabs: readonly PageTab[]; tab: string; onTab(value: string): void };

function Orders({ queue, ...page }: OrdersProps) {
  return (
    <ListPage
      {...page}
      of={{ list: api.order.all }}
      query={queue === 'all' ? {} : { nextAction: queue }}
      columns={useColumns()}
      filters={useFilters()}
      bulkActions={bulkActions}
      exports
      view="auto"
      empty={queue === 'all' ? 'order' : 'queue'}
      live={{ topics: ['orders'] }}
    />
  );
}

/** How many orders wait in a queue. */
function useCount(nextAction: Queue): number | undefined {
  const query = useData(api.order.all, { list: { limit: 1, total: true }, query: { nextAction } }, { silent: true });
  return query.data?.totalRecords;
}

function useFilters(): FiltersOf<typeof api.order.all> {
  const apps = useMemo(() => registeredApps().filter(({ market }) => market !== undefined), []);
  const nameOf = useAppNames(apps);
  return useMemo(
    () => [
      { field: 'status', kind: 'select', options: orderStatuses },
      { field: 'paymentStatus', kind: 'select', options: paymentStatuses },
      { field: 'fulfilment', kind: 'select', options: fulfilments },
      { field: 'method', kind: 'select', options: paymentMethods },
      { field: 'app', kind: 'select', options: apps.map((app) => ({ value: app.id, label: nameOf(app) })) },
      { field: 'companyId', name: 'company', kind: 'select', search: searchCompanies, minCharacters: 1 },
      { field: 'createdAt', kind: 'dateRange' },
      { field: 'total', kind: 'range', min: 0 },
    ],
    [apps, nameOf],
  );
}

function useColumns(): Column<OrderRow>[] {
  const { name, nextStep } = useActionTexts();
  return useMemo(
    () => [
      link('number', '', { to: orderAddress, width: 2, render: (row) => <NumberLink order={row} /> }),
      { field: 'company.name', name: 'company', width: 2, sortable: false },
      { field: 'total', numeric: true, width: 1, render: (row) => <Money of={row.total} /> },
      cell('status', ({ row }) => <OrderChip of={row} field="status" />, { width: 1, sortable: false }),
      cell('paymentStatus', ({ row }) => <OrderChip of={row} field="paymentStatus" />, { width: 2, sortable: false }),
      cell('fulfilment', ({ row }) => <OrderChip of={row} field="fulfilment" />, { width: 2, sortable: false }),
      {
        field: 'nextAction',
        width: 2,
        sortable: false,
        render: (row) => <NextStep order={row} name={name} nextStep={nextStep} />,
        text: (row) => nextStep(row, 'seller'),
      },
      ago('createdAt', { width: 1, hidden: true }),
      { field: 'method', hidden: true, sortable: false },
      { field: 'poNumber', hidden: true, sortable: false },
    ],
    [name, nextStep],
  );
}

/** The number of an order, and when it was placed. */
const NumberLink = ({ order }: { order: OrderRow }) => (
  <>
    <Anchor component={Link} to={orderAddress(order)} fw={550} inherit tabIndex={-1}>
      <bdi dir="ltr">{order.number}</bdi>
    </Anchor>
    <Text component="div" size="sm" c="dimmed">
      <Ago at={order.createdAt} />
    </Text>
  </>
);

type NextProps = { order: OrderRow } & Pick<ReturnType<typeof useActionTexts>, 'name' | 'nextStep'>;

/** The seller's next action as a link to where it is taken; else what the order waits for. */
function NextStep({ order, name, nextStep }: NextProps) {
  const next = firstAction(order, 'seller');
  const tab = next && orderTab(next.action);
  if (!next || tab === undefined)
    return (
      <Text component="span" c="dimmed" inherit>
        {nextStep(order, 'seller')}
      </Text>
    );
  return (
    <Anchor component={Link} to={orderAddress(order, tab)} inherit>
      {name(next.action)}
    </Anchor>
  );
}
