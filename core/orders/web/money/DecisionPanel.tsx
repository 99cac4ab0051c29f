import { Alert, NumberInput, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { dollars } from '#core/market/common/product-kinds.ts';
import { Money } from '#core/market/web/parts.tsx';
import { day, requiredText } from '#platform/common/validation/validation.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { createIdempotencyKeys } from '#platform/web/client/idempotency-key.ts';
import { meaningColors } from '#platform/web/theme.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { DayInput } from '#platform/web/ui/input/DayInput.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { largestAmount, type paymentActions } from '../../common/payment.ts';
import { api, useText } from '../api.ts';
import { RefundLines, type ReturnedLines } from './RefundLines.tsx';

type DecidedPayment = {
  id: number;
  orderId: number;
  order: string;
  company: { id: number; name: string };
  provider: string;
  amount: number;
  refunded: number;
};
export type PaymentDecision = { action: (typeof paymentActions)[number]; payment: DecidedPayment };
type Props = PaymentDecision & {
  /** Books a refund that was requested before. */
  refundId?: number;
  onClose(): void;
};

const amount = dollars(largestAmount);
const reason = requiredText(300);
const booked = { valueDate: day(), reference: requiredText(80) };
/** The fields of each decision. A transfer back is booked like an incoming one. */
const shapes = {
  approve: z.object({}),
  confirm: z.object({ amount, ...booked }),
  reject: z.object({ reason }),
  refund: z.object({ amount, reason }),
  refundOffline: z.object({ amount, reason, ...booked }),
  book: z.object(booked),
};

const shapeFor = ({ action, payment, refundId }: Props): z.ZodObject => {
  if (action !== 'refund') return shapes[action];
  if (refundId !== undefined) return shapes.book;
  return payment.provider === 'offline' ? shapes.refundOffline : shapes.refund;
};

/** Takes a decision about a payment. The amount is entered by hand: it must be the one on the statement of the bank. */
export function DecisionPanel(props: Props) {
  const { action, payment, refundId, onClose } = props;
  const t = useText();
  const [keys] = useState(createIdempotencyKeys);
  const decide = useAction(api.payment.decide, { onDone: onClose, onError: keys.failed });
  const shape = shapeFor(props);
  const takesBack = action === 'refund' && refundId === undefined;
  const [lines, setLines] = useState<ReturnedLines>(new Map());
  const [evenActive, setEvenActive] = useState(false);
  const left = payment.amount - payment.refunded;
  const form = useEntityForm(shape, {
    namespace: 'orders',
    initial: {
      ...('amount' in shape.shape ? { amount: action === 'refund' ? Math.round(left * 100) / 100 : '' } : {}),
      ...('valueDate' in shape.shape ? { valueDate: '', reference: '' } : {}),
      ...('reason' in shape.shape ? { reason: '' } : {}),
    } as never,
    save: (values) => {
      const given = refundId ? { refundId } : {};
      const back = [...lines].map(([lineId, qty]) => ({ lineId, qty }));
      const body = {
        action,
        paymentId: payment.id,
        reason: '',
        ...values,
        ...given,
        lines: back,
        evenActive,
        ...(back.length > 0 ? { amount: null } : {}),
      };
      return decide.ask({
        params: { id: payment.orderId },
        body,
        headers: { 'idempotency-key': keys.keyFor(body) },
      });
    },
  });
  const entered = form.field('amount').value;
  const differs = action === 'confirm' && typeof entered === 'number' && entered !== payment.amount;
  return (
    <SidePanel title={t(`money.decide.${action}`)} onClose={onClose} keepOpen>
      <Text>
        <bdi>{payment.company.name}</bdi> · <Bdi>{payment.order}</Bdi> ·{' '}
        <Money of={action === 'refund' ? left : payment.amount} />
      </Text>
      <Text c="dimmed" size="sm">
        {t(`money.decide.${action}Hint`)}
      </Text>
      <EntityForm form={form} submitLabel={t(`money.decide.${action}`)}>
        {takesBack && (
          <RefundLines
            payment={payment}
            lines={lines}
            onLines={setLines}
            evenActive={evenActive}
            onEvenActive={setEvenActive}
          />
        )}
        {'amount' in shape.shape && lines.size === 0 && (
          <NumberInput
            {...form.field('amount')}
            min={0}
            decimalScale={2}
            prefix="$"
            thousandSeparator=","
            styles={{ input: { direction: 'ltr' } }}
            data-autofocus
          />
        )}
        {differs && (
          <Alert color={meaningColors.danger} role="alert">
            {t('money.decide.differs')} <Money of={payment.amount} />
          </Alert>
        )}
        {'valueDate' in shape.shape && (
          <DayInput {...form.field('valueDate')} value={String(form.field('valueDate').value ?? '')} />
        )}
        {'reference' in shape.shape && <TextInput {...form.field('reference')} dir="ltr" />}
        {'reason' in shape.shape && <Textarea {...form.field('reason')} autosize minRows={2} />}
      </EntityForm>
    </SidePanel>
  );
}
