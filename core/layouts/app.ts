import { structure } from '#core/places/common/structure.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { layout, layoutRoutes } from './common/layout.ts';

/** Structure pages, with floor plans (layouts) and the devices on them. */
export const layouts = defineApp({
  kind: 'core',
  id: 'layouts',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'map',
  needs: ['accounts', 'permissions', 'places', 'assets', 'devices', 'alarms'],
  routes: { layout: layoutRoutes },
  pages: [
    page('structures/{structureId}', { access: structure.can('read') }),
    page('structures/layout-manager/{structureId}', { access: layout.can('read') }),
    page('assets/structure/{structureId}', { access: structure.can('read') }),
    page('assets/layout-manager/{structureId}/{floorId}', { access: layout.can('read') }),
  ],
});
