import { defineApp, page } from '#platform/common/define-app.ts';
import './common/manifest.ts';
import { layout, layoutRoutes } from './common/layout.ts';
import { layoutItemRoutes } from './common/layout-item.ts';

/** Floor plans (layouts) of structures, and the devices on them. */
export const layouts = defineApp({
  kind: 'core',
  id: 'layouts',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'map',
  needs: ['accounts', 'permissions', 'places', 'assets', 'devices', 'alarms'],
  routes: { layout: layoutRoutes, item: layoutItemRoutes },
  pages: [
    page('structures/layout-manager/{structureId}', { access: layout.can('read') }),
    page('assets/layout-manager/{structureId}/{floorId}', { access: layout.can('read') }),
  ],
});
