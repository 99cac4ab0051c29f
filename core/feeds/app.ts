import { defineApp } from '#platform/common/define-app.ts';

/** What companies publish: data of one record for programs and pages of others, under an address that cannot be guessed. */
export const feeds = defineApp({
  kind: 'core',
  id: 'feeds',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'chart-bar',
  needs: ['accounts'],
  routes: {},
  pages: [],
});
