import { alarmsOfApp } from '#core/alarms/common/alarm-desk.ts';
import { notificationGroupPages } from '#core/notifications/common/group-pages.ts';
import { administrators } from '#platform/common/access.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { connectorAlarmEntity, connectorAlarmRoutes, connectorAlarms, connectorClass } from './common/alarms.ts';
import { codecRoutes } from './common/codec.ts';
import { connectorRoutes } from './common/connector.ts';
import { coreKinds } from './common/kinds.ts';
import { connectorLinkRoutes } from './common/link.ts';
import './common/manifest.ts';
import { receiveRoutes } from './common/receiving.ts';

/** Connectors: messages of networks and servers between devices and the platform. */
export const integrations = defineApp({
  kind: 'core',
  id: 'integrations',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'plug-connected',
  needs: [
    'accounts',
    'permissions',
    'places',
    'devices',
    'notifications',
    'commands',
    'inventory',
    'telemetry',
    'alarms',
  ],
  connectorKinds: coreKinds,
  deviceLogKinds: ['codec-version', 'network-join', 'network-location', 'network-log'],
  routes: {
    connector: connectorRoutes,
    link: connectorLinkRoutes,
    codec: codecRoutes,
    receive: receiveRoutes,
    ...connectorAlarmRoutes,
  },
  roles: {
    'connector.read': 'Admin',
    'codec.read': 'Admin',
    'codec.activate': 'Admin',
    [`${connectorAlarmEntity}.*`]: 'Admin',
    'notifications-group.*': 'Admin',
  },
  ...connectorAlarms,
  pages: [
    page('connectors/list', {
      sidebar: 'settings',
      offered: administrators,
      order: 27,
      icon: 'plug-connected',
      covers: ['connectors'],
      access: connectorRoutes.list.access,
    }),
    page('connectors/{id}', { access: connectorRoutes.get.access }),
    page('connectors/alarms', {
      access: connectorAlarmRoutes.alarm.live.access,
      savedFilter: alarmsOfApp('integrations', { ofClass: connectorClass }),
    }),
    page('connectors/alarms-history', {
      access: connectorAlarmRoutes.alarm.history.access,
      savedFilter: alarmsOfApp('integrations', { ofClass: connectorClass, list: 'history' }),
    }),
    ...notificationGroupPages('integrations'),
    page('codecs/list', {
      sidebar: 'settings',
      offered: administrators,
      order: 28,
      icon: 'binary',
      covers: ['codecs'],
      access: codecRoutes.list.access,
    }),
    page('codecs/create', { access: codecRoutes.create.access }),
    page('codecs/{id}', { access: codecRoutes.get.access }),
  ],
});
