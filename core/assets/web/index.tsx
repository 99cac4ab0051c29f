import { bindPages } from '#platform/web/shell/bind-pages.ts';
import { assets } from '../app.ts';

const assetList = () => import('./AssetsPage.tsx');

export const assetsWeb = bindPages(assets, {
  'assets/list/all': assetList,
  'assets/list/{type}': assetList,
});
