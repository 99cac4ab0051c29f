import { Navigate, useParams } from 'react-router';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { GoneState } from '#platform/web/ui/state/FailedState.tsx';
import { AppOffers } from './AppOffers.tsx';
import { useText } from './api.ts';
import { MarketAction } from './MarketAction.tsx';
import { type SellingApp, useMarketAddress, useSellingApps } from './selling-apps.ts';

/** What one app sells, and the steps of an order from it. */
export function MarketAppPage() {
  const { appName = '' } = useParams();
  const apps = useSellingApps();
  const address = useMarketAddress();
  const app = apps.find(({ webName }) => webName === appName);
  const named = apps.find(({ id }) => id === appName);
  if (app) return <AppMarket key={app.id} app={app} />;
  if (named) return <Navigate to={address(`main/${named.webName}`)} replace />;
  return (
    <PageFrame>
      <GoneState />
    </PageFrame>
  );
}

function AppMarket({ app }: { app: SellingApp }) {
  const t = useText();
  const address = useMarketAddress();
  return (
    <PageFrame
      title={app.name}
      parents={[{ label: t('pages.market-main'), to: address('main') }]}
      action={<MarketAction />}
    >
      <AppOffers app={app} />
    </PageFrame>
  );
}
