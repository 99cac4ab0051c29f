import { Alert, Button, Loader, SegmentedControl, Stack, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { dollarText } from '#core/market/web/parts.tsx';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useLiveRefetch } from '#platform/web/client/live/live-refetch.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { lazyPart } from '#platform/web/shell/failures/chunk-failure.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import type { OrderDetail } from '../../common/order.ts';
import type { Attempt } from '../../common/payment.ts';
import { api, useText } from '../api.ts';
import { PaymentFailure } from './PaymentFailure.tsx';
import { PayByPurchaseOrder, PayByTransfer } from './PayOffline.tsx';
import type { PaymentReturn } from './payment-return.ts';
import { SandboxCard } from './SandboxCard.tsx';

/** Its code, and with it the script of Stripe, is loaded only where Stripe charges cards. */
const StripeCard = lazyPart(() => import('./StripeCard.tsx').then((module) => module.StripeCard));
/** The card forms by the provider of the installation. */
const cardForms = { sandbox: SandboxCard, stripe: StripeCard } as const;

type Props = { order: OrderDetail; result: PaymentReturn; onEntered(): void };

const ways = ['card', 'transfer', 'purchase-order'] as const;
type Way = (typeof ways)[number];

/** Pays an order, and shows the outcome of the last payment. */
export function PayPanel({ order, result, onEntered }: Props) {
  const t = useText();
  const mayPay = usePermitted(api.payment.start.route.access);
  const due = order.nextActions.some(
    ({ action, enabled }) => enabled && (action === 'choose-method' || action === 'upload-proof'),
  );
  if (result.kind === 'asking' || result.kind === 'later' || result.kind === 'paid')
    return (
      <Alert variant="light" title={t(`buying.return.${result.kind}.title`)} role="status">
        {t(`buying.return.${result.kind}.text`)}
      </Alert>
    );
  if (!due) return null;
  return (
    <Panel title={t('buying.pay', { amount: dollarText(order.total) })}>
      <Stack>
        {result.kind === 'failed' && <PaymentFailure word={result.word} />}
        {mayPay ? <Ways order={order} onEntered={onEntered} /> : <Text>{t('buying.adminPays')}</Text>}
      </Stack>
    </Panel>
  );
}

/** The ways to pay that the company has, and the steps of the chosen one. */
function Ways({ order, onEntered }: Omit<Props, 'result'>) {
  const t = useText();
  const { label } = useLabels('orders');
  const { companyId, id } = order;
  const params = { companyId, id };
  const offers = useData(api.payment.methods, { query: { companyId } }, { silent: true }).data;
  const money = useData(api.payment.ofOrder, { params }, { silent: true }).data;
  useLiveRefetch(['orders'], api.payment.ofOrder.key({ params }));
  const [chosen, setChosen] = useState<Way | null>(null);
  if (!offers || !money) return null;
  const waiting = money.payments.find(({ provider, state }) => provider === 'offline' && state === 'pending');
  if (waiting?.approvedBy) return <Text>{t('pay.approved')}</Text>;
  const offered = ways.filter((way) => waiting?.method === way || offers.some((one) => one.id === way && one.enabled));
  const preferred = ways.find((way) => way === (waiting?.method ?? order.method)) ?? 'card';
  const way = chosen ?? (offered.includes(preferred) ? preferred : offered[0]);
  if (!way) return <Text>{t('pay.noWay')}</Text>;
  return (
    <>
      {offered.length > 1 && (
        <SegmentedControl
          aria-label={t('buying.howToPay')}
          data={offered.map((value) => ({ value, label: label(`values.method.${value}`) }))}
          value={way}
          onChange={(value) => setChosen(ways.find((one) => one === value) ?? null)}
          style={{ alignSelf: 'start', maxInlineSize: '100%' }}
        />
      )}
      {way === 'card' && <PayByCard order={order} onEntered={onEntered} />}
      {way === 'transfer' && money.instructions && (
        <PayByTransfer order={order} instructions={money.instructions} waiting={waiting} />
      )}
      {way === 'purchase-order' && <PayByPurchaseOrder order={order} waiting={waiting} />}
    </>
  );
}

function PayByCard({ order, onEntered }: Omit<Props, 'result'>) {
  const t = useText();
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const start = useAction(api.payment.start, { onDone: setAttempt, invalidates: [api.order.get] });
  const Form = attempt && cardForms[attempt.provider as keyof typeof cardForms];
  if (!attempt?.clientSecret || !Form)
    return (
      <Button
        loading={start.pending}
        onClick={() => start.run({ body: { orderId: order.id }, silent: 'success' })}
        style={{ alignSelf: 'start' }}
      >
        {t('buying.payByCard')}
      </Button>
    );
  return (
    <Stack maw="28rem">
      <Suspense fallback={<Loader />}>
        <Form
          attempt={attempt}
          clientSecret={attempt.clientSecret}
          amount={dollarText(order.total)}
          onEntered={() => {
            setAttempt(null);
            onEntered();
          }}
        />
      </Suspense>
    </Stack>
  );
}
