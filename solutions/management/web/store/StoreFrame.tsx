import { type ReactNode, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useRequestChange } from '#core/device-requests/web/parts.tsx';
import { CartButton, CartContent, ShopFrame, useCart, useParamsOfAddress } from '#core/market/web/parts.tsx';
import { SendRequest } from '#core/orders/web/parts.tsx';
import { useMe } from '#platform/web/session/hooks.tsx';
import { CustomerSwitch } from '#platform/web/shell/session/CustomerSwitch.tsx';
import { type Crumb, PageFrame, type PageTab } from '#platform/web/ui/page/PageFrame.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { useText } from '../api.ts';
import { storeFor, storePath } from './shop.ts';

type Props = {
  title?: string;
  parents?: readonly Crumb[];
  tabs?: readonly PageTab[];
  tab?: string;
  onTab?(value: string): void;
  children(companyId: number): ReactNode;
};

/** A page of the store, which sells to the person's company; with its cart at the side. */
export function StoreFrame({ children, ...frame }: Props) {
  const t = useText();
  const { session } = useMe();
  const [params, set] = useParamsOfAddress();
  const request = params.get('request');
  const shop = useMemo(() => storeFor(request), [request]);
  const { user, actingFor } = session;
  const own = user.adminType === null ? user.companyId : actingFor;
  const ready = own !== null && own === actingFor;
  return (
    <ShopFrame value={shop}>
      <PageFrame {...frame} {...(ready ? { action: <CartButton /> } : {})}>
        {ready ? (
          children(own)
        ) : (
          <EmptyState
            title={t('store.ownCompany.title')}
            text={t('store.ownCompany.text')}
            action={<CustomerSwitch />}
          />
        )}
      </PageFrame>
      {ready && params.has('cart') && <CartPanel companyId={own} onClose={() => set({ cart: null })} />}
    </ShopFrame>
  );
}

function CartPanel({ companyId, onClose }: { companyId: number; onClose(): void }) {
  const t = useText();
  const navigate = useNavigate();
  const cart = useCart();
  const [params] = useParamsOfAddress();
  const request = params.get('request');
  const link = useRequestChange(request ?? '');
  const sent = async (intention: { uuid: string }) => {
    if (request) await link.ask({ action: 'order', intention: intention.uuid });
    await navigate(request ? `/management/devices/request/${request}` : `${storePath}/core?tab=orders`);
  };
  return (
    <SidePanel title={t('store.cart')} onClose={onClose} wide>
      <CartContent
        cart={cart}
        narrow
        actions={() => <SendRequest companyId={companyId} onSent={(intention) => void sent(intention)} />}
      />
    </SidePanel>
  );
}
