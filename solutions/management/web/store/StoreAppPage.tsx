import { useParams } from 'react-router';
import { AppOffers, type SellingApp, useParamsOfAddress, useSellingApps } from '#core/market/web/parts.tsx';
import { OrdersOfCompany } from '#core/orders/web/parts.tsx';
import { GoneState } from '#platform/web/ui/state/FailedState.tsx';
import { useText } from '../api.ts';
import { StockTab } from './StockTab.tsx';
import { StoreFrame } from './StoreFrame.tsx';
import { storePath } from './shop.ts';

const tabs = ['stock', 'catalogue', 'orders'] as const;
type Tab = (typeof tabs)[number];
/** Parameters of the catalogue and of its steps. */
const ofCatalogue = ['wizard', 'device', 'compare', 'search', 'mode'];

/** What the company has of an app, what it can order, and what is on order. */
export function StoreAppPage() {
  const t = useText();
  const { app: name = '' } = useParams();
  const app = useSellingApps().find(({ id, webName }) => webName === name || id === name);
  const [params, set] = useParamsOfAddress();
  const hasStock = app?.manifest.kind === 'solution';
  const asked = tabs.find((one) => one === params.get('tab'));
  const first = hasStock && !ofCatalogue.some((param) => params.has(param)) ? 'stock' : 'catalogue';
  const tab: Tab = asked ?? first;
  const parents = [{ label: t('pages.devices-store'), to: storePath }];
  if (!app) return <StoreFrame parents={parents}>{() => <GoneState />}</StoreFrame>;
  return (
    <StoreFrame
      title={app.name}
      parents={parents}
      tabs={tabs
        .filter((one) => hasStock || one !== 'stock')
        .map((value) => ({ value, label: t(`store.tabs.${value}`) }))}
      tab={tab}
      onTab={(value) => set({ tab: value, ...Object.fromEntries(ofCatalogue.map((param) => [param, null])) })}
    >
      {(companyId) => <Content tab={tab} app={app} companyId={companyId} />}
    </StoreFrame>
  );
}

function Content({ tab, app, companyId }: { tab: Tab; app: SellingApp; companyId: number }) {
  if (tab === 'stock') return <StockTab app={app} />;
  if (tab === 'catalogue') return <AppOffers app={app} />;
  return <OrdersOfCompany companyId={companyId} emptyAction={null} />;
}
