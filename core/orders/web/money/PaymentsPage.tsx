import { Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { searchCompanies } from '#core/accounts/web/parts.tsx';
import { Money, SellingTerms } from '#core/market/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { saveFile } from '#platform/web/ui/attachments/open-file.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { PageFrame, type PageTab } from '#platform/web/ui/page/PageFrame.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import { type BillRow, billKinds } from '../../common/bill.ts';
import { attemptStates, type PaymentRow, paymentQueues } from '../../common/payment.ts';
import { api, useText } from '../api.ts';
import { CreditTerms } from './CreditTerms.tsx';
import { OrderLink } from './OrderLink.tsx';
import { moneyTones, usePaymentActions } from './payment-actions.tsx';
import { RefundsList } from './RefundsList.tsx';

const tabs = [...paymentQueues, 'all', 'refunds', 'bills', 'terms'] as const;
type Tab = (typeof tabs)[number];
type Tabs = { tabs: readonly PageTab[]; tab: string; onTab(value: string): void };

/** The money of all orders: payments to confirm, unclear ones, refunds, bills, and the terms of sale. */
export function PaymentsPage() {
  const t = useText();
  const [params, setParams] = useSearchParams();
  const tab: Tab = tabs.find((one) => one === params.get('tab')) ?? 'to-confirm';
  const waiting = useData(
    api.payment.list,
    { list: { limit: 1, total: true }, query: { queue: 'to-confirm' } },
    { silent: true },
  ).data?.totalRecords;
  const shown: Tabs = {
    tabs: tabs.map((value) => ({
      value,
      label: t(`money.tabs.${value}`),
      ...(value === 'to-confirm' && waiting ? { count: waiting } : {}),
    })),
    tab,
    onTab: (value) => setParams(value === 'to-confirm' ? {} : { tab: value }),
  };
  if (tab === 'refunds') return <RefundsList {...shown} />;
  if (tab === 'bills') return <Bills {...shown} />;
  if (tab === 'terms')
    return (
      <PageFrame {...shown}>
        <Stack>
          <SellingTerms />
          <CreditTerms />
        </Stack>
      </PageFrame>
    );
  return <Payments key={tab} queue={tab} {...shown} />;
}

const payment = columnsFor<PaymentRow>();

const paymentColumns = [
  { field: 'order', width: 2, sortable: false, render: (row: PaymentRow) => <OrderLink row={row} /> },
  { field: 'company.name', name: 'company', width: 2, sortable: false },
  { field: 'method', width: 1, sortable: false },
  { field: 'amount', numeric: true, width: 1, render: (row: PaymentRow) => <Money of={row.amount} /> },
  payment.cell(
    'state',
    ({ row }) => <StatusChip namespace="orders" field="paymentState" value={row.state} tones={moneyTones} />,
    {
      width: 2,
      sortable: false,
    },
  ),
  { field: 'poNumber', width: 1, sortable: false, render: ({ poNumber }: PaymentRow) => <Bdi>{poNumber ?? '–'}</Bdi> },
  {
    field: 'reference',
    width: 1,
    sortable: false,
    render: ({ reference }: PaymentRow) => <Bdi>{reference ?? '–'}</Bdi>,
  },
  {
    field: 'mismatch',
    width: 1,
    numeric: true,
    sortable: false,
    render: ({ mismatch }: PaymentRow) => (mismatch === null ? '–' : <Money of={mismatch} />),
  },
  payment.ago('createdAt', { name: 'begunAt', width: 1 }),
] as const;

function Payments({ queue, ...page }: Tabs & { queue: Exclude<Tab, 'refunds' | 'bills' | 'terms'> }) {
  const { rowActions, panel } = usePaymentActions();
  return (
    <>
      <ListPage
        {...page}
        of={{ list: api.payment.list }}
        query={queue === 'all' ? {} : { queue }}
        table={`orders_payment_${queue}`}
        columns={queue === 'mismatches' ? paymentColumns : paymentColumns.filter(({ field }) => field !== 'mismatch')}
        filters={[
          ...(queue === 'all'
            ? [{ field: 'state', name: 'paymentState', kind: 'select', options: attemptStates } as const]
            : []),
          { field: 'companyId', name: 'company', kind: 'select', search: searchCompanies, minCharacters: 1 },
          { field: 'createdAt', name: 'begunAt', kind: 'dateRange' },
          { field: 'amount', kind: 'range', min: 0 },
        ]}
        rowActions={rowActions}
        exports
        view="auto"
        empty={queue === 'all' ? 'payment' : 'paymentQueue'}
        live={{ topics: ['orders'] }}
      />
      {panel}
    </>
  );
}

const bill = columnsFor<BillRow>();

function Bills(page: Tabs) {
  const language = document.documentElement.lang === 'ar' ? 'ar' : 'en';
  return (
    <ListPage
      {...page}
      of={{ list: api.bill.list }}
      columns={[
        { field: 'number', width: 2, sortable: false, render: (row) => <Bdi>{row.number}</Bdi> },
        { field: 'kind', name: 'billKind', width: 1, sortable: false },
        { field: 'order', width: 2, sortable: false, render: (row) => <OrderLink row={row} /> },
        { field: 'company.name', name: 'company', width: 2, sortable: false },
        { field: 'total', numeric: true, width: 1, sortable: false, render: (row) => <Money of={row.total} /> },
        bill.date('issuedAt', { width: 1 }),
        {
          field: 'dueOn',
          width: 1,
          sortable: false,
          render: ({ dueOn }) => <Bdi>{dueOn?.split('-').reverse().join('/') ?? '–'}</Bdi>,
        },
      ]}
      filters={[
        { field: 'kind', name: 'billKind', kind: 'select', options: billKinds },
        { field: 'companyId', name: 'company', kind: 'select', search: searchCompanies, minCharacters: 1 },
        { field: 'issuedAt', kind: 'dateRange' },
      ]}
      rowActions={[
        rowAction<BillRow>('download', {
          icon: IconDownload,
          run: ({ orderId, company, number, kind }) =>
            saveFile({
              of: api.bill.pdf,
              params: { companyId: company.id, id: orderId },
              query: { number, kind, language },
              name: `${number}-${language}.pdf`,
            }),
        }),
      ]}
      exports
      view="auto"
      empty="bill"
    />
  );
}
