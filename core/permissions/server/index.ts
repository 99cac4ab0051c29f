import { serve } from '#platform/server/serve.ts';
import { permissions } from '../app.ts';
import { groupDeskHandlers } from './group-desk.ts';
import { permissionHandlers } from './permission-handlers.ts';
import { registerPermissions } from './permission-index.ts';
import './tables.ts';

export const permissionsServer = serve(
  permissions,
  { permission: permissionHandlers, deskGroup: groupDeskHandlers },
  {
    reference: registerPermissions,
    history: {
      tables: {
        permission_group_resource: { refs: { resource: 'structure' } },
        permission_group_grant: { words: { entity: 'entity', actions: 'action' } },
      },
    },
  },
);
