import { deviceApp, deviceAppNeeds } from '#core/device-app/common/device-app.ts';
import { deviceHistoryPage, deviceHistoryRoutes } from '#core/devices/common/device-history.ts';
import { fittingRoutes, fittingsPage } from '#core/fittings/common/fitting.ts';
import { groupsOfApp } from '#core/notifications/common/group-desk.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { commandRoles, sampleCommands } from '../sample/commands.ts';
import { rackGroupRoutes, rackRoutes } from './racks.ts';

const parts = deviceApp('depot', {
  // The sample has the map of apps that track devices at the same address.
  calls: ['map'],
  // The calls for commands are tried on the sample.
  commands: sampleCommands,
  paths: {
    devices: 'shelves',
    'devices/list': 'shelves/shelf-list',
    'devices/all': 'all-shelves',
    'devices/inventory': 'store/waiting',
    'devices/tokens': 'store/subscriptions',
    'devices/list/solution/{solutionId}/device/{id}': 'shelves/details/{id}',
    templates: 'presets',
    'templates/{id}/create': 'presets/copy/{id}',
    'templates/{id}/edit': 'presets/edit/{id}',
    alarms: 'warnings',
    'alarms/list': 'warnings/live',
    'alarms/history': 'warnings/past',
    'alarms/operational': 'warnings/shelves/live',
    'alarms/operational-history': 'warnings/shelves/history',
    'alarms/status': 'warnings/devices/live',
    'alarms/status-history': 'warnings/devices/history',
    rules: 'limits',
    'groups/list': 'groups/main',
    'groups/create': 'notifications-settings/create',
    'groups/edit-permission/{id}': 'groups/permission/{id}',
    'groups/edit-notification/{id}': 'notifications-settings/edit/{id}',
    'groups/add-user': 'groups/people/add',
    'groups/edit-user/{id}': 'groups/people/{id}',
    alternative: 'board',
  },
});

/** The app whose pages are all elsewhere than usual. No company of the demo holds it. */
export const depot = defineApp({
  ...parts,
  id: 'depot',
  brand: 'Depot',
  web: '/Depot',
  api: '/depot/api',
  icon: 'stack-2',
  needs: [...deviceAppNeeds, 'groups', 'fittings'],
  // People who are limited to a site change the groups of what is there.
  roles: { ...commandRoles, 'rack-group.update': 'Operator' },
  routes: {
    ...parts.routes,
    deviceHistory: deviceHistoryRoutes('depot'),
    rack: rackRoutes,
    rackGroup: rackGroupRoutes,
    fitting: fittingRoutes('depot'),
  },
  carriers: { rack: { page: 'racks/{id}', list: 'rack.list' } },
  spaceKinds: { rack: { icon: 'stack-2' } },
  pages: [
    ...parts.pages,
    page('groups/notifications', {
      access: canDo('depot.notifications-group', 'read'),
      savedFilter: groupsOfApp('depot', 'notification'),
    }),
    deviceHistoryPage('depot', 'shelves/shelf-history'),
    fittingsPage('depot', 'shelves/fittings'),
  ],
  solutions: [{ id: 921, key: 'shelf', icon: 'stack-2' }],
  hardware: [
    {
      id: 92101,
      solution: 921,
      name: { en: 'Shelf sensor', ar: 'مستشعر رف' },
      sensors: ['temperature', 'battery', 'rssi'],
      reportEverySeconds: 60,
    },
  ],
  alarms: { 'too-warm': { class: 'operational' } },
  alarmSubjects: { rack: {} },
});
