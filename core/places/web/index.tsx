import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { places } from '../app.ts';

export const placesWeb = bindPages(
  places,
  {
    'structures/all': () => import('./StructuresPage.tsx'),
    'structures/create': () => import('./CreateStructurePage.tsx'),
    'structures/{structureId}/edit': () => import('./EditStructurePage.tsx'),
    'geofence/list': () => import('./GeofencesPage.tsx'),
    'geofence/create': () => import('./CreateGeofencePage.tsx'),
    'geofence/edit/{id}': () => import('./EditGeofencePage.tsx'),
    'geofence/{id}': () => import('./GeofencePage.tsx'),
  },
  { search: () => import('./search.ts') },
);
