import { alarmActionRoute, alarmRoutes } from '#core/alarms/common/alarm.ts';
import { alarmsOfApp } from '#core/alarms/common/alarm-desk.ts';
import { allAlarmRoutes } from '#core/alarms/common/alarm-lists.ts';
import { deviceApp, deviceAppNeeds } from '#core/device-app/common/device-app.ts';
import { printPages } from '#core/print/common/pages.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { alarms, intrusionClass } from './common/alarms.ts';
import { analysisRoutes } from './common/analysis/analysis.ts';
import { widgets } from './common/analysis/widgets.ts';
import { assignment, assignmentRoutes } from './common/assignments/assignment.ts';
import { commands } from './common/commands.ts';
import { customerRoutes } from './common/customers/customer.ts';
import { customerPages } from './common/customers/pages.ts';
import { hardware, sensorTypes, solutions } from './common/devices.ts';
import { groupPages, rulesPath, withKindOfGroups } from './common/group-pages.ts';
import { incidentRoutes } from './common/incidents/incident-file.ts';
import { closedIncidentPage, incidentPage } from './common/incidents/pages.ts';
import { market } from './common/market.ts';
import { eventRoutes } from './common/panel/event.ts';
import { groupRoutes } from './common/panel/group.ts';
import { panel, panelRoutes } from './common/panel/panel.ts';
import { photoRoutes } from './common/panel/photo.ts';
import { panelUserRoutes } from './common/panel/user.ts';
import { zoneRoutes } from './common/panel/zone.ts';
import { localityRoutes } from './common/police/locality.ts';
import { policePages } from './common/police/pages.ts';
import { premisesRoutes } from './common/police/premises.ts';
import { premisesFileRoutes, premisesPhotoRoutes } from './common/premises/premises-file.ts';
import { settingRoutes } from './common/settings/setting-routes.ts';
import { siaRoutes } from './common/sia.ts';
import { statusPages, withFolds } from './common/status/pages.ts';
import { statusFoldRoutes } from './common/status/status-fold.ts';
import { zoneDeskRoutes, zonePages } from './common/zones/zone-desk.ts';

const parts = deviceApp('defcon', {
  commands,
  board: 'analysis/dashboard',
  paths: {
    'alarms/status-history': 'alarms/status-alarms/history',
    'alarms/status': 'alarms/status-alarms',
    'groups/list': 'groups/list/notifications',
  },
  calls: ['model', 'user'],
});

/** The security company that watches a panel sees what is wrong with it; its owner has to act. */
const statusClass = { ...parts.alarmClasses.status, parties: ['owner', 'monitor'], notifiedTogether: true } as const;
const alarmClasses = { ...parts.alarmClasses, status: statusClass, intrusion: intrusionClass };
/** What people can filter alarms by is the same for each class. */
const { info: _, ...intrusionRoutes } = alarmRoutes('defcon', 'intrusion', intrusionClass);
const readIntrusion = canDo('defcon.intrusion-alarm', 'read');

/** Intrusion alarm panels: their zones and groups, what they report, and the police that answers for them. */
export const defcon = defineApp({
  ...parts,
  id: 'defcon',
  brand: 'ProTect',
  web: '/ProTect',
  api: '/defcon',
  icon: 'shield',
  needs: ['countries', ...deviceAppNeeds, 'schedules', 'print', 'market', 'notices'],
  personRoles: ['responder'],
  routes: {
    ...parts.routes,
    alarm: allAlarmRoutes('defcon', alarmClasses),
    panel: panelRoutes,
    group: groupRoutes,
    zone: zoneRoutes,
    panelUser: panelUserRoutes,
    event: eventRoutes,
    sia: siaRoutes,
    locality: localityRoutes,
    premises: premisesRoutes,
    assignment: assignmentRoutes,
    intrusionAlarm: {
      ...intrusionRoutes,
      escalatePolice: alarmActionRoute('defcon', 'intrusion', intrusionClass, 'escalate-police'),
    },
    premisesFile: premisesFileRoutes,
    premisesPhoto: premisesPhotoRoutes,
    incident: incidentRoutes,
    photo: photoRoutes,
    intrusionSetting: settingRoutes,
    zoneDesk: zoneDeskRoutes,
    analysis: analysisRoutes,
    customer: customerRoutes,
    statusFold: statusFoldRoutes,
  },
  roles: {
    'device.arm': 'Operator',
    'device.disarm': 'Operator',
    'device.bypass': 'Operator',
    'device.reboot': 'Admin',
    'intrusion-alarm.take-over': 'Operator',
    'intrusion-alarm.escalate-police': 'Operator',
    'panel.assign': 'Admin',
    'assignment.answer': 'Admin',
    'device-assign.auto': 'Admin',
    'intrusion-setting.update': 'Admin',
  },
  pages: [
    page('', { redirects: ['panels/list', 'alarms/intrusion-alarms', 'devices/list'] }),
    ...parts.pages.map(withKindOfGroups).map(withFolds),
    ...statusPages,
    ...groupPages,
    ...zonePages,
    page('panels/list', { sidebar: 'panels', order: 10, icon: 'shield-lock', access: panel.can('read') }),
    ...policePages,
    ...customerPages,
    page('device/device-assign/list', {
      sidebar: 'assignments',
      order: 12,
      icon: 'user-check',
      access: assignment.can('read'),
    }),
    page('panels/details/{id}', { access: panel.can('read'), ahead: true }),
    page(incidentPage, { sidebar: 'incidents', order: 5, icon: 'bell', access: readIntrusion }),
    page(`${incidentPage}/all`, {
      access: readIntrusion,
      savedFilter: alarmsOfApp('defcon', { ofClass: 'intrusion' }),
    }),
    page(closedIncidentPage, {
      access: readIntrusion,
      savedFilter: alarmsOfApp('defcon', { ofClass: 'intrusion', list: 'history' }),
    }),
    ...printPages('incident-file'),
  ],
  viewLogs: { 'call-list': {} },
  deviceLogKinds: [
    ...['in-service', 'watched', 'watch-ended', 'armed', 'incident', 'incident-taken'],
    ...['police-called', 'police-accepted', 'police-dispatched', 'police-on-scene', 'incident-closed'],
  ],
  scheduleUses: ['contacts', 'arming'],
  noticeKinds: ['watch-contract', 'arming'],
  retention: { panelEvents: { min: 730, default: 730, max: 730 } },
  search: [...parts.search, { list: 'panel.list', icon: 'shield-lock' }],
  solutions,
  sensorTypes,
  hardware,
  market,
  widgets,
  alarmClasses,
  groupTabs: [rulesPath],
  planItems: { zone: { icon: 'shield', list: 'zoneDesk.list', page: 'device/details/{id}' } },
  alarmSubjects: {
    panel: { page: 'panels/details/{id}' },
    'panel-group': {},
    'panel-zone': {},
    'panel-path': {},
    'watch-contract': {},
  },
  alarms,
});
