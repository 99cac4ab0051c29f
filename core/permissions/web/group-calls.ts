import type { AppManifest } from '#platform/common/define-app.ts';
import type { Client } from '#platform/web/client/client-of.ts';
import { mountedCalls } from '#platform/web/client/mounted-calls.ts';
import type { permissionGroupRoutes } from '../common/permission-group.ts';

type Routes = { permissionGroup: ReturnType<typeof permissionGroupRoutes> };
/** The permission-group calls as an app mounts them. */
export type PermissionGroupCalls = Client<Routes>['permissionGroup'];

const calls = mountedCalls<Routes>('permissionGroup');

/** The permission-group calls of an app; undefined if it mounts none. */
export const permissionGroupCalls = (app: AppManifest): PermissionGroupCalls | undefined =>
  calls.areIn(app) ? calls.of(app).permissionGroup : undefined;

/** The groups of one app, for every piece that shows them. */
export type PermissionGroupSource = { app: AppManifest; calls: PermissionGroupCalls };
