import { defineApp } from '#platform/common/define-app.ts';
import './common/manifest.ts';

/** In which vehicle, on which asset a device is, and was: spans of time that never overlap. Apps mount the calls. */
export const fittings = defineApp({
  kind: 'core',
  id: 'fittings',
  brand: 'Rasid',
  web: '/core',
  api: '',
  icon: 'plug',
  needs: ['accounts', 'places', 'devices'],
  deviceLogKinds: ['fitted', 'unfitted'],
  routes: {},
  pages: [],
});
