import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { permissions } from '../app.ts';

export const permissionsWeb = bindPages(permissions, {
  'permissions/list': () => import('./PermissionsPage.tsx'),
});
