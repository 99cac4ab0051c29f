import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Money } from '#core/market/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { useLiveRefetch } from '#platform/web/client/live/live-refetch.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { OrderDetail } from '../../common/order.ts';
import type { PaymentRow } from '../../common/payment.ts';
import type { RefundRow } from '../../common/refund.ts';
import { api, useText } from '../api.ts';
import classes from '../parts/Parts.module.css';
import { moneyTones, settles, usePaymentActions } from './payment-actions.tsx';
import { BookRefund, isToBook, useRefundReason } from './RefundsList.tsx';

/** The attempts to pay an order and its refunds, with what the finance of the platform decides about them. */
export function PaymentTab({ order }: { order: OrderDetail }) {
  const t = useText();
  const params = { companyId: order.companyId, id: order.id };
  const query = useData(api.payment.ofOrder, { params }, { silent: true });
  useLiveRefetch(['orders'], api.payment.ofOrder.key({ params }));
  const reasonOf = useRefundReason();
  const [booking, setBooking] = useState<RefundRow | null>(null);
  if (!query.data) return <QueryBoundary of={query} />;
  const { payments, refunds } = query.data;
  return (
    <Stack>
      <Panel title={t('pay.attempts')}>
        {payments.length === 0 ? <Text c="dimmed">{t('pay.noAttempts')}</Text> : <Attempts payments={payments} />}
      </Panel>
      {refunds.length > 0 && (
        <Panel title={t('lists.refund')}>
          <MoneyTable label={t('lists.refund')} first={t('columns.reason')}>
            {refunds.map((refund) => (
              <MoneyLine
                key={refund.id}
                of={refund}
                field="refundState"
                text={reasonOf(refund)}
                note={refund.reference}
              >
                {isToBook(refund) && (
                  <Can access={settles}>
                    <Button size="compact-sm" variant="default" onClick={() => setBooking(refund)}>
                      {t('actions.book-refund')}
                    </Button>
                  </Can>
                )}
              </MoneyLine>
            ))}
          </MoneyTable>
        </Panel>
      )}
      {booking && <BookRefund refund={booking} onClose={() => setBooking(null)} />}
    </Stack>
  );
}

function Attempts({ payments }: { payments: readonly PaymentRow[] }) {
  const t = useText();
  const { label, has } = useLabels('orders');
  const { rowActions, panel } = usePaymentActions();
  return (
    <>
      <MoneyTable label={t('pay.attempts')} first={t('columns.method')}>
        {payments.map((payment) => (
          <MoneyLine
            key={payment.id}
            of={payment}
            field="paymentState"
            text={label(`values.method.${payment.method}`)}
            note={[
              payment.reference ?? payment.poNumber,
              payment.confirmedBy?.name ?? payment.approvedBy?.name,
              payment.failure &&
                (has(`buying.failure.${payment.failure}`)
                  ? label(`buying.failure.${payment.failure}`)
                  : payment.failure),
            ]
              .filter(Boolean)
              .join(' · ')}
          >
            {rowActions
              .filter(({ shown }) => shown?.(payment) ?? true)
              .map(({ key, icon: Icon, access, run }) => (
                <Can key={key} access={access ?? settles}>
                  <Button
                    size="compact-sm"
                    variant="default"
                    leftSection={<Icon size={iconSizes.sm} aria-hidden />}
                    onClick={() => void run?.(payment)}
                  >
                    {label(`actions.${key}`)}
                  </Button>
                </Can>
              ))}
          </MoneyLine>
        ))}
      </MoneyTable>
      {panel}
    </>
  );
}

function MoneyTable({ label, first, children }: { label: string; first: string; children: ReactNode }) {
  const t = useText();
  return (
    <Table.ScrollContainer minWidth={300} type="native" tabIndex={0} aria-label={label}>
      <Table className={classes.lines} aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{first}</Table.Th>
            <Table.Th>{t('columns.amount')}</Table.Th>
            <Table.Th>{t('columns.state')}</Table.Th>
            <Table.Th data-wide>{t('columns.begunAt')}</Table.Th>
            <Table.Th>{t('columns.actions')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

type LineProps = {
  of: PaymentRow | RefundRow;
  field: 'paymentState' | 'refundState';
  text: string;
  note: string | null;
  children: ReactNode;
};

const MoneyLine = ({ of: { amount, state, createdAt }, field, text, note, children }: LineProps) => (
  <Table.Tr>
    <Table.Td>
      <bdi>{text}</bdi>
      {note && (
        <Text size="sm" c="dimmed">
          <bdi>{note}</bdi>
        </Text>
      )}
    </Table.Td>
    <Table.Td>
      <Money of={amount} />
    </Table.Td>
    <Table.Td>
      <StatusChip namespace="orders" field={field} value={state} tones={moneyTones} />
    </Table.Td>
    <Table.Td data-wide>
      <Ago at={createdAt} />
    </Table.Td>
    <Table.Td>
      <Group gap="xs">{children}</Group>
    </Table.Td>
  </Table.Tr>
);
