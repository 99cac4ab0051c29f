import { defineApp, page } from '#platform/common/define-app.ts';
import { boardRoutes } from './common/board.ts';

/** Boards of widgets: the overview of every person, and the boards of apps that mount `boardRoutes`. */
export const boards = defineApp({
  kind: 'core',
  id: 'boards',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'layout-dashboard',
  needs: ['accounts', 'permissions'],
  routes: { board: boardRoutes('signed-in') },
  pages: [
    page('', {
      access: 'signed-in',
      sidebar: 'daily',
      order: 0,
      icon: 'layout-dashboard',
      quick: { name: 'overview', icon: 'layout-dashboard', bar: 1 },
    }),
  ],
});
