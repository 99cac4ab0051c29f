import { administrators } from '#platform/common/access.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import './common/manifest.ts';
import { geocoderRoutes } from './common/address.ts';
import { areaRoutes } from './common/area.ts';
import { floorRoutes } from './common/floor.ts';
import { geofence, geofenceRoutes } from './common/geofence.ts';
import { siteChoiceRoutes } from './common/site-choice.ts';
import { spaceRoutes } from './common/space.ts';
import { structure, structureRoutes } from './common/structure.ts';
import { structureImportRoutes } from './common/structure-import.ts';

/** The areas, structures, floors, spaces and geofences of a company. */
export const places = defineApp({
  kind: 'core',
  id: 'places',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'building',
  needs: ['countries', 'accounts', 'permissions'],
  routes: {
    address: geocoderRoutes,
    area: areaRoutes,
    structure: structureRoutes,
    siteChoice: siteChoiceRoutes,
    structureImport: structureImportRoutes,
    floor: floorRoutes,
    space: spaceRoutes,
    geofence: geofenceRoutes,
  },
  spaceKinds: {
    room: { icon: 'door', capacity: true },
    desk: { icon: 'desk', within: ['room', 'area'] },
    bay: { icon: 'parking', within: ['area'] },
    area: { icon: 'border-corners', capacity: true },
    shelf: { icon: 'box', within: ['room', 'area'] },
    classroom: { icon: 'school', capacity: true },
    other: { icon: 'square', capacity: true, within: ['room', 'area'] },
  },
  search: [
    { list: 'structure.search', icon: 'building-community', company: 'companyId' },
    { list: 'geofence.list', icon: 'map' },
  ],
  pages: [
    page('structures', { redirects: ['structures/all'] }),
    page('structures/all', {
      sidebar: 'sites',
      order: 20,
      icon: 'building-community',
      access: structure.can('read'),
    }),
    page('structures/create', { access: structure.can('create') }),
    page('structures/{structureId}/edit', { access: structure.can('update') }),
    page('geofence', { redirects: ['geofence/list'] }),
    page('geofence/list', {
      sidebar: 'sites',
      order: 21,
      icon: 'map',
      offered: administrators,
      access: geofence.can('read'),
    }),
    page('geofence/create', { access: geofence.can('create') }),
    page('geofence/edit/{id}', { access: geofence.can('update') }),
    page('geofence/{id}', { access: geofence.can('read') }),
  ],
});
