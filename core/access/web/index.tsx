import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { access } from '../app.ts';

export const accessWeb = bindPages(
  access,
  {},
  {
    widgets: () => import('./analysis/widgets.ts'),
    places: { 'person-leaves': () => import('./leaving/LeavingAccess.tsx') },
  },
);
