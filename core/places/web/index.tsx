import { bindPages } from '#platform/web/shell/bind-pages.ts';
import { places } from '../app.ts';

export const placesWeb = bindPages(places, {
  'structures/all': () => import('./StructuresPage.tsx'),
  'structures/create': () => import('./CreateStructurePage.tsx'),
  'structures/{structureId}': () => import('./StructurePage.tsx'),
  'structures/{structureId}/edit': () => import('./EditStructurePage.tsx'),
});
