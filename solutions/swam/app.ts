import { operationalAlarmRoutes, statusAlarmRoutes } from '#core/alarms/common/alarm.ts';
import { groupPages } from '#core/alarms/common/group-pages.ts';
import { notificationGroupRoutes } from '#core/alarms/common/notification-group.ts';
import { commandRoutes } from '#core/devices/common/command.ts';
import { deviceRoutes } from '#core/devices/common/device.ts';
import { permissionGroupRoutes } from '#core/permissions/common/permission-group.ts';
import { readingRoutes } from '#core/telemetry/common/reading.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { analysisRoutes, catalogueRoutes } from './common/monitoring.ts';
import { hardware, sensorTypes, solutions } from './common/sensors.ts';

const devices = canDo('swam.device', 'read');
const operational = canDo('swam.operational-alarm', 'read');
const status = canDo('swam.status-alarm', 'read');

/** Water, air, gas and energy: what sensors and meters measure, and the alarms that it raises. */
export const swam = defineApp({
  id: 'swam',
  brand: 'PureTrace',
  web: '/PureTrace',
  api: '/swam',
  icon: 'droplet',
  needs: ['accounts', 'permissions', 'places', 'devices', 'layouts', 'telemetry', 'alarms'],
  routes: {
    catalogue: catalogueRoutes,
    device: deviceRoutes('swam'),
    reading: readingRoutes('swam'),
    command: commandRoutes('swam', '/control-unit'),
    operationalAlarm: operationalAlarmRoutes('swam'),
    statusAlarm: statusAlarmRoutes('swam'),
    analysis: analysisRoutes,
    permissionGroup: permissionGroupRoutes('swam'),
    notificationGroup: notificationGroupRoutes('swam'),
  },
  pages: [
    page('', {
      redirects: ['analysis/structure-portfolio', 'devices/list', 'alarms', 'groups/list'],
    }),
    page('devices', { redirects: ['devices/list'] }),
    page('alarms', { redirects: ['alarms/operational', 'alarms/status'] }),
    page('analysis/structure-portfolio', {
      sidebar: 'analysis',
      order: 10,
      icon: 'chart',
      access: canDo('swam.analysis', 'read'),
    }),
    page('devices/list', { sidebar: 'devices', order: 20, icon: 'device', access: devices }),
    page('devices/list/solution/{solutionId}', { access: devices }),
    page('devices/list/solution/{solutionId}/device/{id}', { access: devices }),
    page('devices/meter/{id}', { access: devices }),
    page('devices/control-unit/{id}', { access: devices }),
    page('alarms/operational', { sidebar: 'alarms', order: 30, icon: 'bell', access: operational }),
    page('alarms/operational-history', { sidebar: 'alarms', order: 31, access: operational }),
    page('alarms/status', { sidebar: 'alarms', order: 32, access: status }),
    page('alarms/status-history', { sidebar: 'alarms', order: 33, access: status }),
    ...groupPages('swam'),
  ],
  solutions,
  sensorTypes,
  hardware,
  alarms: {
    'level-high': { class: 'operational' },
    'level-low': { class: 'operational' },
    leak: { class: 'operational' },
    'flow-high': { class: 'operational' },
    'air-quality': { class: 'operational' },
    'gas-detected': { class: 'operational' },
    'water-quality': { class: 'operational' },
    'temperature-high': { class: 'operational' },
    'no-reading': { class: 'operational' },
  },
});
