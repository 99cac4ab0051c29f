import type { GroupSource } from '#core/alarms/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import { swam } from '../app.ts';
import { api } from './api.ts';

/** This app's permission groups and notification groups. */
export const groups: GroupSource = {
  app: swam as AppManifest,
  permission: api.permissionGroup,
  notification: api.notificationGroup,
};
