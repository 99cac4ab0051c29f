import { defineApp } from '#platform/common/define-app.ts';

/** Commands to devices, from the order to the report that confirms them, and the checks that people do at devices. */
export const commands = defineApp({
  kind: 'core',
  id: 'commands',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'send',
  needs: ['accounts', 'permissions', 'places', 'devices'],
  deviceLogKinds: ['command', 'command-cancelled'],
  routes: {},
  pages: [],
});
