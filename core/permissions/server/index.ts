import { serve } from '#platform/server/serve.ts';
import { permissions } from '../app.ts';
import { permissionHandlers } from './permission-handlers.ts';
import { registerPermissions } from './permission-index.ts';
import './tables.ts';

export const permissionsServer = serve(
  permissions,
  { permission: permissionHandlers },
  { reference: registerPermissions },
);
