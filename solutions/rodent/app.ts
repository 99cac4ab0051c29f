import { alarmRoutes } from '#core/alarms/common/alarm.ts';
import { allAlarmRoutes } from '#core/alarms/common/alarm-lists.ts';
import { deviceApp, deviceAppNeeds } from '#core/device-app/common/device-app.ts';
import { deviceHistoryPage, deviceHistoryRoutes } from '#core/devices/common/device-history.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { alarmKinds, trapAlarmClasses } from './common/alarms.ts';
import { commands } from './common/commands.ts';
import { hardware, sensorTypes, solutions } from './common/devices.ts';
import { hitRoutes } from './common/hit.ts';
import { market } from './common/market.ts';
import { trapRoutes } from './common/trap-routes.ts';

const parts = deviceApp('rodent', {
  commands,
  board: 'analysis/dashboard',
  paths: {
    'devices/list/solution/{solutionId}/device/{id}': 'devices/details/{id}',
    'groups/list': 'groups/main',
  },
  calls: ['structures', 'model', 'deviceLog', 'bulk'],
});

const alarmClasses = trapAlarmClasses(parts.alarmClasses);

/** Traps and bait stations against rodents: what they report, their alarms and their places. */
export const rodent = defineApp({
  ...parts,
  id: 'rodent',
  brand: 'LessWaste',
  web: '/LessWaste',
  api: '/rodent',
  icon: 'bug',
  needs: [...deviceAppNeeds, 'market'],
  personRoles: ['company', 'admin', 'supervisor'],
  routes: {
    ...parts.routes,
    alarm: allAlarmRoutes('rodent', alarmClasses),
    operationalAlarm: alarmRoutes('rodent', 'operational', alarmClasses.operational),
    deviceHistory: deviceHistoryRoutes('rodent'),
    trap: trapRoutes,
    hit: hitRoutes,
  },
  roles: { 'trap.update': 'Operator', 'hit.verdict': 'Operator' },
  pages: [
    page('', { redirects: ['analysis/dashboard', 'alarms', 'groups/main'] }),
    ...parts.pages,
    deviceHistoryPage('rodent'),
  ],
  solutions,
  sensorTypes,
  hardware,
  market,
  alarmClasses,
  alarmSubjects: { 'structure-pests': {} },
  alarms: alarmKinds,
});
