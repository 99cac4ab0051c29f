import { administrators } from '#platform/common/access.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { groupDeskRoutes } from './common/group-desk.ts';
import { permissionRoutes } from './common/permission-routes.ts';

/** The permissions (registry), who may have them at most (system roles), and who has them (permission groups). */
export const permissions = defineApp({
  kind: 'core',
  id: 'permissions',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'shield',
  needs: ['accounts'],
  routes: { permission: permissionRoutes, deskGroup: groupDeskRoutes },
  pages: [
    page('permissions/list', {
      sidebar: 'settings',
      order: 30,
      icon: 'shield',
      offered: administrators,
      access: canDo('user.role', 'read'),
    }),
  ],
});
