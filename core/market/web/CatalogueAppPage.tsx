import { MarketAppPage } from './MarketAppPage.tsx';
import { SuppliedMarket } from './SuppliedMarket.tsx';

/** What one app sells, for a company that an integrator supplies. */
export const CatalogueAppPage = () => (
  <SuppliedMarket>
    <MarketAppPage />
  </SuppliedMarket>
);
