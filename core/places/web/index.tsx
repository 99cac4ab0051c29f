import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { places } from '../app.ts';

export const placesWeb = bindPages(
  places,
  {
    'structures/all': () => import('./structures/StructuresPage.tsx'),
    'structures/create': () => import('./structures/CreateStructurePage.tsx'),
    'structures/{structureId}/edit': () => import('./structures/EditStructurePage.tsx'),
    'geofence/list': () => import('./geofences/GeofencesPage.tsx'),
    'geofence/create': () => import('./geofences/CreateGeofencePage.tsx'),
    'geofence/edit/{id}': () => import('./geofences/EditGeofencePage.tsx'),
    'geofence/{id}': () => import('./geofences/GeofencePage.tsx'),
  },
  { search: () => import('./search.ts') },
);
