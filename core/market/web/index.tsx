import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { market } from '../app.ts';

export const marketWeb = bindPages(market, {
  'market/main': () => import('./MarketPage.tsx'),
  'market/main/{appName}': () => import('./MarketAppPage.tsx'),
  'market/catalogue': () => import('./CataloguePage.tsx'),
  'market/catalogue/{appName}': () => import('./CatalogueAppPage.tsx'),
  'market/discounts-code': () => import('./discounts/DiscountsPage.tsx'),
  'market/cart': () => import('./cart/CartPage.tsx'),
});
