import type { AppManifest } from '#platform/common/define-app.ts';
import type { Client } from '#platform/web/client/client-of.ts';
import type { permissionGroupRoutes } from '../common/permission-group.ts';

/** The permission-group calls as an app mounts them. */
export type PermissionGroupCalls = Client<{ group: ReturnType<typeof permissionGroupRoutes> }>['group'];

/** The groups of one app, for every piece that shows them. */
export type PermissionGroupSource = { app: AppManifest; calls: PermissionGroupCalls };
