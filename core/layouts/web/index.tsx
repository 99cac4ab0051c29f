import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { layouts } from '../app.ts';

const manager = () => import('./LayoutManagerPage.tsx');

export const layoutsWeb = bindPages(layouts, {
  'structures/layout-manager/{structureId}': manager,
  'assets/layout-manager/{structureId}/{floorId}': manager,
});
