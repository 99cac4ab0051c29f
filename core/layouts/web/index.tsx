import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { layouts } from '../app.ts';

const manager = () => import('./LayoutManagerPage.tsx');

export const layoutsWeb = bindPages(layouts, {
  'structures/{structureId}': () => import('./StructurePage.tsx'),
  'structures/layout-manager/{structureId}': manager,
  'assets/structure/{structureId}': () => import('./AssetStructurePage.tsx'),
  'assets/layout-manager/{structureId}/{floorId}': manager,
});
