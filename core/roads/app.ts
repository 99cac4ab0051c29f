import { defineApp } from '#platform/common/define-app.ts';

/** Ways by road: how far it is, how long it takes, and the best order of stops. It has no tables and no pages. */
export const roads = defineApp({
  kind: 'core',
  id: 'roads',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'map-2',
  needs: ['places'],
  routes: {},
  pages: [],
});
