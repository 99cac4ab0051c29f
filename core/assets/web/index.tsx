import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { assets } from '../app.ts';

const assetList = () => import('./AssetsPage.tsx');

export const assetsWeb = bindPages(
  assets,
  {
    'assets/list/all': assetList,
    'assets/list/{type}': assetList,
    'assets-v2/list/{pTab}-{cTab}': () => import('./AssetTabsPage.tsx'),
    'assets/structure/create': () => import('./CreateAssetStructurePage.tsx'),
    'assets/structure/{structureId}/edit': () => import('./EditAssetStructurePage.tsx'),
    'assets/structure/{structureId}/add-floors': () => import('./AddFloorsPage.tsx'),
  },
  { search: () => import('./search.ts') },
);
