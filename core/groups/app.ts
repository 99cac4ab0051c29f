import { defineApp } from '#platform/common/define-app.ts';

/** Groups of the records of apps, which mount their calls: they sort and filter vehicles, assets or people, and grant nothing. */
export const groups = defineApp({
  kind: 'core',
  id: 'groups',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'folders',
  needs: ['accounts'],
  routes: {},
  pages: [],
});
