import { defineApp } from '#platform/common/define-app.ts';

/** What sensors of devices have reported over time, as intervals with a state, which may be unknown. */
export const states = defineApp({
  kind: 'core',
  id: 'states',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'chart-bar',
  needs: ['devices', 'telemetry'],
  routes: {},
  pages: [],
});
