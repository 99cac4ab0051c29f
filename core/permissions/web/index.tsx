import { bindPages } from '#platform/web/shell/bind-pages.ts';
import { permissions } from '../app.ts';

export const permissionsWeb = bindPages(permissions, {
  'permissions/list': () => import('./PermissionsPage.tsx'),
});
