import { IconBan, IconCheck, IconDownload, IconFileCheck, IconReceiptRefund } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { openFile } from '#platform/web/ui/attachments/open-file.ts';
import { type RowAction, rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import type { PaymentRow } from '../../common/payment.ts';
import { api } from '../api.ts';
import { DecisionPanel, type PaymentDecision } from './DecisionPanel.tsx';

/** The tones of the states of payments and refunds. */
export const moneyTones = {
  succeeded: 'good',
  pending: 'ok',
  created: 'ok',
  requested: 'ok',
  failed: 'problem',
  cancelled: 'none',
  surplus: 'poor',
} as const;
export const settles = { adminTypes: ['Super Admin', 'Financial Admin'] } as const;
const waits = ({ provider, state }: PaymentRow) => provider === 'offline' && state === 'pending';

/** The actions of the platform's finance on a payment, and the panel of the current decision. */
export function usePaymentActions(): { rowActions: RowAction<PaymentRow>[]; panel: ReactNode } {
  const [decision, setDecision] = useState<PaymentDecision | null>(null);
  const rowActions = useMemo(() => {
    const decides =
      (action: PaymentDecision['action']) =>
      async (row: PaymentRow): Promise<undefined> =>
        void setDecision({ action, payment: row });
    return [
      rowAction<PaymentRow>('confirm-payment', {
        icon: IconCheck,
        access: settles,
        shown: waits,
        run: decides('confirm'),
      }),
      rowAction<PaymentRow>('approve', {
        icon: IconFileCheck,
        access: settles,
        shown: (row) => waits(row) && row.method === 'purchase-order' && row.approvedBy === null,
        run: decides('approve'),
      }),
      rowAction<PaymentRow>('proof', {
        icon: IconDownload,
        shown: ({ hasProof }) => hasProof,
        run: ({ id, company, order }) =>
          openFile({ of: api.payment.proof, params: { companyId: company.id, id }, name: `${order}.pdf` }),
      }),
      rowAction<PaymentRow>('refund', {
        icon: IconReceiptRefund,
        access: settles,
        shown: ({ state, amount, refunded }) => ['succeeded', 'surplus'].includes(state) && refunded < amount,
        run: decides('refund'),
      }),
      rowAction<PaymentRow>('reject-payment', {
        icon: IconBan,
        danger: true,
        access: settles,
        shown: (row) => waits(row) && row.approvedBy === null,
        run: decides('reject'),
      }),
    ];
  }, []);
  return { rowActions, panel: decision && <DecisionPanel {...decision} onClose={() => setDecision(null)} /> };
}
