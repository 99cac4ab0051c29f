import { IconCashBanknote } from '@tabler/icons-react';
import { useState } from 'react';
import { searchCompanies } from '#core/accounts/web/parts.tsx';
import { Money } from '#core/market/web/parts.tsx';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import type { PageTab } from '#platform/web/ui/page/PageFrame.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import { type RefundRow, refundStates } from '../../common/refund.ts';
import { api, useText } from '../api.ts';
import { DecisionPanel } from './DecisionPanel.tsx';
import { OrderLink } from './OrderLink.tsx';
import { moneyTones, settles } from './payment-actions.tsx';

type Tabs = { tabs: readonly PageTab[]; tab: string; onTab(value: string): void };

/** Whether a person has to transfer the money back. */
export const isToBook = ({ provider, state }: RefundRow): boolean => provider === 'offline' && state === 'requested';

/** Why money is refunded: what a person has entered, or the text of the server's own reason. */
export function useRefundReason(): (refund: RefundRow) => string {
  const t = useText();
  return ({ reason }) => (reason === 'surplus' || reason === 'order-cancelled' ? t(`bill.${reason}`) : reason);
}

export const BookRefund = ({ refund: booked, onClose }: { refund: RefundRow; onClose(): void }) => (
  <DecisionPanel
    action="refund"
    payment={{ ...booked, id: booked.paymentId, refunded: 0 }}
    refundId={booked.id}
    onClose={onClose}
  />
);

const refund = columnsFor<RefundRow>();

/** The refunds of all orders. */
export function RefundsList(page: Tabs) {
  const [booking, setBooking] = useState<RefundRow | null>(null);
  const reasonOf = useRefundReason();
  return (
    <>
      <ListPage
        {...page}
        of={{ list: api.refund.list }}
        columns={[
          { field: 'order', width: 2, sortable: false, render: (row) => <OrderLink row={row} /> },
          { field: 'company.name', name: 'company', width: 2, sortable: false },
          { field: 'amount', numeric: true, width: 1, sortable: false, render: (row) => <Money of={row.amount} /> },
          refund.cell(
            'state',
            ({ row }) => <StatusChip namespace="orders" field="refundState" value={row.state} tones={moneyTones} />,
            {
              width: 1,
              sortable: false,
            },
          ),
          { field: 'reason', width: 2, sortable: false, render: (row) => <bdi>{reasonOf(row)}</bdi>, text: reasonOf },
          { field: 'reference', width: 1, sortable: false, render: (row) => <Bdi>{row.reference ?? '–'}</Bdi> },
          refund.ago('createdAt', { name: 'begunAt', width: 1 }),
        ]}
        filters={[
          { field: 'state', name: 'refundState', kind: 'select', options: refundStates },
          { field: 'companyId', name: 'company', kind: 'select', search: searchCompanies, minCharacters: 1 },
          { field: 'createdAt', name: 'begunAt', kind: 'dateRange' },
        ]}
        rowActions={[
          rowAction<RefundRow>('book-refund', {
            icon: IconCashBanknote,
            access: settles,
            shown: isToBook,
            run: async (row) => void setBooking(row),
          }),
        ]}
        exports
        view="auto"
        empty="refund"
        live={{ topics: ['orders'] }}
      />
      {booking && <BookRefund refund={booking} onClose={() => setBooking(null)} />}
    </>
  );
}
