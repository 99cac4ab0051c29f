import { route } from '#platform/common/route.ts';
import { permissionGroup, permissionGroupList } from './permission-group.ts';

/** The calls for the permission groups of all apps, each judged by its app. A group is made and changed by the calls of its app. */
export const groupDeskRoutes = {
  list: route.list('/app-permissions-group', {
    access: 'signed-in',
    reply: permissionGroup,
    list: { ...permissionGroupList, filter: ['app'] },
  }),
  remove: route.delete('/app-permissions-group/{id}', { access: 'signed-in' }),
};
