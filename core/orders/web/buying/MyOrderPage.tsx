import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { useCart } from '#core/market/web/parts.tsx';
import { newTicketAddress } from '#core/support/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { useLiveRefetch } from '#platform/web/client/live/live-refetch.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { registeredApps } from '#platform/web/session/session.ts';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { OrderDetail } from '../../common/order.ts';
import { api, useText } from '../api.ts';
import { BillsPanel } from '../parts/BillsPanel.tsx';
import { CancelReason } from '../parts/CancelReason.tsx';
import { useActionTexts } from '../parts/next-actions.ts';
import { OrderChips } from '../parts/OrderChips.tsx';
import { OrderLines } from '../parts/OrderLines.tsx';
import { OrderTimeline } from '../parts/OrderTimeline.tsx';
import { ParcelPanel } from '../parts/ParcelPanel.tsx';
import { myOrdersPath } from './addresses.ts';
import classes from './Buying.module.css';
import { PayPanel } from './PayPanel.tsx';
import { usePaymentReturn } from './payment-return.ts';
import { cartOfLines } from './reorder.ts';
import { UnitsPanel } from './UnitsPanel.tsx';

/** An order of the current company: its lines, payment, devices and progress. */
export function MyOrderPage() {
  const t = useText();
  const { session } = useMe();
  const id = Number(useParams().orderId) || 0;
  const params = { companyId: session.actingFor ?? 0, id };
  const query = useData(api.order.get, { params }, { silent: true });
  useLiveRefetch(['orders'], api.order.get.key({ params }));
  const payment = usePaymentReturn(id);
  const order = query.data;
  return (
    <PageFrame
      title={order?.number ?? t('order')}
      parents={[{ label: t('pages.market-my-orders'), to: myOrdersPath }]}
      {...(order ? { badge: <OrderChips of={order} />, action: <OrderButtons order={order} /> } : {})}
    >
      {order ? (
        <div className={classes.checkout}>
          <Stack>
            <PayPanel order={order} result={payment.result} onEntered={payment.ask} />
            <OrderLines order={order} />
            {order.parcels.toReversed().map((parcel) => (
              <ParcelPanel key={parcel.id} order={order} parcel={parcel} />
            ))}
            <UnitsPanel order={order} />
            <BillsPanel order={order} />
          </Stack>
          <Stack>
            <OrderFacts order={order} />
            <Panel title={t('tabs.timeline')}>
              <OrderTimeline steps={order.steps} />
            </Panel>
          </Stack>
        </div>
      ) : (
        <QueryBoundary of={query} />
      )}
    </PageFrame>
  );
}

const cartTypeOf = (orderType: string): string =>
  registeredApps().flatMap(({ market }) => market?.orderTypes[orderType]?.cartType ?? [])[0] ?? orderType;

function OrderButtons({ order }: { order: OrderDetail }) {
  const navigate = useNavigate();
  const { name } = useActionTexts();
  const cart = useCart();
  const reorder = () => {
    cart.set([...cart.entries, ...cartOfLines(order.lines, cartTypeOf)]);
    void navigate('/core/market/cart');
  };
  return (
    <Group gap="xs">
      <Button variant="default" component={Link} to={newTicketAddress({ order: order.id, number: order.number })}>
        {name('ticket')}
      </Button>
      <Button variant="default" onClick={reorder}>
        {name('reorder')}
      </Button>
    </Group>
  );
}

const addressLines = ['label', 'recipient', 'building', 'unit', 'street', 'area', 'code', 'phone'];

function OrderFacts({ order }: { order: OrderDetail }) {
  const t = useText();
  const { date } = useFormats();
  const { label } = useLabels('orders');
  const { nextStep } = useActionTexts();
  const { address } = order;
  const lines = address ? addressLines.flatMap((name) => (address[name] ? [String(address[name])] : [])) : [];
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('columns.nextAction'), nextStep(order, 'buyer')],
    [t('columns.createdAt'), <bdi key="at">{date(order.createdAt)}</bdi>],
    [t('columns.method'), order.method && label(`values.method.${order.method}`)],
    [t('columns.poNumber'), order.poNumber && <Bdi key="po">{order.poNumber}</Bdi>],
    [
      t('buying.deliveredTo'),
      lines.length > 0 && (
        <bdi key="to" className={classes.lines}>
          {lines.join('\n')}
        </bdi>
      ),
    ],
    [t('buying.note'), order.note && <bdi key="note">{order.note}</bdi>],
    [t('fields.reason'), order.cancelReason && <CancelReason key="why" of={order.cancelReason} />],
  ];
  return <Facts title={t('buying.facts')} items={facts.filter(([, value]) => value)} />;
}
