import { structure } from '#core/places/common/structure.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { siteRoutes } from './common/site.ts';

/** The page of a site: its state, devices and alarms of all apps, consumption, plans and master data. */
export const sites = defineApp({
  kind: 'core',
  id: 'sites',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'building-community',
  needs: ['accounts', 'permissions', 'places', 'assets', 'devices', 'layouts', 'alarms', 'device-app', 'metering'],
  routes: { site: siteRoutes },
  pages: [
    page('structures/{structureId}', { access: structure.can('read') }),
    page('assets/structure/{structureId}', { access: structure.can('read') }),
  ],
});
