import { MarketPage } from './MarketPage.tsx';
import { SuppliedMarket } from './SuppliedMarket.tsx';

/** The market of a company that an integrator supplies. */
export const CataloguePage = () => (
  <SuppliedMarket>
    <MarketPage />
  </SuppliedMarket>
);
