import { Stack, Text } from '@mantine/core';
import { useParams, useSearchParams } from 'react-router';
import { useData } from '#platform/web/client/hooks.ts';
import { useLiveRefetch } from '#platform/web/client/live/live-refetch.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { OrderDetail } from '../../common/order.ts';
import { ordersAddress } from '../addresses.ts';
import { api, useText } from '../api.ts';
import { PaymentTab } from '../money/PaymentTab.tsx';
import { BillsPanel } from '../parts/BillsPanel.tsx';
import { CancelReason } from '../parts/CancelReason.tsx';
import { OrderChips } from '../parts/OrderChips.tsx';
import { OrderLines } from '../parts/OrderLines.tsx';
import { OrderTimeline } from '../parts/OrderTimeline.tsx';
import { type OrderTab, orderTabs } from './action-tabs.ts';
import { DeployTab } from './DeployTab.tsx';
import { OrderActions } from './OrderActions.tsx';
import { ShippingTab } from './ShippingTab.tsx';

/** An order of any company: its lines and everything that the seller does for it. */
export function OrderPage() {
  const t = useText();
  const { orderId, customerId } = useParams();
  const params = { companyId: Number(customerId) || 0, id: Number(orderId) || 0 };
  const query = useData(api.order.get, { params }, { silent: true });
  useLiveRefetch(['orders'], api.order.get.key({ params }));
  const [search, setSearch] = useSearchParams();
  const tab = orderTabs.find((one) => one === search.get('tab')) ?? 'lines';
  const order = query.data;
  return (
    <PageFrame
      title={order?.number ?? t('order')}
      parents={[{ label: t('pages.orders-list'), to: ordersAddress }]}
      {...(order ? { badge: <OrderChips of={order} />, action: <OrderActions order={order} /> } : {})}
      tabs={orderTabs.map((value) => ({ value, label: t(`tabs.${value}`) }))}
      tab={tab}
      onTab={(value) => setSearch(value === 'lines' ? {} : { tab: value }, { replace: true })}
    >
      {order ? <Content order={order} tab={tab} /> : <QueryBoundary of={query} />}
    </PageFrame>
  );
}

function Content({ order, tab }: { order: OrderDetail; tab: OrderTab }) {
  if (tab === 'timeline')
    return (
      <Panel>
        <OrderTimeline steps={order.steps} />
      </Panel>
    );
  if (tab === 'shipping') return <ShippingTab order={order} />;
  if (tab === 'payment') return <PaymentTab order={order} />;
  if (tab === 'bills') return <BillsPanel order={order} />;
  if (tab === 'deploy') return <DeployTab order={order} />;
  return (
    <Stack>
      <Text component="p" m={0}>
        <bdi>{order.company.name}</bdi>
        {order.poNumber && (
          <>
            {' · '}
            <Bdi>{order.poNumber}</Bdi>
          </>
        )}
      </Text>
      {order.cancelReason && (
        <Text component="p" m={0} c="dimmed">
          <CancelReason of={order.cancelReason} />
        </Text>
      )}
      <OrderLines order={order} progress />
    </Stack>
  );
}
