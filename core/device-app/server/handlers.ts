import { deviceClass } from '#core/alarms/common/device-classes.ts';
import { alarmCountHandlers, alarmCounts, alarmHandlers, allAlarmHandlers } from '#core/alarms/server/api.ts';
import { boardHandlers } from '#core/boards/server/api.ts';
import { checkHandlers, commandHandlers } from '#core/commands/server/api.ts';
import { deviceHandlers, deviceLinkHandlers } from '#core/devices/server/api.ts';
import { deviceInventoryHandlers } from '#core/inventory/server/api.ts';
import { notificationGroupHandlers, notificationWebhookHandlers } from '#core/notifications/server/api.ts';
import { permissionGroupHandlers } from '#core/permissions/server/api.ts';
import { ruleHandlers } from '#core/rules/server/api.ts';
import { deviceSubscriptionHandlers } from '#core/subscriptions/server/api.ts';
import { readingHandlers } from '#core/telemetry/server/api.ts';
import { type Starters, templateHandlers } from '#core/templates/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { DeviceAppRoutes } from '../common/device-app.ts';
import { catalogueHandlers } from './catalogue.ts';
import { smallCallHandlers } from './small-calls.ts';

type DeviceAppHandlers = { [Name in keyof DeviceAppRoutes]: Handlers<DeviceAppRoutes[Name]> };

/** Serves the routes of `deviceApp(app.id)`. `starters` are the app's defaults for templates of its models. */
export const deviceAppHandlers = (app: AppManifest, starters?: Starters): DeviceAppHandlers => ({
  catalogue: catalogueHandlers(app),
  device: { ...deviceHandlers(app.id), ...deviceInventoryHandlers(app.id), ...deviceSubscriptionHandlers(app.id) },
  check: checkHandlers(app.id),
  reading: readingHandlers(app.id, alarmCounts),
  command: commandHandlers(app),
  link: deviceLinkHandlers(app),
  alarm: allAlarmHandlers(app),
  operationalAlarm: alarmHandlers(app, deviceClass.measured),
  statusAlarm: alarmHandlers(app, deviceClass.technical),
  alarmCount: alarmCountHandlers(app),
  rule: ruleHandlers(app),
  template: templateHandlers(app, starters),
  permissionGroup: permissionGroupHandlers(app.id),
  notificationGroup: notificationGroupHandlers(app.id),
  notificationWebhook: notificationWebhookHandlers(app),
  board: boardHandlers(app.id),
  small: smallCallHandlers(app),
});
