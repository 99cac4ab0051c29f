import { defineApp } from '#platform/common/define-app.ts';
import { areaRoutes } from './common/area.ts';
import { countryRoutes } from './common/country.ts';
import { floorRoutes, spaceRoutes } from './common/floor.ts';
import { geofenceRoutes } from './common/geofence.ts';
import { structureRoutes } from './common/structure.ts';

/** Where things stand: countries and cities, and a company's areas, structures, floors and spaces. */
export const places = defineApp({
  kind: 'core',
  id: 'places',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'building',
  needs: ['accounts', 'permissions'],
  routes: {
    country: countryRoutes,
    area: areaRoutes,
    structure: structureRoutes,
    floor: floorRoutes,
    space: spaceRoutes,
    geofence: geofenceRoutes,
  },
  pages: [],
});
