import { defineApp, page } from '#platform/common/define-app.ts';
import { printRoutes } from './common/print.ts';

/** Documents laid out as PDF by a browser of the server. Slices add the pages; this one has the queue and the files. */
export const print = defineApp({
  kind: 'core',
  id: 'print',
  brand: 'Rasid',
  web: '/reports-generator',
  api: '',
  icon: 'printer',
  needs: ['accounts'],
  routes: { print: printRoutes },
  pages: [page('error-page', { access: 'signed-in', layout: 'plain' })],
});
