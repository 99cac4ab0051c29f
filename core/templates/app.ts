import { defineApp } from '#platform/common/define-app.ts';

/** Device templates of the apps that mount `templateRoutes`: interval, thresholds, rules and settings of many devices. */
export const templates = defineApp({
  kind: 'core',
  id: 'templates',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'template',
  needs: ['accounts', 'permissions', 'places', 'devices', 'rules', 'commands', 'alarms'],
  deviceLogKinds: ['template-applied', 'template-detached', 'value-accepted'],
  routes: {},
  pages: [],
});
