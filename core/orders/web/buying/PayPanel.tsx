import { Alert, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { dollarText } from '#core/market/web/parts.tsx';
import { useAction } from '#platform/web/client/hooks.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import type { OrderDetail } from '../../common/order.ts';
import type { Attempt } from '../../common/payment.ts';
import { api, useText } from '../api.ts';
import type { PaymentReturn } from './payment-return.ts';
import { SandboxCard } from './SandboxCard.tsx';

type Props = { order: OrderDetail; result: PaymentReturn; onEntered(): void };

/** Pays an order by card, and says what became of the last payment. */
export function PayPanel({ order, result, onEntered }: Props) {
  const t = useText();
  const mayPay = usePermitted(api.payment.start.route.access);
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const start = useAction(api.payment.start, { onDone: setAttempt });
  const due = order.nextActions.some(({ action, enabled }) => action === 'pay' && enabled);
  const amount = dollarText(order.total);
  if (result.kind === 'asking' || result.kind === 'later' || result.kind === 'paid')
    return (
      <Alert variant="light" title={t(`buying.return.${result.kind}.title`)} role="status">
        {t(`buying.return.${result.kind}.text`)}
      </Alert>
    );
  if (!due) return null;
  return (
    <Panel title={t('buying.pay', { amount })}>
      <Stack maw="28rem">
        {result.kind === 'failed' && <Failure word={result.word} />}
        {!mayPay ? (
          <Text>{t('buying.adminPays')}</Text>
        ) : attempt?.clientSecret && attempt.provider === 'sandbox' ? (
          <SandboxCard
            attempt={attempt}
            clientSecret={attempt.clientSecret}
            amount={amount}
            onEntered={() => {
              setAttempt(null);
              onEntered();
            }}
          />
        ) : (
          <Button
            loading={start.pending}
            onClick={() => start.run({ body: { orderId: order.id }, silent: 'success' })}
            style={{ alignSelf: 'start' }}
          >
            {t('buying.payByCard')}
          </Button>
        )}
      </Stack>
    </Panel>
  );
}

/** Why a payment failed, and that another try is possible. */
export function Failure({ word }: { word: string | null }) {
  const t = useText();
  const { label, has } = useLabels('orders');
  const key = `buying.failure.${word}`;
  return (
    <Alert color="red" role="alert" title={t('buying.failed')}>
      {has(key) ? label(key) : t('buying.failure.other')}
    </Alert>
  );
}
