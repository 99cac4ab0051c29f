import { route } from '#platform/common/route.ts';
import { permissionGroup, permissionGroupList } from './permission-group.ts';

/**
 * The calls for the permission groups of all apps. Permissions are checked by app; groups are created and edited with
 * the calls of their app.
 */
export const groupDeskRoutes = {
  list: route.list('/app-permissions-group', {
    access: 'signed-in',
    reply: permissionGroup,
    list: { ...permissionGroupList, filter: ['app'] },
  }),
  remove: route.delete('/app-permissions-group/{id}', { access: 'signed-in' }),
};
